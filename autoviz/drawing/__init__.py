"""Drawing: how tables become plotly figures that a person would publish."""
