"""Cases of the family prepare."""

from __future__ import annotations

import numpy as np
import pandas as pd


def orders() -> pd.DataFrame:
    """Twelve orders with missing cells of every kind."""
    return pd.DataFrame(
        {
            "id": range(1, 13),
            "date": pd.to_datetime(
                ["2023-01-01 10:00", "2023-02-28", "2023-02-28 23:59:59", "2023-03-01", None, "2023-05-06 07:00",
                 "2024-02-29", "2024-02-29 12:30", "2024-06-30", "2024-12-31 23:00", "2023-01-01", "2023-11-11"],
                format="ISO8601",
            ),
            "region": ["West", "west", "East", None, "North East", "West",
                       "East", "South", None, "West", "East", "South"],
            "kind": pd.Categorical(["a", "b", "a", "b", None, "a", "b", "c", "c", "a", "a", "b"]),
            "revenue": [10.5, np.nan, -3.0, 0.0, 12.25, 7.0, 7.0, np.nan, 100.0, 3.5, 8.0, 1.0],
            "units": [1, 2, 3, 4, 0, 6, 7, 8, 9, 10, 0, 12],
            "paid": [True, False, True, False, True, True, False, False, True, True, False, True],
            "price": ["$1,200.50", " 3.5 ", "-4", "1,5", None, "1e3", "n/a", "12", "€7", "-$8", ".5", "1,234,567"],
            "flag": ["yes", "NO", "1", None, "maybe", "true", "f", "0", "Y", "t", "no", "yes"],
        }
    )  # fmt: skip


def texts(*values: object) -> pd.DataFrame:
    return pd.DataFrame({"id": range(len(values)), "when": list(values)})


def condition(column: str, op: str, value: object = None) -> dict[str, object]:
    return {"kind": "filter", "column": column, "op": op, "value": value}


def case(name: str, frame: object = orders, /, ordered: bool = False, **params: object) -> dict[str, object]:
    return {"name": name, "frame": frame, "params": params, "ordered": ordered}


def filters(name: str, /, *conditions: object, **params: object) -> dict[str, object]:
    return case(name, filters=list(conditions), **params)


def written(name: str, writing: str, /, *cells: object, to: str = "number") -> dict[str, object]:
    """A cast of text to numbers by a stated writing."""
    return case(f"text written with {name}", lambda: texts(*cells), columns=["when"], to=to, writing=writing)


