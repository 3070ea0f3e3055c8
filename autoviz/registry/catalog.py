"""Catalog: all tools, capabilities, intents and templates, loaded, bound and cross-checked."""

from __future__ import annotations

import hashlib
import json
import warnings
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache, cached_property
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

from pydantic import BaseModel, Field

from autoviz.errors import RegistryError, did_you_mean
from autoviz.model.base import Value
from autoviz.model.intent import IntentEntry
from autoviz.model.labels import ANALYSIS_LABELS, OUTPUTS
from autoviz.model.plan import Template
from autoviz.model.requirements import CONSTRAINTS
from autoviz.model.tool import Tool
from autoviz.query.stations import STATIONS
from autoviz.registry.binding import Function, load_family
from autoviz.registry.capabilities import CapabilityMap
from autoviz.registry.files import parsed, read_yaml
from autoviz.registry.params import params_model, validated
from autoviz.resources import registry_folder, templates_folder
from autoviz.uncollected import uncollected

ENTRY_POINTS = "autoviz.tools"
SLIP = 0.85
"""Names this much alike are one name written wrongly."""
KEYS_OF: dict[str, tuple[str, ...]] = {
    "metrics": ("",), "group_by": ("",), "time": ("",),
    "analysis": ANALYSIS_LABELS, "outputs": OUTPUTS, "constraints": CONSTRAINTS, "query": STATIONS,
}  # fmt: skip
"""Section of a requirement key → what may stand after its dot."""
SAFETY_TOOLS = ("aggregate", "plot_line", "compute_summary_stats")


class IntentsFile(Value):
    """What `intents.yaml` holds."""

    version: int = Field(ge=1)
    intents: dict[str, dict[str, Any]]


@dataclass(frozen=True)
class Catalog:
    """Everything that a plan may be made of."""

    tools: Mapping[str, Tool]
    functions: Mapping[str, Function]
    capabilities: CapabilityMap
    intents: Mapping[str, IntentEntry]
    templates: Mapping[str, Template]
    off: Mapping[str, str] = field(default_factory=dict)
    """Requirement keys that no tool serves, and why: switched off with a warning."""

    def tool(self, name: str) -> Tool:
        """The tool of this name, or an error that offers the nearest ones."""
        if name not in self.tools:
            raise RegistryError(f"There is no tool {name!r}", did_you_mean(name, tuple(self.tools), "tools"))
        return self.tools[name]

    def params_model(self, name: str) -> type[BaseModel]:
        """The closed model of a tool's params, made when it is first wanted: most tools of many never are."""
        if name not in self._models:
            self._models[name] = params_model(self.tools[name])
        return self._models[name]

    def validated(self, name: str, params: dict[str, Any]) -> dict[str, Any]:
        """The params that a tool's function takes: checked, defaults and fixed values filled in."""
        tool = self.tool(name)
        base = self.tool(tool.function)
        checked = validated(self.params_model(name), name, params)
        return {**validated(self.params_model(base.name), base.name, {**checked, **tool.fixed})}

    def capabilities_of(self, name: str) -> frozenset[str]:
        """A tool's capabilities under their own names."""
        return frozenset(self.capabilities.canonical(item) for item in self.tool(name).capabilities)

    def serves(self, name: str, key: str) -> bool:
        """Whether a tool has a capability that serves this requirement key."""
        return bool(self.capabilities_of(name) & self.capabilities.serving(key))

    def tools_serving(self, key: str) -> tuple[str, ...]:
        """The tools that can serve a requirement key, in registry order."""
        return tuple(name for name in self.tools if self.serves(name, key))

    @cached_property
    def _models(self) -> dict[str, type[BaseModel]]:
        return {}

    @cached_property
    def digest(self) -> str:
        """A hash of all that is embedded for retrieval."""
        made = hashlib.sha256()
        for name in sorted(self.tools):
            made.update(json.dumps([name, self.tools[name].document]).encode())
        return made.hexdigest()[:16]


@cache
@uncollected()
def default_catalog() -> Catalog:
    """The installed catalog: built-in families and those of other packages, through the same entry points."""
    families = [(_family_file(point), _module(point)) for point in _families()]
    return load_catalog(families, registry_folder(), templates_folder() / "plans")


