"""``make bench``: measure the lab against its targets and against plain references, in one run."""
