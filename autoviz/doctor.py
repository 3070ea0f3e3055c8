"""Examining an installation: what is there, in which version, what is missing and the line that installs it."""

from __future__ import annotations

import json
import os
import platform
import shutil
import sys
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from http.client import HTTPException
from importlib.metadata import PackageNotFoundError, packages_distributions, requires, version
from pathlib import Path
from typing import Literal
from urllib.error import HTTPError
from urllib.parse import urlsplit

from packaging.requirements import Requirement

import autoviz
from autoviz.base_model.fetching import megabytes
from autoviz.base_model.files import BASES, installed
from autoviz.errors import AutovizError
from autoviz.export.image import BROWSER_HINT, browser
from autoviz.model.settings import Settings

DISTRIBUTION = "autoviz-notebook"
DEFAULT_SERVER = "http://127.0.0.1:8000/v1"
OPTIONAL = {
    "embeddings": "another encoder than our own",
    "lab": "JupyterLab and the headless runs",
    "polars": "Polars frames",
    "spark": "PySpark frames",
    "tableau": "published Tableau data sources",
    "image": "charts as image files",
    "planner": "a tuned model that reads freer words on this machine",
    "vllm": "a language model on a GPU of this machine",
}
"""The extras that a user may want, and what each is for."""

State = Literal["ok", "absent", "broken"]


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at: there, absent though optional, or broken; and what mends it."""

    section: str
    part: str
    state: State
    detail: str
    fix: str = ""


def examine() -> tuple[Finding, ...]:
    """Everything about this installation, in the order in which a reader wants it."""
    return (
        Finding("autoviz", "autoviz", "ok", f"{autoviz.__version__} in {Path(autoviz.__file__).parent}"),
        Finding("autoviz", "python", "ok", f"{platform.python_version()} at {sys.executable}"),
        *other_autoviz(),
        *required_packages(),
        encoder(),
        *optional_parts(),
        planner_model(),
        model_server(os.environ.get("AUTOVIZ_LLM_URL", DEFAULT_SERVER)),
    )


def other_autoviz() -> Iterator[Finding]:
    """Signs that PyPI's `autoviz`, another project with the same import name, was installed over this one."""
    foreign = {name for name in packages_distributions().get("autoviz", ()) if name.lower() != DISTRIBUTION}
    left_behind = [path.name for path in Path(autoviz.__file__).parent.glob("AutoViz_*.py")]
    if foreign or left_behind:
        yield Finding(
            "autoviz",
            "another autoviz",
            "broken",
            f"PyPI's autoviz is another project and writes into the same folder: {', '.join([*foreign, *left_behind])}",
            f"pip uninstall -y autoviz && pip install --force-reinstall --no-deps {DISTRIBUTION}",
        )
    try:
        installed = version(DISTRIBUTION)
    except PackageNotFoundError:
        yield Finding("autoviz", DISTRIBUTION, "broken", "not installed, so no tool is registered", "pip install -e .")
        return
    if installed != autoviz.__version__:
        yield Finding(
            "autoviz",
            DISTRIBUTION,
            "broken",
            f"installed as {installed}, but the files say {autoviz.__version__}",
            "pip install -e .",
        )


def required_packages() -> Iterator[Finding]:
    """Each package that autoviz cannot do without."""
    for requirement in _requirements():
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            yield _package("required packages", requirement, "broken", f'pip install "{requirement}"')


def optional_parts() -> Iterator[Finding]:
    """The engines and the extras, and for each absent one the line that installs it."""
    yield Finding("engines and optional parts", "pandas and DuckDB frames", "ok", "always there")
    for extra, purpose in OPTIONAL.items():
        yield _extra(extra, purpose)


def encoder() -> Finding:
    """The encoder that a question uses where no other is set: the embedded reader's own, in the package."""
    from autoviz.readers.default import network

    section, name = "encoder", Settings().embedding_model
    if network() is not None:
        return Finding(section, name, "ok", "the embedded reader's own, in the package")
    fix = f"pip install --force-reinstall --no-deps {DISTRIBUTION}"
    return Finding(section, name, "broken", "its weights are missing", fix)


def planner_model() -> Finding:
    """The planner's model, where it was fetched or named; without it the embedded reader reads alone."""
    section = "planner (optional)"
    try:
        found = installed()
    except AutovizError as error:
        return Finding(section, "model", "broken", error.what, error.hint)
    if found is None:
        told = "not fetched; the embedded reader is used"
        return Finding(section, BASES["0.5B"].name, "absent", told, "autoviz get-model")
    return Finding(section, found.name, "ok", f"{megabytes(found.stat().st_size)} in {found.parent}")


def model_server(url: str, timeout: float = 0.5) -> Finding:
    """Whether a language model server answers; without one the embedded reader is used."""
    section = "model server (optional)"
    try:
        names = _served_models(url, timeout)
    except HTTPError as error:
        return Finding(section, url, "ok", f"answers, but refuses to list its models: {error.code} {error.reason}")
    except (OSError, HTTPException, ValueError, LookupError, TypeError, AttributeError):
        start = "start one with `autoviz serve-model`, or name one: export AUTOVIZ_LLM_URL=http://host:port/v1"
        return Finding(section, url, "absent", "does not answer; the embedded reader is used", start)
    return Finding(section, url, "ok", f"answers with {', '.join(names) or 'no model'}")


def _served_models(url: str, timeout: float) -> list[str]:
    """The names that the server lists; a server on this machine is asked past any proxy."""
    local = urlsplit(url).hostname in ("127.0.0.1", "localhost", "::1")
    opener = urllib.request.build_opener(*([urllib.request.ProxyHandler({})] if local else []))
    with opener.open(f"{url.rstrip('/')}/models", timeout=timeout) as reply:
        return [str(item.get("id")) for item in json.load(reply)["data"]]


def _requirements() -> Iterator[Requirement]:
    """What the installed distribution says it needs; the doctor keeps no list of its own."""
    try:
        yield from map(Requirement, requires(DISTRIBUTION) or ())
    except PackageNotFoundError:
        return


def _extra(extra: str, purpose: str) -> Finding:
    needed = [item for item in _requirements() if item.marker and item.marker.evaluate({"extra": extra})]
    found = [_package("", item, "absent", "") for item in needed]
    state: State = "ok" if found and all(item.state == "ok" for item in found) else "absent"
    detail = f"{', '.join(f'{item.part} {item.detail}' for item in found)} (extra {extra})"
    fix = "" if state == "ok" else f'pip install "{DISTRIBUTION}[{extra}]"'
    if state == "ok" and (lacking := _lacking_beside(extra)):
        state, detail, fix = "absent", f"{detail}, but {lacking[0]}", lacking[1]
    return Finding("engines and optional parts", purpose, state, detail, fix)


def _lacking_beside(extra: str) -> tuple[str, str] | None:
    """What an extra needs beside its Python packages and this machine lacks, and what brings it."""
    if extra == "spark" and not (shutil.which("java") or os.environ.get("JAVA_HOME")):
        return "no Java runtime", "apt-get install default-jre-headless"
    if extra == "image" and not browser():
        return "no browser that draws them", BROWSER_HINT
    return None


def _package(section: str, requirement: Requirement, otherwise: State, fix: str) -> Finding:
    try:
        found = version(requirement.name)
    except PackageNotFoundError:
        return Finding(section, requirement.name, otherwise, "missing", fix)
    if not requirement.specifier.contains(found, prereleases=True):
        return Finding(section, requirement.name, otherwise, f"{found}, but {requirement.specifier} is needed", fix)
    return Finding(section, requirement.name, "ok", found)