def load_catalog(families: list[tuple[Path, ModuleType]], registry: Path, plans: Path) -> Catalog:
    """Load families, capabilities, intents and templates from these places and check them against each other."""
    _refuse_modules_without_file(families, registry / "tools")
    tools: dict[str, Tool] = {}
    functions: dict[str, Function] = {}
    for path, module in families:
        described, bound = load_family(path, module)
        for tool in described:
            if tool.name in tools:
                other = tools[tool.name].family
                raise RegistryError(f"The tool {tool.name!r} stands in {other}.yaml and in {path.name}", "Rename one.")
            tools[tool.name] = tool
        functions.update(bound)
    capabilities = parsed(CapabilityMap, read_yaml(registry / "capabilities.yaml"), "capabilities.yaml")
    templates = {path.stem: _template(path) for path in sorted(plans.glob("*.yaml"))}
    catalog = Catalog(tools, functions, capabilities, load_intents(registry / "intents.yaml"), templates)
    return _checked(catalog)


def load_intents(path: Path) -> dict[str, IntentEntry]:
    """The intents of `intents.yaml`, by label."""
    entries = parsed(IntentsFile, read_yaml(path), path.name).intents
    return {
        label: parsed(IntentEntry, {"label": label, **entry}, f"{path.name}, {label}")
        for label, entry in entries.items()
    }


def _template(path: Path) -> Template:
    return parsed(Template, {"name": path.stem, **read_yaml(path)}, path.name)


def _families() -> list[EntryPoint]:
    points = sorted(entry_points(group=ENTRY_POINTS), key=lambda point: (not _built_in(point), point.name))
    if not any(_built_in(point) for point in points):
        raise RegistryError(
            "autoviz is not installed: its tools are not registered",
            "Install it first: pip install -e . in a checkout, or pip install autoviz-notebook.",
        )
    return points


def _built_in(point: EntryPoint) -> bool:
    return point.module.startswith("autoviz.tools.")


def _module(point: EntryPoint) -> ModuleType:
    try:
        return import_module(point.module)
    except ImportError as error:
        raise RegistryError(
            f"The tool family {point.name!r} cannot be imported: {error}",
            f"Mend or uninstall the package that registers {point.value!r}.",
        ) from error


def _family_file(point: EntryPoint) -> Path:
    """A built-in family is described in registry/tools, another package's beside its module."""
    if _built_in(point):
        return registry_folder() / "tools" / f"{point.name}.yaml"
    return Path(str(_module(point).__file__)).with_name(f"{point.name}.yaml")


def _refuse_modules_without_file(families: list[tuple[Path, ModuleType]], folder: Path) -> None:
    for path, module in families:
        if not path.is_file():
            raise RegistryError(f"The module {module.__name__} has no {path.name}", f"Describe its tools in {path}.")
    known = {path.stem for path, _ in families}
    for path in sorted(folder.glob("*.yaml")):
        if path.stem not in known:
            raise RegistryError(
                f"{path.name} describes a family that no module is registered for",
                f"Add {path.stem!r} to the entry points {ENTRY_POINTS!r}, or remove the file.",
            )


def _checked(catalog: Catalog) -> Catalog:
    """Refuse what points nowhere; switch off what no tool serves, unless the core set is broken."""
    provided = frozenset().union(*(catalog.capabilities_of(name) for name in catalog.tools))
    for capability in catalog.capabilities.core:
        if catalog.capabilities.canonical(capability) not in provided:
            raise RegistryError(
                f"No tool has the core capability {capability!r}",
                "Give it to a tool in registry/tools, or install autoviz again.",
            )
    _check_requirement_keys(catalog.capabilities)
    _refuse_misspelt(catalog, provided)
    _check_intents(catalog)
    _check_templates(catalog)
    off = {
        key: f"no tool has any of {', '.join(names)}"
        for key, names in catalog.capabilities.requirements.items()
        if not catalog.capabilities.serving(key) & provided
    }
    for key, reason in off.items():
        warnings.warn(f"autoviz: {key} is switched off: {reason}", stacklevel=2)
    return Catalog(catalog.tools, catalog.functions, catalog.capabilities, catalog.intents, catalog.templates, off)


