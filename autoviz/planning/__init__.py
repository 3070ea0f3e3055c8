"""Planning: from what is asked to the steps that do it, one road for every reader."""
