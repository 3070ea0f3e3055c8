"""The open model that the planner stands on: which file it is, where it lies on this machine, how it is fetched."""
