"""Benchmarks: autoviz beside hand-written pandas and plotly for the same job, measured in one run (`make bench`)."""
