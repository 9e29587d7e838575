"""What tests and benches share: lives, kills, faults, servers."""
