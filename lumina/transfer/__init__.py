"""What comes in and goes out whole: transcripts, a person's export, moves to other engines and embedders."""
