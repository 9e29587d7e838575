"""What the nodes of a turn do: who is addressed, who answers, what thread it is, what the model is told."""
