"""What runs when (table), where (queue), and what it does (work)."""
