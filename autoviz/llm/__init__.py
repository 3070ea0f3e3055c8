"""Talking to a language model server under contracts."""
