"""`python -m autoviz`: the same commands as `autoviz`, for where the script is not on the path."""

import sys

from autoviz.cli import main

sys.exit(main())
