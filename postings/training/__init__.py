"""Tools that learn the labeller's weights and measure them; nothing that serves a posting imports this package.

They need `requirements/training.in` and a folder of labelled postings: `sources/NAME.*` and `labels/NAME.tsv`
(number, labels, text; one line for each sentence or short line of the source).
"""
