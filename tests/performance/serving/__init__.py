"""What reading costs, beside a small Wagtail site and a bare Django view of one prepared row: `make bench-serving`."""
