"""The embedded reader: no server, no key, no network."""
