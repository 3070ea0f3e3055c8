"""Readers: what turns words into intents, requirements and changes to a plan."""
