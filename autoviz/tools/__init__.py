"""The tools: plain functions on narwhals frames, one module per family."""