CASES = {
    "parse_datetime": [
        case("ISO dates", lambda: texts("2023-01-31", None, "2023-02-01", "2023-12-24"), column="when"),
        case("day first by evidence", lambda: texts("05.03.2022", "31.12.2022", "01.02.2022"), column="when"),
        case("a stated order", lambda: texts("05/03/2022", "04/12/2022"), column="when", order="month first"),
        case("failed values become missing", lambda: texts("2023-01-31", "2023-02-30", "soon", "2023-03-01"),
             column="when", format="%Y-%m-%d"),
        case("several formats", lambda: texts("2023-01-31", "03/25/2023", "2023-02-01", "2023-03-01"), column="when"),
        case("times with spaces around them", lambda: texts(" 2023-01-31 10:05:00 ", "2023-02-01 23:59:59"),
             column="when"),
        case("month names", lambda: texts("Mar 2023", "Apr 2023", "Dec 2024"), column="when"),
        case("quarters", lambda: texts("2023-Q1", "2023-Q4", "2024-Q2", None), column="when"),
        case("ISO weeks", lambda: texts("2023-W05", "2023-W52", "2024-W01"), column="when"),
        case("numbers of days", lambda: texts(20240131, 20240201, 20231224), column="when"),
        case("years", lambda: texts(1996, 1997, 2003), column="when"),
        case("two-digit years", lambda: texts(70, 71, 82), column="when"),
        case("seconds since 1970", lambda: texts(1700000000, 1700003600, 1600000000), column="when"),
        case("milliseconds since 1970", lambda: texts(1700000000123, 1700003600456), column="when"),
        case("one offset from UTC", lambda: texts("2023-01-05T10:00:00+01:00", "2023-02-05T10:30:00+01:00"),
             column="when"),
        case("different offsets from UTC", lambda: texts("2023-01-05T10:00:00+01:00", "2023-07-05T10:00:00+02:00"),
             column="when"),
        case("already dates", column="date"),
    ],
    "cast_types": [
        case("text to numbers", columns=["price"], to="number"),
        case("text to integers", columns=["price"], to="integer"),
        case("numbers to integers", columns=["revenue", "units"], to="integer"),
        case("integers to numbers", columns=["units"], to="number"),
        case("integers to text", columns=["units"], to="text"),
        case("flags to text", columns=["paid"], to="text"),
        case("words to flags", columns=["flag"], to="boolean"),
        case("numbers to flags", columns=["units"], to="boolean"),
        case("categories to text", columns=["kind"], to="text"),
        written("dollars", "1,234.5 in $", "$1,100.82", "-$5", "($3.50)", "$ 7", "n.a.", None, "€4", "US$ 2"),
        written("percent", "1,234.5 in %", "29.1%", "-3 %", "+4%", "5", "-"),
        written("euros", "1.234,5 in €", "1.032,62 €", "12,50€", "1.234.567 €", "€ 3", "1,5,2"),
        written("spaces", "1 234,5", "1 234,5", "1\u202f234\u00a0567", "-7,25", "1 23"),
        written("quotes", "1'234.5", "1'234.5", "2\u2019000", "3"),
        written("lakhs", "12,34,567.8 in ₹", "12,34,567.8", "₹1,23,456", "Rs. 7", "INR 1,000"),
        written("at least", "1,234.5", "1,000+", "~5", "<10", "ca. 7", ">= 3", "5-", "\u22124", "1e3", "abc", ""),
        written("thousands and millions", "1,234.5 with k, M, bn", "10M", "201k", "5.5 million", "3bn", "7", "1 Mrd."),
        written("money in millions", "1,234.5 with k, M, bn in $", "$10M", "US$ 5.5bn", "3k$", "(2m)"),
        written("units of one kind", "1,234.5 in MB", "500 MB", "1.5 GB", "20 kB", "3", "7 kg"),
        written("kilograms", "1,234.5 in kg", "12 kg", "3.5kg", "500 g", "-1 kg"),
        written("a clock", "h:mm:ss in minutes", "01:20:00", "30:00:30", "-00:00:06", "1 day 02:00:00", "1:20", "x"),
        written("minutes and seconds", "m:ss in seconds", "3:45", "59:59", "100:00.5", "3"),
        written("hours and minutes", "1h 20m in hours", "1h 30m", "45 min", "2 hours", "1d 6h", "PT1H15M", "90s"),
        written("whole numbers", "1,234.5 in $", "$5", "$7.90", "-$2.50", "n.a.", to="integer"),
    ],
    "handle_missing": [
        case("rows dropped", method="drop"),
        case("rows dropped by one column", method="drop", columns=["revenue"]),
        case("nothing missing", method="drop", columns=["units"]),
        case("nothing to fill", method="value", columns=["units"], value="0"),
        case("the mean of all numbers", method="mean"),
        case("the median", method="median", columns=["revenue"]),
        case("the most frequent value", method="mode", columns=["region", "revenue"]),
        case("a stated number", method="value", columns=["revenue"], value="0"),
        case("a stated text", method="value", columns=["region", "kind"], value="unknown"),
        case("the previous value", method="previous", columns=["revenue", "region"], order_by="id"),
    ],
    "filter_rows": [
        filters("equal text in any case", condition("region", "=", "WEST")),
        filters("equal text in the same case", condition("region", "=", "West"), match_case=True),
        filters("other text, missing kept", condition("region", "!=", "west")),
        filters("a category", condition("kind", "=", "A")),
        filters("not a category", condition("kind", "!=", "a")),
        filters("a list of texts", condition("region", "in", ["east", "South"])),
        filters("a list of texts or missing", condition("region", "in", ["east", None])),
        filters("not in a list of texts", condition("region", "not in", ["east", "South"])),
        filters("text within", condition("region", "contains", "EAST")),
        filters("text not within", condition("region", "not contains", "east")),
        filters("text at the start", condition("region", "starts with", "no")),
        filters("text at the end", condition("region", "ends with", "ST")),
        filters("signs of patterns are plain text", condition("price", "contains", "$1,2")),
        filters("text by size", condition("region", ">=", "South")),
        filters("larger", condition("revenue", ">", "5")),
        filters("at most", condition("revenue", "<=", 7)),
        filters("another number, missing kept", condition("revenue", "!=", 7)),
        filters("between numbers", condition("units", "between", [2, "6"])),
        filters("a list of numbers", condition("units", "in", [0, 12])),
        filters("not in a list of numbers", condition("revenue", "not in", [7, 8])),
        filters("a flag", condition("paid", "=", "yes")),
        filters("missing", condition("revenue", "is null")),
        filters("not missing", condition("region", "not null")),
        filters("a year", condition("date", "=", "2023")),
        filters("a month", condition("date", "=", "2023-02")),
        filters("a quarter", condition("date", "=", "2024-Q2")),
        filters("another year, missing kept", condition("date", "!=", 2023)),
        filters("to the end of a day", condition("date", "<=", "2023-02-28")),
        filters("after a day", condition("date", ">", "2023-02-28")),
        filters("from a day on", condition("date", ">=", "2024-02-29")),
        filters("before a day", condition("date", "<", "2023-02-28")),
        filters("between days, the last one whole", condition("date", "between", ["2023-02-28", "2024-02-29"])),
        filters("between exact times", condition("date", "between", ["2023-02-28 00:00", "2024-02-29 12:30"])),
        filters("an exact time", condition("date", "=", "2024-02-29 12:30")),
        filters("not an exact time", condition("date", "!=", "2024-02-29 12:30")),
        filters("a list of months", condition("date", "in", ["2023-02", "2024-06"])),
        filters("not in a list of months", condition("date", "not in", ["2023-02", "2024-06"])),
        filters("several at once", condition("region", "=", "west"), condition("units", ">", 1)),
        filters("any of", {"kind": "any_of", "filters": [
            condition("region", "=", "south"), condition("date", "=", "2023-05"), condition("units", "=", 0)]},
            condition("units", "<", 12)),
        filters("no conditions"),
    ],
    "drop_duplicates": [
        case("whole rows", lambda: pd.concat([orders().tail(6)[["id", "region"]]] * 2, ignore_index=True),
             ordered=True),
        case("the last of whole rows", lambda: pd.concat([orders().head(6)[["region"]]] * 2, ignore_index=True),
             keep="last", ordered=True),
        case("whole rows by a column", lambda: orders()[["region", "units"]], order_by="units", ordered=True),
        case("the first of each", columns=["region"], order_by="id", ordered=True),
        case("the last of each", columns=["region", "paid"], keep="last", order_by="id", ordered=True),
        case("the first of those that tie, missing before all", columns=["kind"], order_by="revenue", ordered=True),
        case("the last of those that tie", columns=["kind"], keep="last", order_by="region", ordered=True),
    ],
    "drop_outliers": [
        case("quartiles", columns=["revenue", "units"]),
        case("standard deviations", columns=["revenue"], method="zscore", threshold=1.5),
        case("medians", columns=["revenue"], method="mad"),
        case("what does not vary", lambda: orders().assign(units=1), columns=["units"]),
    ],
    "sample_rows": [
        case("a number of rows", n=5),
        case("a fraction", fraction=0.25, seed=7),
        case("more than there are", n=100),
    ],
    "bin_numeric": [
        case("equal bins", column="units", bins=4),
        case("missing values stay missing", column="revenue", bins=5),
        case("stated edges", column="revenue", edges="0, 5, 10", name="band"),
        case("stated labels", column="units", edges="0, 5, 12", labels="few | many"),
        case("a constant column", lambda: pd.DataFrame({"units": [3, 3, 3]}), column="units", bins=4),
    ],
    "derive_column": [
        case("a sum", name="new", op="sum", columns=["revenue", "units", "id"]),
        case("a difference", name="new", op="difference", columns=["units", "revenue"]),
        case("a product", name="new", op="product", columns=["units", "id"]),
        case("a ratio, none where the divisor is zero", name="new", op="ratio", columns=["revenue", "units"]),
        case("a ratio of integers", name="new", op="ratio", columns=["id", "units"]),
        *(case(f"the {op} of a date", name="new", op=op, columns=["date"])
          for op in ("year", "quarter", "month", "weekday", "hour")),
    ],
}  # fmt: skip
