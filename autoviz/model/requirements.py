"""Requirements: what the question asks for, as a closed schema, and how its words were read."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar, get_args

from pydantic import Field, model_validator

from autoviz.model.base import Value
from autoviz.model.labels import Aggregate, AnalysisLabel, Grain, Layout, Mark, Operator, Order, Output
from autoviz.model.naming import ColumnName, columns_in, with_columns
from autoviz.model.profile import Scalar
from autoviz.model.query_views import VIEWS, views_of
from autoviz.query.language import Query
from autoviz.query.stations import station_key, stations_of

C = TypeVar("C", bound=Value)


class Filter(Value):
    """One typed condition on a column."""

    kind: Literal["filter"] = "filter"
    column: ColumnName
    op: Operator
    value: Scalar | tuple[Scalar, ...] = None

    @model_validator(mode="after")
    def _value_fits_operator(self) -> Filter:
        many = isinstance(self.value, tuple)
        if self.op in ("in", "not in") and not many:
            raise ValueError(f"{self.op!r} takes a list of values")
        if self.op == "between" and not (isinstance(self.value, tuple) and len(self.value) == 2):
            raise ValueError("'between' takes two values, the lower and the upper")
        if self.op in ("is null", "not null") and self.value is not None:
            raise ValueError(f"{self.op!r} takes no value")
        if many and self.op not in ("in", "not in", "between"):
            raise ValueError(f"{self.op!r} takes one value")
        return self


class AnyOf(Value):
    """Conditions of which at least one must hold."""

    kind: Literal["any_of"] = "any_of"
    filters: tuple[Filter, ...] = Field(min_length=2)


Filters = tuple[Annotated[Filter | AnyOf, Field(discriminator="kind")], ...]
"""Conditions that must all hold: the type of every param of the type filters."""


class Having(Value):
    """A condition on a group's aggregate, after grouping."""

    kind: Literal["having"] = "having"
    metric: ColumnName | None = None
    func: Aggregate
    op: Operator
    value: float | tuple[float, float]


class Limit(Value):
    """Only the first n, in this order of the metric."""

    kind: Literal["limit"] = "limit"
    n: int = Field(ge=1)
    order: Order = "desc"


class Sort(Value):
    """The order of the result: by a column's name, or by the axis it lies on."""

    kind: Literal["sort"] = "sort"
    by: ColumnName
    order: Order = "asc"


class Aggregation(Value):
    """How a metric is summarised; no metric means rows are counted."""

    kind: Literal["aggregate"] = "aggregate"
    metric: ColumnName | None = None
    func: Aggregate
    quantile: float | None = Field(default=None, gt=0, lt=1)


class Window(Value):
    """A rolling window of n periods."""

    kind: Literal["window"] = "window"
    n: int = Field(ge=2)


class Change(Value):
    """A change against the previous period or the same period a year before."""

    kind: Literal["change"] = "change"
    base: Literal["previous period", "previous year"] = "previous period"
    relative: bool = False


class Derive(Value):
    """A new metric from columns: `name = op(columns)`."""

    kind: Literal["derive"] = "derive"
    op: Literal["sum", "difference", "product", "ratio"]
    columns: tuple[ColumnName, ...] = Field(min_length=2)
    name: str


class Bins(Value):
    """Into how many bins a numeric column is cut, or how wide each is."""

    kind: Literal["bins"] = "bins"
    column: ColumnName | None = None
    n: int | None = Field(default=None, ge=1, le=1000)
    width: float | None = Field(default=None, gt=0)

    @model_validator(mode="after")
    def _number_or_width(self) -> Bins:
        if (self.n is None) == (self.width is None):
            raise ValueError("bins take a number or a width")
        return self


class ChartWish(Value):
    """The chart as far as the user states it."""

    kind: Literal["chart"] = "chart"
    mark: Mark | None = None
    x: ColumnName | None = None
    y: ColumnName | None = None
    color: ColumnName | None = None
    facet: ColumnName | None = None
    size: ColumnName | None = None
    label: ColumnName | None = None
    """What each point is."""
    layout: Layout | None = None
    trend: bool = False
    """Whether a trend line is asked for among the points."""


class Cumulative(Value):
    """Metrics added up from the first period to each."""

    kind: Literal["cumulative"] = "cumulative"


class Distinct(Value):
    """Doubled rows counted once: those that agree in these columns, or in all of them."""

    kind: Literal["distinct"] = "distinct"
    columns: tuple[ColumnName, ...] = ()


