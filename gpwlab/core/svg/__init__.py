"""Pictures as SVG text: a small builder, hex outlines, NATO counters.  Pure functions, no dependency."""
