"""Feeds of what a public site shows, for readers that know a format and not this API.  Streamed, and conditional."""
