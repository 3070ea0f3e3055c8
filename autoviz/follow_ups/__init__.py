"""Follow-ups: questions that refer back to the one before, told as changes of what that one asked for."""
