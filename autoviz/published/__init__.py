"""Published data sources: data that stay on a Tableau server and are asked by VizQL queries."""