class Missing(Value):
    """What becomes of missing values in these columns, or in those that the question uses."""

    kind: Literal["missing"] = "missing"
    how: Literal["drop", "value", "mean", "median", "mode", "previous"]
    columns: tuple[ColumnName, ...] = ()
    value: Scalar = None

    @model_validator(mode="after")
    def _value_where_one_is_filled_in(self) -> Missing:
        if (self.how == "value") != (self.value is not None):
            raise ValueError("a value is given where, and only where, missing values are filled with it")
        return self


class Sample(Value):
    """A random part of the rows: so many, or this share of them."""

    kind: Literal["sample"] = "sample"
    n: int | None = Field(default=None, ge=1)
    fraction: float | None = Field(default=None, gt=0, le=1)

    @model_validator(mode="after")
    def _number_or_share(self) -> Sample:
        if (self.n is None) == (self.fraction is None):
            raise ValueError("a sample takes a number of rows or a share of them")
        return self


class WithoutOutliers(Value):
    """Rows left out whose values of these columns, or of those that are measured, lie far from the usual."""

    kind: Literal["without_outliers"] = "without_outliers"
    columns: tuple[ColumnName, ...] = ()
    method: Literal["iqr", "zscore", "mad"] | None = None
    threshold: float | None = Field(default=None, gt=0)


class AgainstRest(Value):
    """The rows that the conditions choose are one group, and all others another; none is left out."""

    kind: Literal["against_rest"] = "against_rest"
    filters: Filters = ()
    name: str = "group"
    """The column that says to which of the two a row belongs."""


Method = Literal[
    "skew", "kurtosis", "normality", "shapiro", "iqr", "zscore", "mad", "means", "variance", "ranks", "pearson",
    "spearman", "independent", "share",
]  # fmt: skip
"""How a statistic is found, where the question names it: `variance` is that of groups around their means (ANOVA),
`ranks` the test by Mann and Whitney of two groups, or by Kruskal and Wallis of more; `independent` is the claim that
columns do not go together; `share` tells what is missing as a part of all."""


class Statistic(Value):
    """A finding asked for in its own right, of these columns or of those that the question uses.

    How complete the data is, which rows are repeated, whether groups differ beyond chance, below which values given
    shares of the rows lie, whether a course has a trend, a season and turning points; what shape a distribution has,
    whether columns of names or numbers go together, at which percentile a value lies, how outliers are told.
    """

    kind: Literal[
        "completeness", "duplicates", "significance", "percentiles", "seasonality", "shape", "association",
        "relation", "standing", "outliers",
    ]  # fmt: skip
    columns: tuple[ColumnName, ...] = ()
    method: Method | None = None
    value: float | None = None
    """The value whose percentile is asked for, or how far from the usual an outlier lies."""
    alpha: float | None = Field(default=None, ge=0, lt=1)
    """Below which p a finding counts as more than chance."""
    confidence: float | None = Field(default=None, ge=0, lt=1)
    """How sure intervals are to hold what is estimated."""


class SavePath(Value):
    """A file that the user named for the result."""

    kind: Literal["save"] = "save"
    path: str


Constraint = Annotated[
    Filter
    | AnyOf
    | Having
    | Limit
    | Sort
    | Aggregation
    | Window
    | Change
    | Derive
    | Bins
    | ChartWish
    | Cumulative
    | Distinct
    | Missing
    | Sample
    | WithoutOutliers
    | AgainstRest
    | Statistic
    | SavePath,
    Field(discriminator="kind"),
]


CONSTRAINTS: tuple[str, ...] = tuple(
    kind for noun in get_args(get_args(Constraint)[0]) for kind in get_args(noun.model_fields["kind"].annotation)
)
"""What a constraint may be called."""


class Link(Value):
    """How a phrase of the question was read."""

    phrase: str
    target: str
    kind: Literal[
        "name", "plural", "fuzzy", "abbreviation", "synonym", "value", "alias", "number", "date", "label", "type",
        "side",
    ]
    score: float = Field(ge=0, le=1)
    value: Scalar = None
    """The cell value meant, where the phrase names one."""
    alternative: str | None = None
    """The next best target, where it came close."""


class Time(Value):
    """The time axis that the question asks for."""

    column: ColumnName
    grain: Grain = "unknown"


def _kind(constraint: Any) -> str | None:
    """The kind of a constraint, checked already or not yet."""
    found = constraint.get("kind") if isinstance(constraint, dict) else getattr(constraint, "kind", None)
    return found if isinstance(found, str) else None


