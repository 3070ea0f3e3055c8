"""How the trained reader comes about: invented tables, questions over them, the model, its export. Not shipped."""
