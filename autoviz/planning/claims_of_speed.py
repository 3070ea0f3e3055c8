"""Claims of speed: the faster took less time, whichever way a Query holds the times of two groups apart."""

from __future__ import annotations

from autoviz.linking.form_reading import form_of
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Requirements
from autoviz.query.language import Aggregate, Call, Column, Named, Query
from autoviz.query.output_names import name_of
from autoviz.query.rewriting import remeasured


def on_time_taken(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading whose claim of faster or slower looks the way that the unit of what is compared calls for."""
    form = form_of(question, profile=profile)
    if not (form.hastens and form.claims):
        return reading

    def turned(item: Named) -> Named | None:
        match item.expr:
            case Call(op=">" | "<", args=(Aggregate(args=(Column(name=one),)), Aggregate(args=(Column(name=other),)))):
                unit = profile.by_name[one].unit if one == other and one in profile.by_name else ""
                faced = form.facing(unit, one)
                made = item.expr.replaced(op=">" if faced.direction > 0 else "<")
                return Named(name=name_of(made), expr=made) if faced != form and made != item.expr else None
        return None

    def asked(requirements: Requirements) -> Requirements:
        query = requirements.query
        return requirements.replaced(query=remeasured(query, turned)) if isinstance(query, Query) else requirements

    return reading.each(asked)
