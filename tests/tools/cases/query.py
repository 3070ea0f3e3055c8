"""Cases of the tools that carry out a Query: expressions, measures, windows, order, and two tables at once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from autoviz.query.language import (
    DATE_NAMES,
    DATE_PARTS,
    PERIODS,
    UNITS,
    Aggregate,
    Call,
    Cases,
    Column,
    Constant,
    Moment,
    Named,
    Sort,
    When,
    Window,
)


def things() -> pd.DataFrame:
    """Numbers, texts, dates and flags, each with something missing."""
    return pd.DataFrame(
        {
            "id": range(1, 9),
            "i": [7, -7, 3, 0, 12, -1, 7, 250],
            "j": [2, 2, -2, 0, 5, 3, 2, 7],
            "f": [1.5, -2.5, np.nan, 0.0, 2.675, 1e6, 0.125, -0.5],
            "g": [2.0, 2.0, 1.0, 0.0, -1.5, 3.0, np.nan, 0.5],
            "t": ["a-b-c", None, "Hello", " 12.5 ", "x", "2.5", "hello (again)", "Ärger"],
            "s": ["2024-01-31", "2023-02-30", "x", None, "2024/2/9 9:05", "2024-02-29T23:59:59.25", " 1999-12-31 ", ""],
            "u": ["31/01/2024", "30/02/2024", None, "1/2/2023", "05/06/2021", "soon", "12/12/2012", ""],
            "d": _times("2024-12-30 10:11:12.5", "2021-01-03", None, "1969-12-31 23:00", "2024-02-29",
                        "2020-05-31 12:00", "2023-01-01", "2000-02-29 23:59:59"),
            "e": _times("2024-01-30", "2021-03-03 05:00", "2020-01-01", None, "2025-02-28", "2020-06-30",
                        "2022-12-25 13:30", "2000-03-01"),
            "b": pd.Series([True, False, None, True, False, None, True, True], dtype=object),
            "p": [True, False, True, True, False, False, True, False],
            "k": pd.Categorical(["u", "v", None, "u", "w", "v", "u", "w"]),
        }
    )  # fmt: skip


def sales() -> pd.DataFrame:
    """A year and a half of sales; a region, a date and some amounts are missing."""
    random = np.random.default_rng(11)
    count = 90
    frame = pd.DataFrame(
        {
            "id": range(count),
            "date": pd.Timestamp("2023-02-09 08:00") + pd.to_timedelta(random.integers(0, 500 * 24, count), unit="h"),
            "region": random.choice(["North", "South", "East"], count),
            "product": pd.Categorical(random.choice(["chair", "desk", "lamp"], count)),
            "revenue": random.normal(100, 30, count).round(2),
            "units": random.integers(0, 9, count),
            "online": random.random(count) < 0.4,
        }
    )
    frame["date"] = frame["date"].dt.as_unit("us")
    frame.loc[::17, "revenue"] = np.nan
    frame.loc[5::20, "region"] = None
    frame.loc[33, "date"] = pd.NaT
    frame.loc[frame["region"].eq("East") & frame["product"].eq("lamp"), "revenue"] = np.nan
    return frame


def _times(*texts: str | None) -> Any:
    given: Any = list(texts)
    return pd.to_datetime(given, format="ISO8601").as_unit("us")


def with_average() -> tuple[pd.DataFrame, pd.DataFrame]:
    return things(), pd.DataFrame({"average": [1.25], "other": [7]})


def with_nothing() -> tuple[pd.DataFrame, pd.DataFrame]:
    return things(), pd.DataFrame({"average": pd.Series([], dtype=float)})


def with_date() -> tuple[pd.DataFrame, pd.DataFrame]:
    return things(), pd.DataFrame({"last": _times("2024-02-29 10:00")})


def members(*values: object) -> Any:
    return lambda: (things(), pd.DataFrame({"member": pd.Series(list(values), dtype=None if values else "str")}))


def two_summaries() -> tuple[pd.DataFrame, pd.DataFrame]:
    left = pd.DataFrame({"region": ["North", "South", None, "East"], "year": [1, 1, 1, 2], "total": [1.0, 2, 3, 4]})
    right = pd.DataFrame({"region": ["South", "North", None, "North"], "year": [1, 1, 1, 2],
                          "total": [5.0, np.nan, 7.0, 8.0], "rows": [1, 2, 3, 4]})  # fmt: skip
    return left, right


def two_lists() -> tuple[pd.DataFrame, pd.DataFrame]:
    left = pd.DataFrame({"name": ["a", None, "c"], "value": [1, 2, 3]})
    return left, pd.DataFrame({"label": ["x", "a"], "amount": [0.5, np.nan]})


def col(name: str) -> Column:
    return Column(name=name)


def call(op: Any, *args: Any) -> Call:
    return Call(op=op, args=tuple(_expr(item) for item in args))


def _expr(item: Any) -> Any:
    return item if hasattr(item, "model_dump") else Constant(value=item)


def when(condition: Any, value: Any, otherwise: Any = None) -> Cases:
    """One case, and what it is otherwise."""
    return Cases(whens=(When(condition=condition, value=_expr(value)),), otherwise=_expr(otherwise))


def agg(func: Any, *args: Any, **more: Any) -> Aggregate:
    return Aggregate(func=func, args=tuple(col(item) if isinstance(item, str) else item for item in args), **more)


def window(func: Any, *args: str, within: tuple[str, ...] = (), along: tuple[Any, ...] = (), **more: Any) -> Window:
    order = tuple(item if isinstance(item, Sort) else Sort(expr=col(item)) for item in along)
    keys = tuple(map(col, within))
    return Window(func=func, args=tuple(map(col, args)), within=keys, along=order, **more)


def down(name: str, **more: bool) -> Sort:
    return Sort(expr=col(name), descending=True, **more)


def named(**values: Any) -> list[dict[str, Any]]:
    """Values as a plan holds them: dumped."""
    return [Named(name=name, expr=_expr(value)).model_dump() for name, value in values.items()]


def case(name: str, frame: Any = things, /, **params: object) -> dict[str, Any]:
    return {"name": name, "frame": frame, "params": params}


def computing(name: str, /, **values: Any) -> dict[str, Any]:
    return case(name, columns=named(**values))


def keeping(name: str, condition: Any) -> dict[str, Any]:
    return case(name, condition=condition.model_dump())


def summing(name: str, keys: dict[str, Any], measures: dict[str, Any], frame: Any = sales) -> dict[str, Any]:
    return case(name, frame, keys=named(**keys), measures=named(**measures))


N, J, F, G, T, S, U, D, E, B, P, K = map(col, "ijfgtsudebpk")
LARGE = call(">", F, 1)
MEASURES = {
    "rows": agg("count"), "filled": agg("count", "revenue"), "regions": agg("distinct", "region"),
    "total": agg("sum", "revenue"), "units": agg("sum", "units"), "average": agg("mean", "revenue"),
    "middle": agg("median", "units"), "least": agg("min", "revenue"), "last_date": agg("max", "date"),
    "first_region": agg("min", "region"), "spread": agg("std", "revenue"), "variance": agg("var", "revenue"),
    "ninety": agg("quantile", "revenue", quantile=0.9), "online_share": agg("mean", "online"),
    "any_online": agg("max", "online"),
}  # fmt: skip
OF_ROWS = {
    "first": agg("first", "revenue"), "last": agg("last", "region"), "mode": agg("mode", "product"),
    "together": agg("correlation", "revenue", "units"), "slope": agg("slope", "revenue", "units"),
    "best": agg("at max", "product", "revenue"), "earliest": agg("at min", "date", "revenue"),
    "listed": agg("list", "region"), "third": agg("quantile", "units", quantile=0.3, discrete=True),
}  # fmt: skip
NESTED = {
    "ratio": call("/", agg("sum", "revenue"), agg("sum", "units")),
    "rate": call("*", 100, agg("mean", when(call(">", col("revenue"), 100), 1, 0))),
    "north": agg("count", where=call("=", col("region"), "North")),
    "large": agg("sum", "revenue", where=call(">", col("revenue"), 120)),
    "weighted": call("/", agg("sum", call("*", col("revenue"), col("units"))), agg("sum", "units")),
    "label": when(call(">", agg("count"), 20), "many", "few"),
    "range": call("-", agg("max", "revenue"), agg("min", "revenue")),
    "above": agg("mean", call(">", col("revenue"), 100)),
    "nothing": agg("sum", "revenue", where=call(">", col("revenue"), 10_000)),
}  # fmt: skip

CASES: dict[str, list[dict[str, Any]]] = {
    "filter_by": [
        keeping("larger than a number", call(">", F, 1)),
        keeping("not larger: missing ones are left out", call("not", LARGE)),
        keeping("unequal: missing ones are left out", call("!=", T, "x")),
        keeping("one column against another", call("<", F, G)),
        keeping("and, or, not", call("or", call("and", LARGE, B), call("not", call("in", N, 7, 3)))),
        keeping("not an and with something missing", call("not", call("and", LARGE, B))),
        keeping("a list with nothing in it", call("not", call("in", N, 7, None))),
        keeping("a list of days", call("in", D, Moment(at="2021-01-03"), "2024-02-29")),
        keeping("missing", call("is null", T)),
        keeping("not missing", call("not", call("is null", F))),
        keeping("text within, letters as they are", call("contains", T, "ello")),
        keeping("text not at the start", call("not", call("starts with", T, "H"))),
        keeping("signs of patterns are plain text", call("contains", T, "(")),
        keeping("a pattern", call("matches", T, "^(h|H)el+")),
        keeping("a flag", B),
        keeping("not a flag", call("not", B)),
        keeping("a date before a day", call("<", D, Moment(at="2024-02-29"))),
        keeping("a date at a time", call(">=", D, Moment(at="2020-05-31T12:00"))),
        keeping("a date written as text", call(">=", D, "2021-01-01")),
        keeping("one date after another", call(">", D, E)),
        keeping("dates read from text", call(">", call("as date", S), Moment(at="2024-02-01"))),
        keeping("a category", call("=", K, "u")),
        keeping("a computed value", call("<=", call("abs", call("-", F, G)), 1)),
        keeping("a part of a date", call("=", call("date part", "year", D), 2024)),
    ],
    "compute_columns": [
        computing("sums and products", sum=call("+", N, F, 1), product=call("*", N, J), minus=call("-", F, 0.5),
                  negative=call("negative", F), flags=call("+", P, 1)),
        computing("quotients", divided=call("/", N, J), by_number=call("/", F, 4), whole=call("//", N, J),
                  of_numbers=call("//", F, G), left=call("%", N, J), left_of_numbers=call("%", F, G)),
        computing("powers and roots", power=call("**", F, 2), of_columns=call("**", G, J), root=call("sqrt", N),
                  exponential=call("exp", G), logarithm=call("log10", call("+", call("abs", N), 1)),
                  natural=call("ln", call("+", call("abs", F), 1))),
        computing("rounding", whole=call("round", F), two=call("round", F, 2), tens=call("round", N, -1),
                  down=call("floor", F), up=call("ceil", F), size=call("abs", N)),
        computing("the first, the least, the greatest", least=call("least", F, G, N), greatest=call("greatest", F, G),
                  first=call("coalesce", F, G, 0), early=call("least", D, E), none=call("nullif", N, 7)),
        computing("comparisons", equal=call("=", F, G), other=call("!=", T, "x"), below=call("<", F, G),
                  among=call("in", N, 7, 3), maybe=call("in", N, 7, None), missing=call("is null", F)),
        computing("logic with missing values", both=call("and", LARGE, B), one=call("or", LARGE, B),
                  neither=call("not", call("or", LARGE, B))),
        computing("cases", sign=Cases(whens=(When(condition=call(">", F, 0), value=Constant(value="p")),
                                             When(condition=call("<", F, 0), value=Constant(value="n")))),
                  number=when(LARGE, N, 0.5), kept=when(call("not", LARGE), F), flag=when(LARGE, 1, 0),
                  since=when(B, D, E), at=when(LARGE, Moment(at="2024-01-01"))),
        computing("texts", low=call("lower", T), high=call("upper", T), bare=call("trim", T), long=call("length", T),
                  start=call("left", T, 2), end=call("right", T, 2), middle=call("substring", T, 2, 3),
                  rest=call("substring", T, 3), part=call("split", T, "-", 2), other=call("replace", T, "-", "_"),
                  both=call("concat", T, ": ", K), numbered=call("concat", K, N)),
        computing("texts cut by numbers of their row", most=call("left", T, call("-", call("length", T), 2)),
                  few=call("left", T, J), last=call("right", T, J), less=call("left", T, -1), end=call("right", T, -2),
                  middle=call("substring", T, 2, call("-", call("length", T), 3)), rest=call("substring", T, J),
                  back=call("substring", T, call("negative", J), call("negative", N)),
                  within=call("upper", call("left", T, call("+", J, 1)))),
        computing("searching text", within=call("contains", T, "-"), first=call("starts with", T, "H"),
                  last=call("ends with", T, "c"), pattern=call("matches", T, "l+o$")),
        computing("periods", **{grain: call("period", grain, D) for grain in PERIODS if grain != "auto"}),
        computing("parts of dates", **{part.replace(" ", "_"): call("date part", part, D) for part in DATE_PARTS}),
        computing("names of dates", **{f"{name}_name": call("date name", name, D) for name in DATE_NAMES}),
        computing("the time between", **{unit: call("time between", unit, D, E) for unit in UNITS},
                  since=call("time between", "day", D, Moment(at="2024-03-01"))),
        computing("later", **{unit: call("later", unit, D, 3) for unit in UNITS},
                  before=call("later", "month", E, -1), counted=call("later", "month", D, J),
                  days=call("later", "day", D, J)),
        computing("casts to numbers", number=call("as number", T), integer=call("as integer", T),
                  rounded=call("as integer", G), flag=call("as integer", P), cut=call("as integer", F)),
        computing("casts to text", integer=call("as text", N), number=call("as text", G), flag=call("as text", B),
                  time=call("as text", E), date=call("as text", call("as date", D)),
                  month=call("as text", D, "%Y-%m"), clock=call("as text", D, "%H:%M:%S")),
        computing("casts to dates and flags", date=call("as date", S), time=call("as time", S), day=call("as date", D),
                  flag=call("as flag", N), written=call("as date", U, "%d/%m/%Y")),
        computing("a column replaced, all read the table before", i=call("+", N, 1), f=call("*", N, 2), again=K),
        computing("constants", one=1, text="a", date=Moment(at="2024-02-29 10:30")),
        case("ranks", sales, columns=named(
            rank=window("rank", along=(down("revenue"),)),
            dense=window("dense rank", within=("region",), along=("units",)),
            number=window("row number", within=("region",), along=("id",)),
            percent=window("percent rank", within=("product",), along=("revenue",)),
            tile=window("tiles", along=("id",), n=4),
            two=window("rank", within=("product",), along=("region", down("units"))))),
        case("neighbours", sales, columns=named(
            before=window("previous", "revenue", along=("id",)),
            change=call("-", col("revenue"), window("previous", "revenue", within=("region",), along=("id",))),
            after=window("next", "region", within=("product",), along=("id",), n=2),
            first=window("first", "revenue", within=("region",), along=("id",)),
            last=window("last", "units", within=("region",), along=("id",), after=1))),
        case("running and rolling", sales, columns=named(
            running=window("sum", "revenue", within=("region",), along=("id",)),
            together=window("sum", "units", along=("units",)),
            rolling=window("mean", "revenue", within=("product",), along=("id",), before=2, after=0),
            centred=window("max", "revenue", along=("id",), before=1, after=1),
            counted=window("count", "revenue", within=("region",), along=("id",)),
            lowest=window("min", "region", along=("id",), before=3, after=0),
            earlier=window("sum", "units", within=("region",), along=("id",), before=3, after=-1))),
        case("by the calendar", sales, columns=named(
            last_week=window("sum", "revenue", within=("region",), along=("date",), before=1, after=0, unit="week"),
            month_before=window("sum", "units", along=("date",), after=-1, unit="month"),
            next_quarter=window("max", "units", along=("date",), before=-1, after=1, unit="quarter"))),
        case("totals within groups", sales, columns=named(
            total=window("sum", "revenue", within=("region",)), rows=window("count", within=("product",)),
            share=call("/", col("revenue"), window("sum", "revenue")), best=window("max", "date", within=("region",)),
            middle=window("median", "units"), spread=window("std", "revenue", within=("region", "product")))),
        case("missing ones first", sales, columns=named(
            rank=window("rank", along=(down("revenue", missing_first=True),)),
            number=window("rank", within=("product",), along=(Sort(expr=col("region"), missing_first=True),)))),
    ],
    "unpivot_columns": [
        case("numbers", columns=["i", "f"], name="kind", value="amount"),
        case("with labels", columns=["d", "e"], labels="start | end", name="what", value="at"),
        case("texts", lambda: things()[["id", "t", "s"]], columns=["t", "s"], name="column", value="text"),
    ],
    "mark_members": [
        case("texts", members("x", "Hello"), expression=T.model_dump(), name="known"),
        case("a missing member", members("x", None), expression=T.model_dump(), name="known"),
        case("no members", members(), expression=T.model_dump(), name="known"),
        case("dates", members(*_times("2021-01-03", "2024-02-29", None)), expression=D.model_dump(), name="known"),
        case("numbers, computed", members(5.0, 14.0), expression=call("*", N, 2).model_dump(), name="known"),
    ],
    "attach_value": [
        case("a number", with_average, name="average"),
        case("nothing", with_nothing, name="average"),
        case("a date", with_date, name="last"),
    ],
    "summarise": [
        summing("one overall row", {}, MEASURES),
        summing("by a column, a missing key among them", {"region": col("region")}, MEASURES),
        summing("by month", {"month": call("period", "month", col("date"))}, MEASURES),
        summing("by a grain that the data decide", {"date": call("period", "auto", col("date"))}, {"n": agg("count")}),
        summing("by day of the week", {"day": call("date name", "weekday", col("date")), "product": col("product")},
                {"n": agg("count"), "total": agg("sum", "revenue")}),
        summing("by a condition", {"large": call(">", col("revenue"), 100)},
                {"n": agg("count"), "u": agg("sum", "units")}),
        summing("by cases", {"size": when(call(">", col("units"), 4), "large", "small")}, MEASURES),
        summing("of rows in their order", {"region": col("region")}, OF_ROWS),
        summing("of all rows in their order", {}, OF_ROWS),
        summing("nested", {"product": col("product")}, NESTED),
        summing("nested, overall", {}, NESTED),
        summing("measures of the key", {"region": col("region")},
                {"n": agg("count", "region"), "m": agg("max", "region")}),
        summing("different values", {"region": col("region"), "online": col("online")}, {}),
        summing("of nothing", {},
                {"n": agg("count"), "total": agg("sum", "revenue"), "best": agg("at max", "id", "revenue")},
                lambda: sales().head(0)),
    ],
    "order_rows": [
        {**case("one value", order=[down("i").model_dump(), Sort(expr=col("id")).model_dump()]), "ordered": True},
        {**case("missing last", order=[Sort(expr=T).model_dump(), Sort(expr=col("id")).model_dump()]), "ordered": True},
        {**case("missing first", order=[down("f", missing_first=True).model_dump()]), "ordered": True},
        {**case("computed", order=[Sort(expr=call("abs", call("-", F, G))).model_dump(), down("id").model_dump()]),
         "ordered": True},
    ],
    "first_rows": [
        {**case("the first", n=3), "ordered": True},
        {**case("after some", n=3, skip=2), "ordered": True},
        {**case("beyond the last", n=5, skip=6), "ordered": True},
    ],
    "top_within": [
        case("of each group", sales, by=[down("revenue").model_dump(), down("id").model_dump()], within=["region"],
             n=2),
        case("with ties", sales, by=[down("units").model_dump()], within=["product"], n=2, ties=True),
        case("of all", sales, by=[Sort(expr=call("abs", col("revenue"))).model_dump()], within=[], n=3),
    ],
    "stack_rows": [case("two lists", two_lists)],
    "match_rows": [
        case("keys that agree", two_summaries, on=["region", "year"]),
        case("rows of the first kept", two_summaries, on=["region"], keep_left=True),
    ],
    "select_columns": [case("in another order", columns=["t", "id", "d"]), case("once each", columns=["i", "id", "i"])],
}  # fmt: skip
