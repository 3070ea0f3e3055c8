"""The nouns of autoviz: frozen values that know nothing of pandas, plotly or a notebook."""
