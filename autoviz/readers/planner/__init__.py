"""The planner: an open code model of half a billion weights, tuned to the query language, in the kernel's machine."""
