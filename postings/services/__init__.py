"""Every write, one verb a function: check, lock or compare, write, note, announce, in one transaction."""
