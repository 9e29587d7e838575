"""The real engines on this machine: started on loopback, on free ports, in a folder that goes away.

For tests, benchmarks and a look; never part of LUMINA: an operator runs engines of their own.
"""
