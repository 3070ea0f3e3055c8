"""Rates: a share of rows that meet a condition in each group, which fields can only say as a share among such rows."""

from __future__ import annotations

from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Aggregation, Filter
from autoviz.planning.converting import as_query, queries_of
from autoviz.planning.defaults import suiting
from autoviz.planning.filters import condition_of
from autoviz.query.language import Aggregate, Call, Cases, Column, Constant, Named, Query, Sort, When
from autoviz.query.output_names import name_of

ONE, NONE, HUNDRED = Constant(value=1), Constant(value=0), Constant(value=100)
COUNTED = (Aggregation(func="count"),)


def rated(reading: Reading, profile: DatasetProfile) -> Reading:
    """The share of the rows of one sort per group, as how common they are in each; any other reading as it is.

    How the rows of one sort are spread over the groups depends on how large the groups are, which is seldom asked.
    """
    asked = reading.requirements
    dates = {column.name for column in profile.of_kind("temporal")}
    spans = tuple(item for item in asked.all(Filter) if item.column in dates)
    filters = tuple(item for item in asked.all(Filter) if item not in spans)
    if asked.query is not None or asked.analysis != ("share",) or asked.all(Aggregation) != COUNTED or asked.time:
        return reading
    queries = queries_of(asked, profile, suiting(profile))
    if len(filters) != 1 or len(queries) != 1 or len(queries[0].by) != 1:
        return reading
    if filters[0].column in asked.group_by:
        return reading
    case = Cases(whens=(When(condition=condition_of(filters, profile), value=ONE),), otherwise=NONE)
    share = Call(op="*", args=(HUNDRED, Aggregate(func="mean", args=(case,))))
    name = name_of(share)
    most = Sort(expr=Column(name=name), descending=True)
    measures, during = (Named(name=name, expr=share),), condition_of(spans, profile)
    query = Query(where=during, by=queries[0].by, measures=measures, order=(most,))
    told = f"The share of such rows within each {asked.group_by[0]}, not how they are spread over them."
    return reading.replaced(requirements=as_query(asked, query).assuming(told))
