"""One JupyterLab and one browser for all tests here, neither of which fetches anything from outside."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import nbformat
import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
SCREENS = ROOT / "build" / "screens"
PATIENCE = 120_000
"""Milliseconds that anything may take on a machine that is busy."""
BROWSER_OPTIONS = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--no-first-run", "--disable-dev-shm-usage", "--force-color-profile=srgb",
]  # fmt: skip
LAB_SETTINGS = {
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False, "doNotDisturbMode": True},
    "notebook-extension/tracker": {"windowingMode": "none", "autoStartDefaultKernel": True},
    "docmanager-extension/plugin": {"autosave": False},
}


@dataclass
class Notebook:
    """A notebook open in the browser, used as a person would use it."""

    page: Any
    path: Path
    requests: list[str] = field(default_factory=list)

    def run(self, place: int, *, wait: bool = True) -> None:
        """Click into a cell and press Shift+Enter; done when its execution count has come."""
        cell = self.cell(place)
        cell.locator(".cm-content").first.click()
        self.page.keyboard.press("Shift+Enter")
        if wait:
            self.wait_done(place)

    def wait_done(self, place: int) -> None:
        """Wait for the execution count; the kernel's status says idle between two messages, too."""
        self.page.wait_for_function(
            """place => {
                const model = window.jupyterapp.shell.currentWidget.content.widgets[place].model;
                return model.executionCount !== null && model.executionState !== 'running';
            }""",
            arg=place,
            timeout=PATIENCE,
        )

    def cell(self, place: int) -> Any:
        """A cell by its place."""
        return self.page.locator(".jp-Notebook .jp-Cell").nth(place)

    def output(self, place: int) -> Any:
        """The outputs of a cell."""
        return self.cell(place).locator(".jp-Cell-outputWrapper")

    def bar(self, place: int) -> Any:
        """The live bar of a cell."""
        return self.cell(place).locator(".autoviz-bar")

    def outputs(self, place: int) -> list[dict[str, Any]]:
        """What the notebook would save as outputs of a cell."""
        return self.page.evaluate(
            "place => window.jupyterapp.shell.currentWidget.content.widgets[place].model.outputs.toJSON()", place
        )

    def open_section(self, place: int, title: str) -> Any:
        """Click on the line of proof and on the section behind it, and give the section."""
        details = self.output(place).locator("details.autoviz-details").first
        if details.get_attribute("open") is None:
            details.locator("summary").first.click()
        section = details.locator("details", has=self.page.locator(f"summary:has-text('{title}')")).first
        if section.get_attribute("open") is None:
            section.locator("summary").first.click()
        return section

    def change(self, place: int, click: Callable[[Any], None]) -> None:
        """Click on the live bar of a cell, and wait until it is drawn anew."""
        self.bar(place).evaluate("node => { node.dataset.old = 'yes'; }")
        click(self.bar(place))
        self.page.wait_for_function(
            "place => document.querySelectorAll('.jp-Notebook .jp-Cell')[place]"
            ".querySelector('.autoviz-bar:not([data-old])') !== null",
            arg=place,
        )

    def told(self, place: int) -> str:
        """The answer of a cell as it stands there."""
        return str(self.output(place).locator(".autoviz-answer").inner_text())

    def theme(self, *, dark: bool) -> None:
        """Choose the Lab's theme."""
        name = "JupyterLab Dark" if dark else "JupyterLab Light"
        self.page.evaluate("theme => window.jupyterapp.commands.execute('apputils:change-theme', { theme })", name)
        self.page.wait_for_function(f"document.body.dataset.jpThemeLight === '{'false' if dark else 'true'}'")

    def save(self) -> None:
        """Save with the keyboard, and wait until the file has it."""
        before = self.path.stat().st_mtime_ns
        self.page.keyboard.press("Control+s")
        deadline = time.monotonic() + 60
        while not self._written_since(before) and time.monotonic() < deadline:
            self.page.wait_for_timeout(100)

    def _written_since(self, before: int) -> bool:
        """Whether the whole file was written anew; a server empties it first."""
        return self.path.stat().st_mtime_ns != before and self.path.read_text("utf-8").rstrip().endswith("}")

    def screenshot(self, name: str, target: Any = None) -> Path:
        """A picture for people to look at."""
        SCREENS.mkdir(parents=True, exist_ok=True)
        path = SCREENS / f"{name}.png"
        self.page.mouse.move(2, 2)
        self.page.wait_for_timeout(400)
        (target or self.page).screenshot(path=path)
        return path

    @property
    def outside(self) -> list[str]:
        """Requests to any place but this machine."""
        local = ("http://127.0.0.1", "ws://127.0.0.1", "data:", "blob:", "about:", "file:")
        return [url for url in self.requests if not url.startswith(local)]


