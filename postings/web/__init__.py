"""What the public doors say in HTTP alike: validators, caches, compression, addresses, problems.  No queries, no decisions."""
