"""A Query as a VizQL request: fields, functions, periods, bins, calculations, every kind of filter, order."""

from __future__ import annotations

import pytest

from autoviz.query.formulas import DataField, UnsaidError
from autoviz.query.sql import from_sql
from autoviz.query.vizql import grouped_request

FIELDS = {
    "region": DataField("region", "STRING", distinct=4),
    "customer": DataField("customer", "STRING", distinct=90_000, complete=True),
    "day": DataField("day", "DATE"),
    "at": DataField("at", "DATETIME"),
    "amount": DataField("amount", "REAL", measure=True),
    "qty": DataField("qty", "INTEGER", measure=True),
    "late": DataField("late", "BOOLEAN"),
    "margin": DataField("margin", "REAL", measure=True, default="AGG", formula="SUM([a])/SUM([b])"),
}


def pushed(sql):
    return grouped_request(from_sql(sql, list(FIELDS)), FIELDS)


def filters(condition):
    return pushed(f"select count(*) as n from t where {condition}").body["filters"]


def test_keys_and_measures_are_fields_with_functions_and_an_order():
    body = pushed("select region, sum(amount) as total from t group by 1 order by 2 desc").body
    assert body == {
        "fields": [
            {"fieldCaption": "region", "fieldAlias": "region"},
            {
                "fieldCaption": "amount", "function": "SUM", "fieldAlias": "total", "sortDirection": "DESC",
                "sortPriority": 1,
            },
        ]
    }  # fmt: skip


@pytest.mark.parametrize(
    ("key", "field"),
    [
        ("date_trunc('month', day)", {"fieldCaption": "day", "function": "TRUNC_MONTH"}),
        ("year(day)", {"fieldCaption": "day", "function": "YEAR"}),
        ("floor(amount / 10) * 10", {"fieldCaption": "amount", "binSize": 10}),
        ("qty", {"fieldCaption": "qty", "function": "NONE"}),
        ("date_trunc('week', day)", {"fieldCaption": "k", "calculation": "DATETRUNC('week', [day], 'monday')"}),
        ("case when late then 'l' end", {"fieldCaption": "k", "calculation": "IF [late] THEN 'l' END"}),
    ],
)
def test_keys(key, field):
    body = pushed(f"select {key} as k, count(*) as n from t group by 1").body
    assert body["fields"][0] == {**field, "fieldAlias": "k"}


@pytest.mark.parametrize(
    ("condition", "filter_"),
    [
        ("region = 'West'", {"filterType": "SET", "values": ["West"], "exclude": False}),
        ("region <> 'West'", {"filterType": "SET", "values": ["West", None], "exclude": True}),
        ("region is null", {"filterType": "SET", "values": [None], "exclude": False}),
        ("qty between 2 and 5",
         {"filterType": "QUANTITATIVE_NUMERICAL", "quantitativeFilterType": "RANGE", "min": 2, "max": 5}),
        ("amount is not null", {"filterType": "QUANTITATIVE_NUMERICAL", "quantitativeFilterType": "ONLY_NON_NULL"}),
        ("day >= date '2024-01-01' and day < date '2024-04-01'",
         {"filterType": "QUANTITATIVE_DATE", "quantitativeFilterType": "RANGE", "minDate": "2024-01-01",
          "maxDate": "2024-03-31"}),
        ("at >= date '2024-01-01' and at < date '2024-04-01'",
         {"filterType": "DATE", "periodType": "MONTHS", "dateRangeType": "LASTN", "rangeN": 3,
          "anchorDate": "2024-03-31"}),
        ("year(at) = 2024",
         {"filterType": "DATE", "periodType": "YEARS", "dateRangeType": "CURRENT", "anchorDate": "2024-12-31"}),
        ("late", {"filterType": "SET", "values": [True], "exclude": False}),
        ("region = 'West' or region = 'East' or region is null",
         {"filterType": "SET", "values": ["West", "East", None], "exclude": False}),
        ("region <> 'West' or region is null", {"filterType": "SET", "values": ["West"], "exclude": True}),
        ("not (region = 'West' or region is null)",
         {"filterType": "SET", "values": ["West", None], "exclude": True}),
        ("qty > 2 and qty < 5.5",
         {"filterType": "QUANTITATIVE_NUMERICAL", "quantitativeFilterType": "RANGE", "min": 3, "max": 5}),
        ("amount > 2",
         {"filterType": "QUANTITATIVE_NUMERICAL", "quantitativeFilterType": "MIN", "min": 2.0000000000000004}),
        ("amount <= 2 or amount is null",
         {"filterType": "QUANTITATIVE_NUMERICAL", "quantitativeFilterType": "MAX", "max": 2, "includeNulls": True}),
        ("qty is null", {"filterType": "QUANTITATIVE_NUMERICAL", "quantitativeFilterType": "ONLY_NULL"}),
        ("day is null", {"filterType": "QUANTITATIVE_DATE", "quantitativeFilterType": "ONLY_NULL"}),
        ("day = date '2024-02-03'",
         {"filterType": "QUANTITATIVE_DATE", "quantitativeFilterType": "RANGE", "minDate": "2024-02-03",
          "maxDate": "2024-02-03"}),
        ("day > date '2024-02-03'",
         {"filterType": "QUANTITATIVE_DATE", "quantitativeFilterType": "MIN", "minDate": "2024-02-04"}),
        ("year(day) <= 2023",
         {"filterType": "QUANTITATIVE_DATE", "quantitativeFilterType": "MAX", "maxDate": "2023-12-31"}),
        ("day between date '2024-01-01' and date '2024-02-20'",
         {"filterType": "DATE", "periodType": "YEARS", "dateRangeType": "TODATE", "anchorDate": "2024-02-20"}),
        ("day between date '2024-02-01' and date '2024-02-20'",
         {"filterType": "DATE", "periodType": "MONTHS", "dateRangeType": "TODATE", "anchorDate": "2024-02-20"}),
        ("at >= date '2024-01-03' and at < date '2024-01-10'",
         {"filterType": "DATE", "periodType": "DAYS", "dateRangeType": "LASTN", "rangeN": 7,
          "anchorDate": "2024-01-09"}),
        ("at >= date '2024-01-03'",
         {"filterType": "QUANTITATIVE_DATE", "quantitativeFilterType": "MIN", "minDate": "2024-01-03"}),
        ("customer in (select customer from t group by 1 having sum(amount) > 9)",
         {"filterType": "CONDITION", "condition": {"fieldCaption": "amount", "function": "SUM", "comparison": ">",
                                                    "value": 9}}),
        ("customer in (select customer from t where late group by 1 having count(*) < 3)",
         {"filterType": "CONDITION", "calculation": "(SUM(IF [late] THEN 1 ELSE 0 END) < 3) "
                                                     "AND SUM(IF [late] THEN 1 ELSE 0 END) > 0"}),
        ("region in (select region from t group by 1 having avg(amount) > 9)",
         {"filterType": "CONDITION", "calculation": "(AVG([amount]) > 9) AND COUNT([region]) > 0"}),
        ("customer in (select customer from t group by 1 order by sum(amount) desc limit 9)",
         {"filterType": "TOP", "howMany": 9, "direction": "TOP",
          "fieldToMeasure": {"fieldCaption": "amount", "function": "SUM"}}),
    ],
)  # fmt: skip
def test_filters(condition, filter_):
    (found,) = filters(condition)
    assert {name: value for name, value in found.items() if name != "field"} == filter_


