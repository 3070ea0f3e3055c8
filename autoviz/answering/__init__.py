"""Answering: facts from results, and sentences from facts alone."""
