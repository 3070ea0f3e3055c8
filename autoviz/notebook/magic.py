"""The magics `%%autoviz` and `%autoviz`: a question in a cell becomes an Analysis, shown and handed back."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import traitlets
from IPython.core.magic import no_var_expand
from pydantic import SecretStr
from traitlets.config import Configurable

from autoviz.accessor import register
from autoviz.errors import AutovizError, QuestionError, did_you_mean, nearest
from autoviz.model.settings import Settings, settings_from
from autoviz.notebook.asking import Asked, ask_frames
from autoviz.notebook.commands import COMMANDS, NAMES, show_help
from autoviz.notebook.completion import columns_of, matcher
from autoviz.notebook.conversations import Conversations
from autoviz.notebook.live import Live
from autoviz.notebook.namespace import frame_names, is_named, named_frames
from autoviz.notebook.options import Request, read_line
from autoviz.notebook.overview import show_overview
from autoviz.notebook.progress import Progress
from autoviz.notebook.running import Watch, run_watched
from autoviz.notebook.theme import Theme
from autoviz.notebook.unasked import unasked, with_body
from autoviz.notebook.view import Look, Slots, publish, render
from autoviz.readers.meanwhile import meanwhile

if TYPE_CHECKING:
    from autoviz.analysis import Analysis
    from autoviz.editing import Edits
    from autoviz.replaying import Replay

_OFF = ("0", "false", "no", "")


class _Secret(traitlets.Any):
    """A key: hidden the moment it is set, so that `%config AutoViz` does not show it."""

    def validate(self, obj: Any, value: Any) -> Any:
        return SecretStr(value) if isinstance(value, str) else value


_SETTINGS: Any = type(
    "_SettingTraits",
    (Configurable,),
    {
        name: (_Secret if name == "model_key" else traitlets.Any)(field.default).tag(config=True)
        for name, field in Settings.model_fields.items()
    },
)
"""One trait per setting, without a type: `%config` only logs a bad value, so they are checked when a question runs."""


class DebugError(Exception):
    """With --debug: what failed, shown with the whole traceback."""


class AutoViz(_SETTINGS):  # type: ignore[misc]
    """Settings of the magics; each field of autoviz's own settings is one too."""

    live = traitlets.Bool(True, help="show progress and the live bar; AUTOVIZ_LIVE=0 turns both off").tag(config=True)
    confirm = traitlets.Bool(False, help="show every plan before it runs, as --confirm does").tag(config=True)
    theme = traitlets.Enum(("auto", "light", "dark"), "auto", help="how charts are drawn").tag(config=True)
    fallback = traitlets.Enum(
        ("auto", "table", "image", "interactive", "picture"),
        "auto",
        help="what stands for a chart where plotly cannot draw; picture: the one that the Lab saves with the notebook",
    ).tag(config=True)
    rows = traitlets.Int(8, min=1, help="rows of a table that are shown").tag(config=True)
    warm = traitlets.Bool(True, help="load the reader in the background with %load_ext").tag(config=True)

    def __init__(self, shell: Any) -> None:
        super().__init__(parent=shell)
        self.shell = shell
        self.latest: Live | None = None
        self.conversations = Conversations()
        self.browser = Theme()
        self._look_now = Look()
        self._just_shown: tuple[int, int] | None = None

    def autoviz(self, line: str, cell: str | None = None) -> Analysis | None:
        """Ask a frame a question: `%%autoviz df` with the question under it; `%autoviz help` lists the rest."""
        try:
            return self._command(line) if cell is None else self._ask(line, cell)
        except AutovizError as error:
            if "--debug" in line.split():
                raise DebugError(str(error)) from error
            raise

    def _command(self, line: str) -> Analysis | None:
        """A subcommand, or a question on one line."""
        first, _, words = line.strip().partition(" ")
        if first in NAMES:
            result = COMMANDS[first].run(self, words.rstrip(";"))
            return self._handed_back(result) if result is not None else None
        if first:
            self._refuse_unknown(first, words)
            return self._ask(line, None)
        show_overview(self)
        return None

    def _refuse_unknown(self, first: str, words: str) -> None:
        """A line that starts like a subcommand is no question, unless its first word is a column or names a frame."""
        if first.startswith("-") or self._is_frame(first) or self._is_column(first):
            return
        if not words.strip() or nearest(first, NAMES, 1):
            hint = f"{did_you_mean(first, NAMES, 'subcommands')} A question names its frame: %autoviz df {first} …"
            raise QuestionError(f"There is no subcommand {first!r}", hint)

    def _is_column(self, word: str) -> bool:
        space = self.shell.user_ns
        known = {part.casefold() for name in frame_names(space) for part in columns_of(space[name])}
        return word.casefold() in known

    def _ask(self, line: str, cell: str | None) -> Analysis | None:
        request = read_line(line, self._is_frame, cell)
        if request.options.help:
            show_help(self, "")
            return None
        settings = self._settings(request.options)
        frames = named_frames(request.frames, self.shell.user_ns)
        if not request.question:
            raise unasked(frames, self.shell.user_ns, in_cell=cell is not None)
        self._freeze()
        confirm = (request.options.confirm or self.confirm) and not request.options.yes
        only_plan = confirm or request.options.dry_run

        def work(watch: Watch) -> Asked:
            space = self.shell.user_ns
            kept = self.conversations
            return ask_frames(kept, frames, space, request, watch=watch, only_plan=only_plan, settings=settings)

        asked, slots, progress = self._run(work, only_plan=only_plan, silent=request.silent)
        look = self._look(request.options, asked.notes)
        live = self._present(asked.analysis, asked.base, asked.edits, slots, look, progress, confirm, request)
        return self._handed_back(live.analysis)

    def _is_frame(self, word: str) -> bool:
        return is_named(word, self.shell.user_ns)

    def _settings(self, options: Namespace) -> dict[str, Any]:
        """Settings that differ from their defaults, checked now."""
        given = {name: getattr(self, name) for name in Settings.model_fields}
        stated = {name: getattr(options, name) for name in ("reader", "engine", "strategy")}
        given |= {name: value for name, value in stated.items() if value is not None}
        changed = {name: v for name, v in given.items() if v != Settings.model_fields[name].default}
        settings_from(changed)
        return changed

    def settings_told(self) -> list[tuple[str, Any, str]]:
        """Each setting with its value and what it does."""
        own = ("live", "confirm", "theme", "fallback", "rows", "warm")
        listed = [(name, getattr(self, name), self.trait_metadata(name, "help") or "") for name in own]
        return listed + [(name, getattr(self, name), "") for name in Settings.model_fields]

    @property
    def is_live(self) -> bool:
        """Whether there is a front end that may be clicked in."""
        allowed = os.environ.get("AUTOVIZ_LIVE", "1").strip().lower() not in _OFF
        return bool(self.live) and allowed and getattr(self.shell, "kernel", None) is not None

    def _run(self, work: Callable[[Watch], Any], *, only_plan: bool, silent: bool) -> tuple[Any, Slots, Progress]:
        """Do the work with progress in the first output of the cell."""
        slots = Slots()
        progress = Progress(slots, live=self.is_live and not silent, only_plan=only_plan)
        try:
            return run_watched(work, progress.tell), slots, progress
        except BaseException:
            progress.fail()
            raise

    def _present(
        self,
        analysis: Analysis,
        base: Analysis,
        edits: Edits,
        slots: Slots,
        look: Look,
        progress: Progress,
        confirm: bool,
        request: Request | None,
        part: int = 1,
    ) -> Live:
        """Show the analysis and keep it as the latest one."""
        name = request.options.output if request else None

        session = self.conversations.latest

        def changed(new: Analysis) -> None:
            if name:
                self.shell.user_ns[name] = new
            if session is not None:
                session.adopt(new)

        live = Live(
            analysis, base, edits, slots, look,
            theme=self.browser, confirm=confirm, part=part, panel=progress.panel, session=session, changed=changed,
        )  # fmt: skip
        changed(analysis)
        self.latest, self._look_now = live, look
        if request is None or not request.silent:
            live.show()
        return live

    def _look(self, options: Namespace, notes: tuple[str, ...]) -> Look:
        return Look(
            mode=self.browser.mode(self.theme),
            fallback=self._fallback(),
            quiet=options.quiet,
            verbose=options.verbose,
            teach=options.teach,
            hide=options.hide or "",
            rows=self.rows,
            notes=notes,
        )

    def _fallback(self) -> str:
        """What a page without plotly shows: where a Jupyter server runs the kernel, the picture that its Lab saves.

        A kernel that nbconvert or papermill started has nobody who draws, so its charts bring plotly's code along.
        """
        if self.fallback != "auto":
            return str(self.fallback)
        if getattr(self.shell, "kernel", None) is None:
            return "table"
        return "picture" if "JPY_SESSION_NAME" in os.environ else "interactive"

    def need_latest(self) -> Live:
        """The latest answer, or an error that says how to get one."""
        if self.latest is None:
            raise QuestionError("Nothing has been asked yet", "Ask first: %%autoviz df, and the question under it.")
        return self.latest

    def edit(self, **changes: Any) -> Analysis:
        """The latest answer with a correction, shown in this cell."""
        live = self.need_latest()
        edits = live.edited(**changes)
        return self.change(
            lambda watch: (live.base.revised(edits, only_plan=live.confirm, watch=watch), live.base), edits=edits
        )

    def change(
        self,
        work: Callable[[Watch], tuple[Analysis, Analysis]],
        *,
        edits: Edits | None = None,
        approve: bool = False,
    ) -> Analysis:
        """A new analysis and its base from the latest one, shown in this cell; what fails leaves the latest one."""
        before = self.need_latest()
        confirm = before.confirm and not approve
        (analysis, base), slots, progress = self._run(work, only_plan=confirm, silent=False)
        before.freeze()
        kept = edits or before.edits
        live = self._present(analysis, base, kept, slots, self._look_now, progress, confirm, None, before.part)
        return live.analysis

    def show_again(self, analysis: Analysis) -> Analysis:
        """An analysis from before, shown in this cell as the latest one."""
        from autoviz.editing import Edits

        return self.change(lambda watch: (analysis, analysis), edits=Edits(), approve=True)

    def _freeze(self) -> None:
        if self.latest is not None:
            self.latest.freeze()

    def _handed_back(self, analysis: Analysis) -> Analysis:
        self._just_shown = (id(analysis), self.shell.execution_count)
        return analysis

    def display(self, analysis: Analysis) -> None:
        """How IPython displays an Analysis; one that the magic has shown in this very cell is not shown again."""
        shown, self._just_shown = self._just_shown, None
        if shown != (id(analysis), self.shell.execution_count):
            render(analysis, Slots(), Look(self.browser.mode(self.theme), self._fallback(), rows=self.rows))

    def display_replay(self, again: Replay) -> None:
        """How IPython displays a Replay: what has changed, then the answer with its chart."""
        publish({"text/html": again.told, "text/plain": str(again)})
        if again.analysis is not None:
            self.display(again.analysis)


