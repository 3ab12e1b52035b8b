"""The public careers pages: what a site shows, for people, rendered on the server."""
