"""Settings: every number and switch that a user may change, validated in one place."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, SecretStr, ValidationError, field_validator

from autoviz.errors import SettingsError, did_you_mean
from autoviz.model.asking import STAGE_DEFAULTS, ModelStage, StageSettings, with_defaults
from autoviz.model.base import Value
from autoviz.model.labels import AnswerStyle


class Settings(Value):
    """The limits, thresholds and choices of one question."""

    reader: Literal["auto", "embedded", "planner", "llm"] = "auto"
    """`auto` is the planner where it is installed and its model fetched, else the embedded reader."""
    planner_model: str = ""
    """Its model: a GGUF file, a folder with one, or the address of a server that serves it; empty means
    AUTOVIZ_PLANNER_MODEL, else what get-model fetched."""
    planner_adapter: str = ""
    """What tunes that model to the query language, a LoRA in a GGUF file; empty means AUTOVIZ_PLANNER_ADAPTER, else the
    one in the package."""
    strategy: Literal["staged", "streamlined"] = "staged"
    """`staged` reads, plans and proves one after the other; `streamlined` lets a model do it in one build step."""
    engine: Literal["auto", "pandas", "duckdb"] = "auto"
    """Where the steps on a pandas frame run."""
    duckdb_rows: int = Field(default=2_000_000, ge=1_000)
    """A pandas frame with at least this many rows is scanned by DuckDB (engine auto)."""
    embedding_model: str = "autoviz-reader"
    """Our own encoder by default; any other name is a sentence-transformers model found on this machine."""
    shortlist_cap: int = Field(default=10, ge=8, le=12)
    """How many tools a plan may choose among; what the question needs is kept beyond it."""
    tries: int = Field(default=3, ge=1, le=10)
    """Tries per question, the first included."""
    intent_floor: float = Field(default=0.3, ge=0, le=1)
    """A further intent with at least this confidence makes a plan of its own."""
    confidence_threshold: float = Field(default=0.5, ge=0, le=1)
    """A reading that is less sure is called a guess beside its answer, and is not asked about."""
    follow_threshold: float = Field(default=0.6, ge=0, le=1)
    """A question at least so likely to refer back to the one before is a follow-up; in doubt it starts fresh."""
    reuse_similarity: float = Field(default=0.8, ge=0, le=1)
    """A question at least so similar to an earlier one may use its plan, if it asks for the very same."""
    tie_margin: float = Field(default=0.08, ge=0, le=1)
    """Two likely readings closer than this are a tie, and a tie is asked about."""
    max_steps: int = Field(default=40, ge=1, le=200)
    """A plan with more steps is refused."""
    max_items: int = Field(default=10, ge=1, le=1000)
    """So many values of a list an answer tells, and then how many more there are."""
    max_groups: int = Field(default=4, ge=1, le=100)
    """So many groups with values of their own, such as courses over time."""
    max_paragraphs: int = Field(default=4, ge=1, le=100)
    """So many paragraphs, one for each finding."""
    answer_style: AnswerStyle = "auto"
    """How the answer is told; auto takes a sentence, or lines where groups lie within groups."""
    row_limit: int = Field(default=50_000_000, ge=1)
    """A frame with more rows than this is refused before any step runs."""
    time_limit: float | None = Field(default=None, gt=0)
    """Seconds that the steps of one question may take together."""
    save_anywhere: bool = False
    """Whether a question may name a file outside the working folder."""
    share_values: bool = False
    """Whether cell values may be sent to a model."""
    model_url: str = ""
    """An OpenAI-compatible server; empty means AUTOVIZ_LLM_URL, else vLLM's own port on this machine."""
    model_name: str = ""
    """Empty means AUTOVIZ_LLM_MODEL, else the first model that the server lists."""
    model_key: SecretStr | None = Field(default=None, exclude=True, repr=False)
    """The key of a hosted server; None means AUTOVIZ_LLM_KEY. It is never shown, logged or written."""
    second_model: str = ""
    """A model to ask when the first fails."""
    second_url: str = ""
    """Its server; empty means the same one."""
    model_only: bool = False
    """With the model reader: fail where the model fails, instead of going on with the embedded reader."""
    model_grammar: bool = True
    """Whether the server is asked to force replies into their schema; servers that cannot are noticed."""
    model_timeout: float = Field(default=60.0, gt=0, le=3600)
    """Seconds that one request may take."""
    model_budget: float = Field(default=120.0, gt=0, le=3600)
    """Seconds that all requests of one question may take together."""
    model_cache: bool = True
    """Whether replies are kept on this machine, so that a notebook runs again without asking again."""
    model_examples: int = Field(default=3, ge=0, le=8)
    """How many examples from the registry go before the question, the nearest in meaning."""
    model_critique: bool = False
    """Whether a model is asked what a covered plan lacks; it can add gaps and never takes one away."""
    task_analysis: bool = False
    """Whether a model sizes the question up before it is read."""
    model_calls: int = Field(default=4, ge=0, le=4)
    """How often the streamlined strategy may look something up before it builds."""
    model_stages: dict[ModelStage, StageSettings] = {}
    """Model, temperature, max_tokens, tries and threshold of single stages, where they differ from the defaults."""

    @field_validator("model_stages", mode="before")
    @classmethod
    def _each_with_its_defaults(cls, given: Any) -> Any:
        return with_defaults(given)

    def asking(self, stage: ModelStage) -> StageSettings:
        """How a model is asked in this stage, every blank filled in."""
        stated = self.model_stages.get(stage) or StageSettings(**STAGE_DEFAULTS[stage])
        return stated.replaced(
            tries=self.tries if stated.tries is None else stated.tries,
            threshold=self.confidence_threshold if stated.threshold is None else stated.threshold,
        )


PORTABLE: tuple[str, ...] = (
    "engine", "duckdb_rows", "shortlist_cap", "tries", "intent_floor", "confidence_threshold", "follow_threshold",
    "reuse_similarity", "tie_margin", "max_steps", "max_items", "max_groups", "max_paragraphs", "answer_style",
    "row_limit", "time_limit",
)  # fmt: skip
"""Settings that a file may carry. All others reach outside (a server, a key, what may be sent, a model to load) and
come from the user alone: whoever hands a file over must not choose where cells go."""


def settings_from(changes: dict[str, Any]) -> Settings:
    """Settings with these changes, or an error that names the setting and its range."""
    known = tuple(Settings.model_fields)
    for name in changes:
        if name not in known:
            raise SettingsError(f"There is no setting {name!r}", did_you_mean(name, known, "settings"))
    try:
        return Settings(**changes)
    except ValidationError as error:
        problem = error.errors()[0]
        setting = str(problem["loc"][0])
        name = ".".join(str(part) for part in problem["loc"])
        given = "what was given" if setting == "model_key" else repr(problem["input"])
        raise SettingsError(
            f"The setting {name} cannot be {given}: {problem['msg']}",
            f"Its default is {Settings.model_fields[setting].default!r}.",
        ) from (None if setting == "model_key" else error)
