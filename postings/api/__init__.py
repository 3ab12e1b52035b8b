"""The HTTP API: parse, call a service or a selector, render.  Readers see publications and nothing else."""