def _check_requirement_keys(capabilities: CapabilityMap) -> None:
    """Every analysis has a line, and every line is of something that can be asked for."""
    for label in ANALYSIS_LABELS:
        if f"analysis.{label}" not in capabilities.requirements:
            raise RegistryError(f"capabilities.yaml has no line for analysis.{label}", "Add it with its capabilities.")
    for key in capabilities.requirements:
        section, _, label = key.partition(".")
        if section in KEYS_OF and label not in KEYS_OF[section]:
            raise RegistryError(
                f"capabilities.yaml maps {key}, which is no {section} label",
                did_you_mean(label, KEYS_OF[section], f"{section} labels"),
            )
        if section not in KEYS_OF:
            raise RegistryError(
                f"capabilities.yaml maps {key}, which is no requirement key",
                did_you_mean(section, tuple(KEYS_OF), "sections"),
            )


def _refuse_misspelt(catalog: Catalog, provided: frozenset[str]) -> None:
    """A word that is all but one that others know is a slip; one like no other may be switched off, or be new."""
    capabilities = catalog.capabilities
    named = {
        name
        for names in (*capabilities.requirements.values(), capabilities.preparatory, capabilities.justified_by)
        for name in names
    }
    aliases = set(capabilities.aliases)
    for name in sorted(named - provided - aliases):
        _refuse_slip("capabilities.yaml names the capability", name, provided | aliases)
    for tool in catalog.tools.values():
        where = f"{tool.family}.yaml, {tool.name}"
        for name in tool.capabilities:
            if name not in named | aliases:
                _refuse_slip(f"{where} has the capability", name, named | aliases)
        others = {kind for other in catalog.tools.values() if other.name != tool.name for kind in other.serves}
        for kind in tool.serves:
            if kind not in others:
                _refuse_slip(f"{where} serves", kind, others)


def _refuse_slip(what: str, name: str, known: Iterable[str]) -> None:
    near = get_close_matches(name, sorted(known), n=1, cutoff=SLIP)
    if near:
        raise RegistryError(f"{what} {name!r}", f"Did you mean {near[0]!r}?")


def _check_intents(catalog: Catalog) -> None:
    for intent in catalog.intents.values():
        for name in intent.family:
            if name not in catalog.templates:
                raise RegistryError(
                    f"intents.yaml, {intent.label}: there is no template {name!r}",
                    did_you_mean(name, tuple(catalog.templates), "templates"),
                )
        for label in intent.analysis:
            if label not in ANALYSIS_LABELS:
                raise RegistryError(
                    f"intents.yaml, {intent.label}: {label!r} is no analysis label",
                    f"Labels are {', '.join(ANALYSIS_LABELS)}.",
                )


def _check_templates(catalog: Catalog) -> None:
    for template in catalog.templates.values():
        for label in template.intents:
            if label not in catalog.intents or template.name not in catalog.intents[label].family:
                raise RegistryError(
                    f"{template.name}.yaml names the intent {label!r}, whose family does not name it",
                    "Each must name the other.",
                )
        for name in (*template.tools, *(step.tool for step in template.steps), *template.defaults):
            if name not in catalog.tools:
                raise RegistryError(
                    f"{template.name}.yaml: there is no tool {name!r}",
                    did_you_mean(name, tuple(catalog.tools), "tools"),
                )
        for step in template.steps:
            if step.tool not in template.tools:
                raise RegistryError(
                    f"{template.name}.yaml: step {step.id!r} uses {step.tool!r}, which is not in its tools",
                    "Add it to the tools of the template.",
                )
            _check_params(f"{template.name}.yaml: step {step.id!r} gives", catalog.tools[step.tool], step.params)
        for name, params in template.defaults.items():
            _check_params(f"{template.name}.yaml: the defaults give", catalog.tools[name], params)


def _check_params(who: str, tool: Tool, params: Iterable[str]) -> None:
    for param in params:
        if param not in tool.params:
            raise RegistryError(
                f"{who} {tool.name} a param {param!r}", did_you_mean(param, tuple(tool.params), "params")
            )
