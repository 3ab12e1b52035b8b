"""What the public doors say in HTTP alike: validators, caches, compression, addresses.  No queries, no decisions."""
