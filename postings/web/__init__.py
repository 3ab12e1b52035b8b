"""What the public doors say in HTTP alike: validators, caches, compression, problems.  No queries, no decisions."""
