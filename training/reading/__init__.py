"""How the embedded reader comes about: written questions, Queries carried over to other tables, wording, fitting."""
