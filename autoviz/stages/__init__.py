"""The stages of the pipeline: each a function from frozen values to a new one."""
