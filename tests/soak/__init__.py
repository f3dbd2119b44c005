"""``make soak``: thousands of random games, looked at as they go, and every pair of printed variants."""
