"""A person's erasure: what is removed, what is searched for afterwards, and the receipt."""
