"""The shared parts of the tools that prepare and transform frames."""
