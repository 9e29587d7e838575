"""Which of what was told answers a question: a conditional logit over the candidates, trained by `tools.ranker`."""
