"""The registry: tools, capabilities, intents and templates, loaded and checked against each other."""
