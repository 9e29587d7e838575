"""What every face tells people: why something was recalled, and why something else was not"""
