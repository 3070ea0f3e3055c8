"""The subcommands of `autoviz`, one module each: SUMMARY, `arguments(parser)` and `run(options)`."""
