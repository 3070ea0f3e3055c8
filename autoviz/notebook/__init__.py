"""Everything that knows IPython, Jupyter and HTML."""
