"""MurmurHash64A (Austin Appleby, public domain), the hash under which spaCy files its words."""

MULTIPLIER = 0xC6A4A7935BD1E995
SHIFT = 47
MASK = 0xFFFF_FFFF_FFFF_FFFF


def murmur64(data: bytes, seed: int = 1) -> int:
    """The 64-bit hash of some bytes."""
    value = (seed ^ (len(data) * MULTIPLIER)) & MASK
    whole = len(data) & ~7
    for at in range(0, whole, 8):
        part = (int.from_bytes(data[at : at + 8], "little") * MULTIPLIER) & MASK
        part = ((part ^ (part >> SHIFT)) * MULTIPLIER) & MASK
        value = ((value ^ part) * MULTIPLIER) & MASK
    if whole < len(data):
        value = ((value ^ int.from_bytes(data[whole:], "little")) * MULTIPLIER) & MASK
    value = ((value ^ (value >> SHIFT)) * MULTIPLIER) & MASK
    return value ^ (value >> SHIFT)
