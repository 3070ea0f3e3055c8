"""Reading dates by evidence, the same on every engine, and calendar arithmetic."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any

import duckdb
import narwhals.stable.v2 as nw
import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autoviz.errors import ColumnError, DateError, ParameterError
from autoviz.frames import open_frame, takes_quotes, to_pandas
from autoviz.frames.dates import (
    CYCLE_LABELS,
    TYPED,
    add_periods,
    cyclic,
    local_time,
    parse_column,
    period_range,
    period_start,
    previous_year,
    propose_format,
    read_dates,
    truncate,
)
from autoviz.frames.dates.series import parse_text
from autoviz.model.labels import CALENDAR_GRAINS

ENGINES = ["pandas", "polars", "duckdb"]


def framed(engine: str, values: Sequence[Any], name: str = "day", spark: Any = None) -> Any:
    rows = {"row": list(range(len(values))), name: list(values)}
    if engine == "polars":
        return pl.DataFrame(rows, strict=False)
    if engine == "pyspark":
        return spark.createDataFrame(list(zip(*rows.values(), strict=True)), list(rows))
    return pd.DataFrame(rows) if engine == "pandas" else duckdb.from_df(pd.DataFrame(rows))


def parsed(frame: Any, name: str = "day", **options: Any) -> tuple[list[str | None], Any]:
    """The dates of a column in the order of its rows, as text, and the evidence."""
    read, evidence = parse_column(open_frame(frame), name, **options)
    table = to_pandas(read).sort_values("row")
    return [None if pd.isna(stamp) else str(stamp) for stamp in table[name]], evidence


def midnights(*days: str) -> list[str | None]:
    return [f"{day} 00:00:00" if day else None for day in days]


READINGS: dict[str, tuple[list[Any], str, list[str | None]]] = {
    "iso days": (["2024-01-31", None, "2024-02-01"], "%Y-%m-%d", midnights("2024-01-31", "", "2024-02-01")),
    "iso with time": (["2024-01-31T10:30:00"], "%Y-%m-%dT%H:%M:%S", ["2024-01-31 10:30:00"]),
    "fractions": (["2024-01-31 10:00:00.5"], "%Y-%m-%d %H:%M:%S.%f", ["2024-01-31 10:00:00.500000"]),
    "day first": (["05.03.2022", "25.03.2022"], "%d.%m.%Y", midnights("2022-03-05", "2022-03-25")),
    "month first": (["05/03/2022", "5/25/2022"], "%m/%d/%Y", midnights("2022-05-03", "2022-05-25")),
    "either, the same": (["05.05.2022", "06.06.2022"], "%d.%m.%Y", midnights("2022-05-05", "2022-06-06")),
    "short years": (["25/03/68", "26/03/69"], "%d/%m/%y", midnights("2068-03-25", "1969-03-26")),
    "short month": (["Mar 2023", "may 2023"], "%b %Y", midnights("2023-03-01", "2023-05-01")),
    "long month": (["March 5, 2021", "May 6, 2021"], "%B %d, %Y", midnights("2021-03-05", "2021-05-06")),
    "month and short year": (["Mar-23", "Apr-23"], "%b-%y", midnights("2023-03-01", "2023-04-01")),
    "day of the week": (["Mon, 05 Mar 2018"], "%a, %d %b %Y", midnights("2018-03-05")),
    "half days": (["3/25/2021 1:05 PM", "3/5/2021 12:00 am"], "%m/%d/%Y %I:%M %p",
                  ["2021-03-25 13:05:00", "2021-03-05 00:00:00"]),
    "quarters": (["2023-Q1", "Q4 2023"], "quarter", midnights("2023-01-01", "2023-10-01")),
    "weeks": (["2023-W05", "2020-W53"], "week", midnights("2023-01-30", "2020-12-28")),
    "months": (["2023-02", "2023-11"], "%Y-%m", midnights("2023-02-01", "2023-11-01")),
    "month and year": (["3/2023", "11/2023"], "%m/%Y", midnights("2023-03-01", "2023-11-01")),
    "digits": (["20240131", "20240229"], "%Y%m%d", midnights("2024-01-31", "2024-02-29")),
    "years as text": (["1996", "1997"], "%Y", midnights("1996-01-01", "1997-01-01")),
    "years": ([1996, 1997], "%Y", midnights("1996-01-01", "1997-01-01")),
    "years with a gap": ([1996.0, None, 1998.0], "%Y", midnights("1996-01-01", "", "1998-01-01")),
    "years of one century": ([70, 82], "19%y", midnights("1970-01-01", "1982-01-01")),
    "years of two centuries": ([99, 5], "%y", midnights("1999-01-01", "2005-01-01")),
    "digits in numbers": ([20240131, 20240229], "%Y%m%d", midnights("2024-01-31", "2024-02-29")),
    "months in numbers": ([202401, 202412], "%Y%m", midnights("2024-01-01", "2024-12-01")),
    "seconds": ([1700000000, 1700003600], "epoch s", ["2023-11-14 22:13:20", "2023-11-14 23:13:20"]),
    "milliseconds": ([1700000000123], "epoch ms", ["2023-11-14 22:13:20.123000"]),
    "nanoseconds": ([1700000000123456789], "epoch ns", ["2023-11-14 22:13:20.123456"]),
    "one offset": (["2024-01-31T23:00:00-05:00", "2024-02-01T01:00:00-05:00"], "%Y-%m-%dT%H:%M:%S%z",
                   ["2024-01-31 23:00:00", "2024-02-01 01:00:00"]),
    "offset behind a fraction": (["2024-01-31T23:00:00.25+02:00", "2024-01-31T23:00:00.25Z"],
                                 "%Y-%m-%dT%H:%M:%S.%f%z in UTC",
                                 ["2024-01-31 21:00:00.250000", "2024-01-31 23:00:00.250000"]),
    "zulu": (["2024-01-31T23:00:00Z"], "%Y-%m-%dT%H:%M:%S%z", ["2024-01-31 23:00:00"]),
    "two offsets": (["2024-01-31T23:00:00-05:00", "2024-02-01T11:30:00+02:00"], "%Y-%m-%dT%H:%M:%S%z in UTC",
                    ["2024-02-01 04:00:00", "2024-02-01 09:30:00"]),
    "words for missing": ([" 2024-01-31", "2024-02-01 ", "", "N/A", "NaT"], "%Y-%m-%d",
                          [*midnights("2024-01-31", "2024-02-01"), None, None, None]),
    "first of months": ([f"01/{month:02d}/{year}" for year in (2020, 2021) for month in range(1, 13)], "%d/%m/%Y",
                        midnights(*[f"{year}-{month:02d}-01" for year in (2020, 2021) for month in range(1, 13)])),
}  # fmt: skip


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("case", READINGS)
def test_every_engine_reads_the_same_dates(engine: str, case: str) -> None:
    values, form, expected = READINGS[case]
    found, evidence = parsed(framed(engine, values))
    assert (evidence.format, found) == (form, expected)
    assert (evidence.parse_rate, evidence.failed, evidence.alternative) == (1.0, (), None)


@pytest.mark.spark
@pytest.mark.parametrize(
    "case",
    ["iso days", "fractions", "short years", "day of the week", "half days", "quarters", "weeks", "month and year",
     "years with a gap", "milliseconds", "two offsets"],
)  # fmt: skip
def test_spark_reads_the_same_dates(spark: Any, case: str) -> None:
    values, form, expected = READINGS[case]
    found, evidence = parsed(framed("pyspark", values, spark=spark))
    assert (evidence.format, found) == (form, expected)


@pytest.mark.parametrize("engine", ENGINES)
def test_mixed_formats_are_read_each_by_its_own(engine: str) -> None:
    values = ["2024-01-31", "31 Jan 2024", "2024-02-01", "Feb 3, 2024", "soon", "2024-05-05"]
    found, evidence = parsed(framed(engine, values))
    assert found == [*midnights("2024-01-31", "2024-01-31", "2024-02-01", "2024-02-03"), None, *midnights("2024-05-05")]
    assert set(evidence.format.split(" | ")) == {"%Y-%m-%d", "%d %b %Y", "%b %d, %Y"}
    assert (evidence.failed, evidence.parse_rate) == (("soon",), pytest.approx(5 / 6))


@pytest.mark.parametrize("engine", ENGINES)
def test_a_day_that_does_not_exist_is_counted_and_kept(engine: str) -> None:
    found, evidence = parsed(framed(engine, ["2024-02-30", "2024-01-01", "2024-01-02"]))
    assert found == [None, *midnights("2024-01-01", "2024-01-02")]
    assert evidence.failed == ("2024-02-30",)
    assert evidence.parse_rate == pytest.approx(2 / 3)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_tie_is_said_with_both_readings_and_never_guessed(engine: str) -> None:
    values = ["05.03.2022", "06.04.2022"]
    with pytest.raises(DateError) as caught:
        parsed(framed(engine, values))
    assert "'%d.%m.%Y' or '%m.%d.%Y'" in caught.value.what
    assert "order='day first'" in caught.value.hint
    assert parsed(framed(engine, values), order="day first")[0] == midnights("2022-03-05", "2022-04-06")
    assert parsed(framed(engine, values), order="month first")[0] == midnights("2022-05-03", "2022-06-04")
    assert parsed(framed(engine, values), format="%m.%d.%Y")[0] == midnights("2022-05-03", "2022-06-04")


@pytest.mark.spark
def test_spark_says_a_tie_too(spark: Any) -> None:
    with pytest.raises(DateError, match="two ways"):
        parsed(framed("pyspark", ["05.03.2022", "06.04.2022"], spark=spark))


@pytest.mark.parametrize("engine", ENGINES)
def test_day_and_month_in_both_orders_are_not_mended_row_by_row(engine: str) -> None:
    values = ["25/03/2022", "26/03/2022", "27/04/2022", "03/25/2022"]
    with pytest.raises(DateError, match="'03/25/2022' fits only '%m/%d/%Y'"):
        parsed(framed(engine, values))
    found, evidence = parsed(framed(engine, values), order="day first")
    assert found == [*midnights("2022-03-25", "2022-03-26", "2022-04-27"), None]
    assert evidence.failed == ("03/25/2022",)


def test_one_late_value_decides_a_long_column() -> None:
    """The sample leaves the order open; the whole column does not."""
    values = ["05/03/2022", "06/04/2022"] * 20_000
    values[31_234] = "25/03/2022"
    stamps, evidence = read_dates(pd.Series(values), name="day")
    assert evidence.format == "%d/%m/%Y"
    assert stamps.iloc[0] == pd.Timestamp("2022-03-05")


def test_two_digit_years_with_dashes_may_come_first() -> None:
    with pytest.raises(DateError, match="%y-%m-%d"):
        read_dates(pd.Series(["25-03-22", "26-03-22"]))
    stamps, evidence = read_dates(pd.Series(["99-03-22", "98-03-22"]))
    assert evidence.format == "%y-%m-%d"
    assert stamps.iloc[0] == pd.Timestamp("1999-03-22")


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("season", ["2008-09", "2009-10", "2010-11"]),
        ("version", ["3.10.12", "3.9.11", "2.7.18"]),
        ("code", ["1996", "2001"]),
        ("amount", [1996, 2010]),
        ("year", [1, 2, 3, 4]),
        ("years_employed", [70, 71]),
        ("phone", [2125551234, 2125551235]),
        ("price", [1700000000, 1700003600]),
        ("label", ["Mar 23", "Apr 24"]),
        ("time", ["10:30", "11:45"]),
        ("text", ["hello", "world"]),
        ("empty", []),
        ("share", [0.5, 2.5]),
    ],
)
def test_what_only_looks_like_dates_is_not_proposed(name: str, values: list[Any]) -> None:
    assert propose_format(values, name) == []


@pytest.mark.parametrize(
    ("name", "values", "form"),
    [
        ("model_year", [70, 82], "19%y"),
        ("Year", [1996, 2001], "%Y"),
        ("yr", ["1996", "2001"], "%Y"),
        ("created_at", [1700000000], "epoch s"),
        ("eventTime", [1700000000000], "epoch ms"),
        ("x", [20240131, 20240201], "%Y%m%d"),
        ("month", [202401], "%Y%m"),
    ],
)
def test_numbers_are_dates_where_the_name_or_their_form_says_so(name: str, values: list[Any], form: str) -> None:
    assert propose_format(values, name) == [form]


def test_a_tie_is_proposed_in_both_orders() -> None:
    assert propose_format(["05/03/2022"]) == ["%m/%d/%Y", "%d/%m/%Y"]
    assert propose_format(["05.03.2022"]) == ["%d.%m.%Y", "%m.%d.%Y"]


@pytest.mark.parametrize(
    ("series", "expected"),
    [
        (pd.Series(pd.period_range("2024-01", periods=2, freq="Q")), ["2024-01-01", "2024-04-01"]),
        (pd.Series([date(2024, 1, 31), None], dtype=object), ["2024-01-31", "NaT"]),
        (pd.Series([datetime(2024, 1, 31, tzinfo=UTC)], dtype=object), ["2024-01-31"]),
        (pd.Series(pd.date_range("2024-03-31 01:30", periods=1, tz="Europe/Berlin")), ["2024-03-31 01:30:00"]),
        (pd.Series(pd.to_datetime(["2024-01-31", None])), ["2024-01-31", "NaT"]),
        (pd.Series(pd.array([date(2024, 1, 31), None], dtype="date32[pyarrow]")), ["2024-01-31", "NaT"]),
        (pd.Series([pd.NaT, pd.Timestamp("2024-01-31")], dtype=object), ["NaT", "2024-01-31"]),
    ],
)
def test_typed_dates_become_naive_local_time(series: pd.Series, expected: list[str]) -> None:
    stamps, evidence = read_dates(series, name="t")
    assert evidence.format == TYPED
    assert stamps.dt.tz is None
    assert [pd.Timestamp(text) if text != "NaT" else pd.NaT for text in expected] == stamps.tolist()


def test_objects_of_different_zones_are_read_in_utc() -> None:
    east = timezone(timedelta(hours=2))
    stamps, _ = read_dates(
        pd.Series([datetime(2024, 1, 1, tzinfo=UTC), datetime(2024, 1, 1, tzinfo=east)], dtype=object)
    )
    assert stamps.tolist() == [pd.Timestamp("2024-01-01"), pd.Timestamp("2023-12-31 22:00")]


def test_text_with_date_objects_among_it_is_read() -> None:
    mixed = pd.Series(["2024-01-31", date(2024, 2, 1), None, "2024-02-03"], dtype=object)
    stamps, evidence = read_dates(mixed, name="day")
    assert stamps.dt.strftime("%m-%d").tolist()[:2] == ["01-31", "02-01"]
    assert evidence.parse_rate == 1.0


def test_text_with_zoned_objects_among_it_is_read() -> None:
    days = [f"2024-01-{day:02}" for day in range(1, 29)] * 50
    mixed = pd.Series([*days, pd.Timestamp("2024-02-03 10:00", tz="UTC"), pd.NaT], dtype=object)
    stamps, evidence = read_dates(mixed, name="day")
    assert stamps.iloc[-2] == pd.Timestamp("2024-02-03 10:00")
    assert stamps.notna().sum() == len(days) + 1
    assert evidence.parse_rate == 1.0


@pytest.mark.parametrize("dtype", ["str", "object", "category", "string[pyarrow]"])
def test_days_that_repeat_are_read_as_if_each_were_alone(dtype: str) -> None:
    rng = np.random.default_rng(3)
    days = pd.Series(np.datetime64("2019-12-30", "us") + rng.integers(0, 900, 5_000).astype("timedelta64[D]"))
    text = days.dt.strftime("%d.%m.%Y").copy()
    text.iloc[[5, 900, 4_000]] = [None, "n/a", "soon"]
    stamps, evidence = read_dates(text.astype(dtype), name="day")
    assert stamps.equals(days.drop([5, 900, 4_000]).reindex(days.index))
    assert evidence.failed == ("soon",)
    assert evidence.parse_rate == pytest.approx(4_997 / 4_998)


@pytest.mark.parametrize("dtype", ["str", "object", "string[pyarrow]"])
@pytest.mark.parametrize("form", ["%d.%m.%Y %H:%M:%S", "%m/%d/%Y %H:%M", "%Y/%m/%d", "%Y%m%d%H%M%S", "%H:%M %d %m %Y"])
def test_a_long_column_is_read_as_pandas_reads_each_of_its_values(form: str, dtype: str) -> None:
    moments = pd.Series(pd.date_range("1890-01-01", "2199-12-31", periods=6_000))
    texts = moments.dt.strftime(form).astype(object)
    odd = [None, "", "31.02.2020 10:00:00", "29.02.2100 01:01:01", "1.2.2020 10:00:00", " 01.01.1999 01:01:01"]
    odd += ["30.01.2020 24:00:00", "30.01.2020 23:59:60", "ä1.01.2020 1:00:00", "02/30/2020 10:00", "2020/13/01"]
    odd += ["00/00/0000", "01-01.1999 01:01:01"]
    texts[:: len(texts) // len(odd)] = (odd + odd)[: len(texts[:: len(texts) // len(odd)])]
    read = parse_text(texts.astype(dtype), form)
    bare = texts.str.strip()
    assert read.tolist() == pd.to_datetime(bare, format=form, errors="coerce").tolist()


@pytest.mark.parametrize("dtype", ["str", "object"])
def test_digits_at_their_places_are_read_without_pandas(dtype: str, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = pd.Series(pd.date_range("2021-01-01", periods=6_000, freq="h")).dt.strftime("%d.%m.%Y %H:%M:%S")
    monkeypatch.setattr(pd, "to_datetime", None)
    assert parse_text(texts.astype(dtype), "%d.%m.%Y %H:%M:%S")[25] == pd.Timestamp("2021-01-02 01:00")


def test_unhashable_cells_among_days_that_repeat_are_counted_as_failed() -> None:
    stamps, evidence = read_dates(pd.Series([*["2024-01-31"] * 900, ["2024-02-01"]], dtype=object), name="day")
    assert stamps.isna().sum() == 1
    assert evidence.failed == ("['2024-02-01']",)


def test_categories_and_narwhals_series_are_read_with_their_row_labels() -> None:
    column = pd.Series(pd.Categorical(["2024-01-31", "2024-02-01", "2024-01-31"]), index=[7, 8, 9])
    stamps, _ = read_dates(column, name="day")
    assert stamps.index.tolist() == [7, 8, 9]
    wrapped = nw.from_native(pl.Series("day", ["2024-01-31"]), series_only=True)
    assert read_dates(wrapped)[0].tolist() == [pd.Timestamp("2024-01-31")]


def test_dayfirst_settles_the_order() -> None:
    column = pd.Series(["05/03/2022"])
    assert read_dates(column, dayfirst=True)[0].tolist() == [pd.Timestamp("2022-03-05")]
    assert read_dates(column, dayfirst=False)[0].tolist() == [pd.Timestamp("2022-05-03")]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("values", "options", "message"),
    [
        (["a", "b"], {}, "does not read as dates: 'a', 'b'"),
        ([None, None], {}, "it holds no values"),
        (["2024-01-31", "x", "y"], {"format": "%Y-%m-%d"}, "Only 33% of the column 'day'"),
        (["2024-01-31"], {"format": "YYYY-MM-DD"}, "no date format"),
    ],
)
def test_a_column_that_is_no_date_is_refused(engine: str, values: list[Any], options: Any, message: str) -> None:
    frame = framed(engine, values) if engine != "polars" else pl.DataFrame(
        {"row": range(len(values)), "day": values}, schema_overrides={"day": pl.String}
    )  # fmt: skip
    with pytest.raises(DateError, match=message):
        parsed(frame, **options)


def test_an_unknown_column_is_refused_with_the_nearest() -> None:
    with pytest.raises(ColumnError, match="no column 'dya'") as caught:
        parse_column(open_frame(framed("duckdb", ["2024-01-31"])), "dya")
    assert "'day'" in caught.value.hint


@pytest.mark.parametrize("engine", ENGINES)
def test_parsing_changes_one_column_and_not_the_input(engine: str) -> None:
    frame = framed(engine, ["2024-01-31", "2024-02-01"])
    before = to_pandas(frame).copy()
    read, _ = parse_column(open_frame(frame), "day")
    assert list(read.collect_schema().names()) == ["row", "day"]
    assert isinstance(read.collect_schema()["day"], nw.Datetime)
    pd.testing.assert_frame_equal(to_pandas(frame), before)


@pytest.mark.parametrize("name", ["value", "read", 'a"b', "trimmed_text", "it's"])
def test_any_column_name_can_be_parsed_in_an_engine(name: str) -> None:
    for engine in ("polars", "duckdb"):
        frame = framed(engine, ["2024-01-31"], name)
        if engine == "duckdb" and '"' in name and not takes_quotes():
            with pytest.raises(ColumnError, match="quote in its name"):
                open_frame(frame)
            continue
        assert parsed(frame, name)[0] == midnights("2024-01-31")


MOMENTS = [
    datetime(2024, 1, 1, 5, 6, 7),
    datetime(2024, 1, 7, 23, 59, 59),
    datetime(2024, 2, 29, 12),
    datetime(2023, 12, 31, 0, 30),
    datetime(1969, 5, 18, 13),
]
TRUNCATED = {
    "hour": ["2024-01-01 05:00", "2024-01-07 23:00", "2024-02-29 12:00", "2023-12-31 00:00", "1969-05-18 13:00"],
    "day": ["2024-01-01", "2024-01-07", "2024-02-29", "2023-12-31", "1969-05-18"],
    "week": ["2024-01-01", "2024-01-01", "2024-02-26", "2023-12-25", "1969-05-12"],
    "month": ["2024-01-01", "2024-01-01", "2024-02-01", "2023-12-01", "1969-05-01"],
    "quarter": ["2024-01-01", "2024-01-01", "2024-01-01", "2023-10-01", "1969-04-01"],
    "year": ["2024-01-01", "2024-01-01", "2024-01-01", "2023-01-01", "1969-01-01"],
}
CYCLES = {"weekday": [1, 7, 4, 7, 7], "month_of_year": [1, 1, 2, 12, 5], "hour_of_day": [5, 23, 12, 0, 13]}


def _computed(frame: Any, made: dict[str, nw.Expr]) -> pd.DataFrame:
    return to_pandas(open_frame(frame).with_columns(**made)).sort_values("row")


def _check_arithmetic(frame: Any) -> None:
    table = _computed(frame, {grain: truncate(nw.col("t"), grain) for grain in TRUNCATED})
    for grain, expected in TRUNCATED.items():
        assert table[grain].tolist() == [pd.Timestamp(text) for text in expected], grain
    table = _computed(frame, {grain: cyclic(nw.col("t"), grain) for grain in CYCLES})
    for grain, numbers in CYCLES.items():
        assert table[grain].tolist() == numbers, grain


@pytest.mark.parametrize("engine", ENGINES)
def test_periods_and_cycles_are_the_same_on_every_engine(engine: str) -> None:
    _check_arithmetic(framed(engine, MOMENTS, "t"))


@pytest.mark.spark
def test_periods_and_cycles_are_the_same_on_spark(spark: Any) -> None:
    _check_arithmetic(framed("pyspark", MOMENTS, "t", spark))


@pytest.mark.parametrize("engine", ["polars", "duckdb"])
def test_plain_days_have_a_local_time_too(engine: str) -> None:
    frame = framed(engine, [date(2024, 1, 7)], "t")
    opened = open_frame(frame)
    table = _computed(frame, {"week": truncate(local_time(opened, "t"), "week")})
    assert table["week"].tolist() == [pd.Timestamp("2024-01-01")]


def test_a_zone_keeps_its_own_midnight() -> None:
    zoned = pd.DataFrame({"row": [0], "t": pd.date_range("2024-10-27 00:30", periods=1, tz="Europe/Berlin")})
    for frame in (zoned, pl.from_pandas(zoned)):
        table = _computed(frame, {"day": truncate(local_time(open_frame(frame), "t"), "day")})
        assert table["day"].tolist() == [pd.Timestamp("2024-10-27")]


@given(st.datetimes(datetime(1950, 1, 1), datetime(2090, 1, 1)), st.sampled_from(CALENDAR_GRAINS))
@settings(max_examples=60, deadline=None)
def test_a_period_holds_its_moment_and_starts_itself(moment: datetime, grain: str) -> None:
    stamp = pd.Timestamp(moment)
    start = period_start(stamp, grain)
    assert start <= stamp < add_periods(start, 1, grain)
    assert period_start(start, grain) == start
    truncated = nw.from_native(pd.DataFrame({"t": [stamp]})).select(truncate(nw.col("t"), grain)).to_native()
    assert truncated["t"].tolist() == [start]


@given(st.dates(date(1950, 1, 1), date(2090, 12, 31)), st.sampled_from(["%Y-%m-%d", "%B %d, %Y", "%d-%b-%Y", "%Y%m%d"]))
@settings(max_examples=60, deadline=None)
def test_a_written_date_is_read_back(day: date, form: str) -> None:
    stamps, evidence = read_dates(pd.Series([day.strftime(form)] * 2), name="day")
    assert stamps.tolist() == [pd.Timestamp(day)] * 2
    assert evidence.parse_rate == 1.0


def test_ranges_hold_every_period_once() -> None:
    assert period_range("2024-01-31", "2024-03-01", "month").strftime("%m").tolist() == ["01", "02", "03"]
    assert period_range("2024-01-03", "2024-01-09", "week").tolist() == [
        pd.Timestamp("2024-01-01"), pd.Timestamp("2024-01-08"),
    ]  # fmt: skip
    assert len(period_range("2024-01-01 05:10", "2024-01-01 07:00", "hour")) == 3
    assert len(period_range("2023-05-01", "2024-01-01", "quarter")) == 4


def test_periods_are_added_and_years_gone_back() -> None:
    start = pd.Timestamp("2024-02-29")
    assert add_periods(start, 1, "month") == pd.Timestamp("2024-03-29")
    assert add_periods(start, -1, "quarter") == pd.Timestamp("2023-11-29")
    assert previous_year(start, "day") == pd.Timestamp("2023-02-28")
    monday = pd.Timestamp("2024-01-01")
    assert previous_year(monday, "week") == pd.Timestamp("2023-01-02")
    months = pd.Series(pd.date_range("2024-01-01", periods=2, freq="MS"))
    assert previous_year(months, "month").dt.year.tolist() == [2023, 2023]


def test_cycles_have_a_label_for_every_number() -> None:
    assert next(iter(CYCLE_LABELS["weekday"].items())) == (1, "Mon")
    assert list(CYCLE_LABELS["month_of_year"]) == list(range(1, 13))
    assert CYCLE_LABELS["hour_of_day"][9] == "09:00"


def test_an_unknown_grain_is_refused() -> None:
    with pytest.raises(ParameterError, match="no grain 'fortnight'"):
        truncate(nw.col("t"), "fortnight")
    with pytest.raises(ParameterError, match="no grain 'month'"):
        cyclic(nw.col("t"), "month")


def test_numbers_that_are_no_whole_years_are_counted_as_failed() -> None:
    stamps, evidence = read_dates(pd.Series([1996.0, 1997.5, np.nan, 1998.0]), name="year", format="%Y")
    assert stamps.dt.year.tolist()[0] == 1996
    assert evidence.failed == ("1997.5",)
