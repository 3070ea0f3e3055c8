"""Extra: the tests that only scipy knows, which comes with the extra `statistics`."""

from __future__ import annotations

from typing import Any

from autoviz.errors import MissingPackageError


def scipy_stats(what: str) -> Any:
    """scipy's tests, or an error that says how to install them."""
    try:
        from scipy import stats
    except ImportError as error:
        hint = "Install it: pip install 'autoviz-notebook[statistics]'."
        raise MissingPackageError(f"For {what} the package scipy is needed", hint) from error
    return stats