class Requirements(Value):
    """What the question asks for and nothing beyond it."""

    metrics: tuple[ColumnName, ...] = ()
    group_by: tuple[ColumnName, ...] = ()
    time: Time | None = None
    analysis: tuple[AnalysisLabel, ...] = ()
    outputs: tuple[Output, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    links: tuple[Link, ...] = ()
    not_found: tuple[str, ...] = ()
    """Phrases that seem to name a column or value that the frame does not have, with the nearest names."""
    assumed: tuple[str, ...] = ()
    """What the question left open and how it was settled, a sentence each."""
    unused: tuple[str, ...] = ()
    """Values, numbers, dates and names of columns that stand in the question and play no part in the reading."""
    usual_chart: Mark | None = None
    """The chart that the template draws where the question names none; without it labels and columns decide."""
    query: Query | None = None
    """What is asked in the closed language, where the reader says it there; the fields above are views of it then."""

    @model_validator(mode="before")
    @classmethod
    def _fields_are_views_of_the_query(cls, given: Any) -> Any:
        """Metrics, groups, time and the constraints that a Query says follow from it, whatever was said of them."""
        query = given.get("query") if isinstance(given, dict) else None
        if query is None or not isinstance(given.get("constraints", ()), list | tuple):
            return given
        held = query if isinstance(query, Query) else Query.model_validate(query)
        beside = tuple(item for item in given.get("constraints", ()) if _kind(item) not in VIEWS)
        views = views_of(held)
        constraints = (*views.pop("constraints", ()), *beside)
        return {**given, **views, "query": held, "constraints": constraints}

    def renamed(self, old: str, new: str) -> Requirements:
        """The same of another column, wherever the first one stood; links stay as they were read."""
        return with_columns(self, lambda name: new if name == old else name)

    def assuming(self, *told: str) -> Requirements:
        """The same with these sentences among what is assumed, each once."""
        return self.replaced(assumed=tuple(dict.fromkeys((*self.assumed, *told)))) if told else self

    def drawn_as(self, mark: Mark | None, layout: Layout | None = None) -> Requirements:
        """The same with this chart, as if the question had named it."""
        stated = self.constraint(ChartWish) or ChartWish()
        wish = stated.replaced(mark=mark or stated.mark, layout=layout or (stated.layout if mark is None else None))
        others = tuple(item for item in self.constraints if not isinstance(item, ChartWish))
        output = "table" if mark == "table" else "chart"
        kept = [item for item in self.outputs if item != "chart" or mark != "table"]
        return self.replaced(constraints=(*others, wish), outputs=tuple(dict.fromkeys((*kept, output))))

    def constraint(self, kind: type[C]) -> C | None:
        """The first constraint of this kind."""
        return next(iter(self.all(kind)), None)

    def statistic(self, kind: str) -> Statistic | None:
        """The statistic of this kind, where it is asked for."""
        return next((item for item in self.all(Statistic) if item.kind == kind), None)

    def all(self, kind: type[C]) -> tuple[C, ...]:
        """All constraints of this kind, in the order of the question."""
        return tuple(item for item in self.constraints if isinstance(item, kind))

    @property
    def columns(self) -> tuple[str, ...]:
        """Every column that the requirements name, once each."""
        time = (self.time.column,) if self.time else ()
        return tuple(dict.fromkeys((*self.metrics, *self.group_by, *time)))

    @property
    def named(self) -> tuple[str, ...]:
        """Every column that stands anywhere in them, once each; names that they make themselves are left out."""
        made = {item.name for item in self.all(Derive)} | {item.name for item in self.all(AgainstRest)}
        axes = {item.by for item in self.all(Sort) if item.by in ("x", "y")}
        return tuple(name for name in dict.fromkeys(columns_in(self)) if name not in made | axes)

    @property
    def keys(self) -> tuple[str, ...]:
        """The requirement keys that a plan must serve, in the order of the schema."""
        if self.query is not None:
            return tuple(map(station_key, stations_of(self.query)))
        fields = [
            name
            for name, asked in (("metrics", self.metrics), ("group_by", self.group_by), ("time", self.time))
            if asked
        ]
        labels = [f"analysis.{label}" for label in self.analysis]
        outputs = [f"outputs.{output}" for output in self.outputs]
        constraints = [f"constraints.{item.kind}" for item in self.constraints]
        return tuple(dict.fromkeys((*fields, *labels, *outputs, *constraints)))
