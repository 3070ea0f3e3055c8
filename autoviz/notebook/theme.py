"""Theme: whether charts are drawn light or dark, from what the browser said or what the Lab's settings say."""

from __future__ import annotations

import json
import os
import re
from collections import deque
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Literal

Mode = Literal["light", "dark"]
MOST_FOLLOWERS = 40
"""The latest so many answers take part in a switch; older ones are not kept for it."""
_SETTINGS = Path("lab") / "user-settings" / "@jupyterlab" / "apputils-extension" / "themes.jupyterlab-settings"


class Theme:
    """The mode that was last told; before that, the one that the Lab's settings file speaks of."""

    def __init__(self) -> None:
        self._told: Mode | None = None
        self._followers: deque[Callable[[], None]] = deque(maxlen=MOST_FOLLOWERS)

    def follow(self, restyle: Callable[[], None]) -> None:
        """Have charts drawn again whenever the mode changes."""
        self._followers.append(restyle)

    def tell(self, mode: str) -> bool:
        """Take what a browser says; where that is news, every answer follows, and it is True."""
        if mode not in ("light", "dark"):
            return False
        before = self.mode()
        self._told = "dark" if mode == "dark" else "light"
        changed = self._told != before
        for restyle in tuple(self._followers) if changed else ():
            restyle()
        return changed

    def mode(self, wanted: str = "auto") -> Mode:
        """The mode to draw in."""
        if wanted in ("light", "dark"):
            return "dark" if wanted == "dark" else "light"
        return self._told or settings_mode()


@cache
def settings_mode() -> Mode:
    """What the user's JupyterLab settings on this machine say; light where they say nothing."""
    folder = Path(os.environ.get("JUPYTER_CONFIG_DIR", "~/.jupyter")).expanduser()
    named = os.environ.get("JUPYTERLAB_SETTINGS_DIR")
    path = Path(named) / _SETTINGS.relative_to("lab/user-settings") if named else folder / _SETTINGS
    try:
        text = path.read_text("utf-8")
        settings = json.loads(re.sub(r"^\s*//.*$", "", text, flags=re.MULTILINE))
    except (OSError, ValueError):
        return "light"
    return "dark" if "dark" in str(settings.get("theme", "")).lower() else "light"