@dataclass(frozen=True)
class Lab:
    """A running JupyterLab."""

    url: str
    folder: Path
    data: Path


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    home = tmp_path_factory.mktemp("lab")
    folder = home / "notebooks"
    folder.mkdir()
    _write_settings(home / "settings")
    port = _free_port()
    environment = {
        **os.environ,
        "JUPYTER_CONFIG_DIR": str(home / "config"), "JUPYTER_DATA_DIR": str(home / "data"),
        "JUPYTER_RUNTIME_DIR": str(home / "runtime"), "IPYTHONDIR": str(home / "ipython"),
        "JUPYTERLAB_SETTINGS_DIR": str(home / "settings"), "JUPYTERLAB_WORKSPACES_DIR": str(home / "workspaces"),
        "AUTOVIZ_DATA": str(home / "autoviz"), "AUTOVIZ_LIVE": "1", "PLOTLY_RENDERER": "plotly_mimetype",
        "PYTHONWARNINGS": "default",
    }  # fmt: skip
    command = [
        sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--expose-app-in-browser",
        "--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}", "--ServerApp.port_retries=0",
        "--IdentityProvider.token=", f"--ServerApp.root_dir={folder}", "--LabApp.extension_manager=readonly",
        "--LabApp.news_url=None", "--ServerApp.disable_check_xsrf=True",
        "--JupyterNotebookApp.expose_app_in_browser=True",  # the server shows notebooks in Notebook 7, too
    ]  # fmt: skip
    with (home / "log.txt").open("w") as log:
        server = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        try:
            url = f"http://127.0.0.1:{port}"
            _wait_for(f"{url}/api", server, home / "log.txt")
            yield Lab(url, folder, home / "autoviz")
        finally:
            server.terminate()
            server.wait(30)


def _write_settings(folder: Path) -> None:
    for name, content in LAB_SETTINGS.items():
        path = folder / "@jupyterlab" / f"{name}.jupyterlab-settings"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(content), "utf-8")


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def _wait_for(url: str, server: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        assert server.poll() is None, log.read_text("utf-8")
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.3)
    raise AssertionError(f"JupyterLab did not start: {log.read_text('utf-8')}")


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=BROWSER_OPTIONS)
        yield started
        started.close()


@pytest.fixture
def screens() -> Path:
    """The folder of pictures for people to look at."""
    SCREENS.mkdir(parents=True, exist_ok=True)
    return SCREENS


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """A page that notes every request; a dialog would mean that something was run that should be inert."""
    context = browser.new_context(viewport={"width": 1240, "height": 1000}, device_scale_factor=1.5)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    opened = context.new_page()
    opened.set_default_timeout(PATIENCE)
    yield opened
    context.close()


@pytest.fixture
def open_notebook(lab: Lab, page: Any) -> Iterator[Callable[..., Notebook]]:
    """Writes a notebook with these cells, or takes the file of this name, and opens it in the Lab or in Notebook 7."""

    def make(
        *cells: str, name: str = "asked.ipynb", dark: bool = False, file: Path | None = None, at: str = "lab/tree"
    ) -> Notebook:
        path = lab.folder / (file.name if file else name)
        if file and file != path:
            path.write_bytes(file.read_bytes())
        elif not file:
            content = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
            content.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
            nbformat.write(content, path)
        notebook = Notebook(page, path)
        page.on("request", lambda request: notebook.requests.append(request.url))
        page.goto(f"{lab.url}/{at}/{path.name}?reset")
        page.wait_for_selector(".jp-Notebook .jp-Cell")
        page.wait_for_function("window.jupyterapp?.shell.currentWidget?.sessionContext?.isReady")
        notebook.theme(dark=dark)
        return notebook

    yield make
    for session in _sessions(lab):
        _delete(f"{lab.url}/api/sessions/{session}")


def _sessions(lab: Lab) -> list[str]:
    with urllib.request.urlopen(f"{lab.url}/api/sessions", timeout=30) as answer:
        return [session["id"] for session in json.load(answer)]


def _delete(url: str) -> None:
    request = urllib.request.Request(url, method="DELETE")
    try:
        urllib.request.urlopen(request, timeout=30).close()
    except urllib.error.HTTPError as error:
        error.close()
