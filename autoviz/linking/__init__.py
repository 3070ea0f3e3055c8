"""Linking: which columns, values, numbers and dates the words of a question mean, whoever reads the rest of it."""
