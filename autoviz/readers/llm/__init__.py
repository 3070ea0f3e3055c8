"""The model reader: questions read and plans adapted by a language model, held by contracts."""
