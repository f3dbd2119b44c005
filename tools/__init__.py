"""Scripts that make or check parts of the project; none is shipped."""
