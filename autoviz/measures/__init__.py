"""Measures: what the statistics tools compute, aggregated by the engine that holds the frame."""