no_var_expand(AutoViz.autoviz)


def load(shell: Any) -> None:
    """Add the magics, their completion and the display of an Analysis; warm the reader in the background."""
    unload(shell)
    magic = AutoViz(shell)
    shell.configurables.append(magic)
    shell.register_magic_function(magic.autoviz, magic_kind="line_cell", magic_name="autoviz")
    displayed = shell.display_formatter.ipython_display_formatter
    displayed.for_type_by_name("autoviz.analysis", "Analysis", magic.display)
    displayed.for_type_by_name("autoviz.replaying", "Replay", magic.display_replay)
    register()

    magic.matcher = matcher(shell.user_ns)
    shell.Completer.custom_matchers.append(magic.matcher)
    shell.input_transformers_cleanup.insert(0, with_body)
    if magic.is_live:
        import autoviz.notebook.widget  # noqa: F401 - so that the first question shows its progress at once
    if magic.warm:
        told = {name: str(getattr(magic, name)) for name in ("embedding_model", "reader", "planner_model")}
        meanwhile(lambda: _warm(told))


def _warm(settings: dict[str, str]) -> None:
    """Import and load what a first question needs; what goes wrong here is told when a question is asked."""
    from autoviz.readers.graphs import open_soon

    open_soon()
    import autoviz.analysis  # noqa: F401
    from autoviz.readers.default import warm

    warm(settings_from(settings))


def unload(shell: Any) -> None:
    """Take everything away again."""
    for magic in [item for item in shell.configurables if isinstance(item, AutoViz)]:
        magic._freeze()
        shell.configurables.remove(magic)
        shell.Completer.custom_matchers.remove(magic.matcher)
        shell.input_transformers_cleanup.remove(with_body)
        shell.magics_manager.magics["line"].pop("autoviz", None)
        shell.magics_manager.magics["cell"].pop("autoviz", None)
        displayed = shell.display_formatter.ipython_display_formatter.deferred_printers
        for name in (("autoviz.analysis", "Analysis"), ("autoviz.replaying", "Replay")):
            displayed.pop(name, None)
