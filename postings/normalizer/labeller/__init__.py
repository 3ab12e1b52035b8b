"""The statistical labeller: what it sees in a piece, what it has learned, and how lines decide together."""