def test_a_text_match_is_tested_by_a_calculation_too_whatever_casing_means_to_the_server():
    match, exact = filters("contains(region, 'We')")
    assert match["filterType"] == "MATCH" and match["contains"] == "We"
    assert exact["field"]["calculation"] == "IF CONTAINS([region], 'We') THEN 1 ELSE 0 END"


def test_what_no_filter_says_is_one_calculation():
    (found,) = filters("amount <> 5 and (region = 'West' or qty = 1)")
    assert found["field"]["calculation"].count("AND") == 1
    assert (found["quantitativeFilterType"], found["min"]) == ("MIN", 1)


def test_the_first_of_many_groups_are_asked_for_alone_within_what_the_other_filters_leave():
    sql = "select {0}, sum(amount) as s from t where late group by 1 order by 2 desc limit 3"
    many = pushed(sql.format("customer")).body["filters"]
    assert [item["filterType"] for item in many] == ["SET", "TOP"]
    assert many[0]["context"] is True and many[1]["howMany"] == 3
    assert [item["filterType"] for item in pushed(sql.format("region")).body["filters"]] == ["SET"]


def test_a_field_has_one_filter_however_it_is_spelled():
    sql = "select customer, sum(amount) as s from t where customer <> 'me' group by 1 order by 2 desc limit 3"
    assert [item["field"] for item in pushed(sql).body["filters"]] == [
        {"calculation": "IF ([customer] <> 'me') THEN 1 ELSE 0 END"}, {"fieldCaption": "customer"}
    ]  # fmt: skip
    assert len(filters("QTY > 2 and qty < 5")) == 1


def test_measures_of_several_aggregates_and_shares_are_left_for_here():
    found = pushed("select region, sum(amount) / sum(qty) as price from t group by 1 having sum(qty) > 5")
    assert [item.get("function") for item in found.body["fields"]] == [None, "SUM", "SUM"]
    assert found.body["filters"][0]["field"] == {"fieldCaption": "qty", "function": "SUM"}
    assert "tests on groups" in found.here


@pytest.mark.parametrize(
    ("sql", "word"),
    [
        ("select region, mode(qty) as m from t group by 1", "mode"),
        ("select region, sum(margin) as m from t group by 1", "margin"),
        ("select sum(qty // 3) as m from t", "//"),
    ],
)
def test_what_vizql_has_no_words_for_is_named(sql, word):
    with pytest.raises(UnsaidError, match=word):
        pushed(sql)
