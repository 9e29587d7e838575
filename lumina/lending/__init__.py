"""One folder, many windows: who has a data folder open runs the commands of other processes, by a socket in it."""
