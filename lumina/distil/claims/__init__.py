"""Claims, read out of what somebody says by rules: it would rather miss one than invent one."""
