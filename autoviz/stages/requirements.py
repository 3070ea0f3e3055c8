"""Requirements: what exactly is asked for, checked against the frame, and the template that fits it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import narwhals.stable.v2 as nw

from autoviz.errors import QuestionError, did_you_mean
from autoviz.frames import open_frame
from autoviz.frames.remote import Remote
from autoviz.linking.literals import unread_numbers
from autoviz.model.intent import Intent
from autoviz.model.plan import Template
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Requirements
from autoviz.planning.absent import in_pairs, with_gaps_told
from autoviz.planning.age_groups import of_age_group
from autoviz.planning.ages import by_age
from autoviz.planning.charting import drawable
from autoviz.planning.converting import queries_of
from autoviz.planning.counted_bounds import on_counts
from autoviz.planning.cut_short import with_cut_periods_told
from autoviz.planning.dating import on_fitting_date, unplaced_periods
from autoviz.planning.defaults import settled, suiting
from autoviz.planning.frequencies import by_frequency
from autoviz.planning.levels_summed import with_levels_told
from autoviz.planning.numbered_values import percentiles_called
from autoviz.planning.of_those import of_the_question_before
from autoviz.planning.pairing import axes_as_named
from autoviz.planning.panels import at_one_time
from autoviz.planning.parent_things import averaged_of_each, counted_once
from autoviz.planning.part_values import by_said_parts
from autoviz.planning.percent_bounds import with_percents_told
from autoviz.planning.several_currencies import with_currencies_told
from autoviz.planning.share_wholes import of_whole_groups
from autoviz.planning.sharing import in_meant_columns
from autoviz.planning.sizing import by_size
from autoviz.planning.spellings import with_spellings_told
from autoviz.planning.text_numbers import refuse_unreadable
from autoviz.planning.totals_left_out import without_total_row
from autoviz.planning.undrawn import with_undrawn_told
from autoviz.planning.unit_bounds import in_units
from autoviz.query.check import check
from autoviz.registry.catalog import Catalog
from autoviz.stages.base import Stage, State

_FIRST_LOOK = 1_000
"""In so many rows most columns differ already that do not agree, which spares a look at all."""


def read_requirements(state: State) -> State:
    """Ask the reader for one reading per analysis, in the order of the words; unknown columns are refused."""
    assert state.profile is not None and state.intent is not None
    readings = state.reader.readings(state.question, state.profile, state.intent, state.context)
    for reading in readings:
        check_columns(reading.requirements, state.profile)
    return replace(state, readings=tuple(_understood(reading, state) for reading in readings))


def _understood(reading: Reading, state: State) -> Reading:
    """What any reader took from words as the table's owner means it: values in their columns, things at one time, each
    row as often as it stands for something."""
    assert state.profile is not None
    if reading.stated:
        return reading
    question = state.question.normalised
    refuse_unreadable(reading.requirements, state.profile, question)
    if state.before is not None:
        reading = of_the_question_before(question, reading, state.before, state.profile)
    reading = on_counts(question, reading, state.profile)
    reading = by_said_parts(in_meant_columns(reading, state.profile, question), state.profile, question)
    reading = of_age_group(by_age(reading, state.profile, question), state.profile, question)
    reading = of_whole_groups(reading, lambda keys, others: _are_finer(keys, others, state))
    reading = counted_once(reading, state.profile, lambda keys, others: _are_finer(keys, others, state))
    reading = averaged_of_each(question, reading, state.profile)
    meant = at_one_time(in_units(reading, state.profile, question), state.profile, question)
    meant = with_currencies_told(by_frequency(meant, state.profile, question), state.profile)
    meant = with_percents_told(with_levels_told(meant, state.profile, question), state.profile, question)
    meant = with_undrawn_told(question, meant, state.profile)
    told = with_gaps_told(with_spellings_told(meant.requirements, state.profile), state.profile)
    told = with_cut_periods_told(told, state.profile)
    profile, meant = state.profile, meant.replaced(requirements=in_pairs(told, state.profile))
    return meant.each(lambda asked: without_total_row(asked, profile))


def _are_finer(keys: Sequence[str], others: Sequence[str], state: State) -> bool:
    """Whether all rows of each group by some columns agree in others; of a server's data that is not looked up."""
    native = state.frames.get(str(state.frame_name))
    if native is None or isinstance(native, Remote) or not others or set(others) & set(keys):
        return False
    frame = open_frame(native).lazy()
    if not {*keys, *others} <= set(frame.collect_schema().names()):
        return False
    return _agree(frame.head(_FIRST_LOOK), keys, others) and _agree(frame, keys, others)


def _agree(frame: nw.LazyFrame[Any], keys: Sequence[str], others: Sequence[str]) -> bool:
    """Whether rows that agree in the keys do so in the other columns too."""
    groups, pairs = (frame.select(*names).unique().select(nw.len()) for names in (keys, (*keys, *others)))
    return int(groups.collect().item()) == int(pairs.collect().item())


def check_columns(requirements: Requirements, profile: DatasetProfile) -> None:
    """Every column that the requirements name is a real one, wherever it stands; a Query is checked as a whole."""
    if requirements.query is not None:
        check(requirements.query, profile)
    for name in requirements.named:
        if name not in profile.by_name:
            raise QuestionError(
                f"There is no column {name!r} in {profile.name}",
                did_you_mean(name, profile.names, "columns"),
                retryable=True,
            )


def choose_template(state: State) -> State:
    """The first template of the intent's family whose needs are met; else the one whose labels fit."""
    assert state.reading is not None and state.profile is not None
    reading = state.reading if state.reading.stated else _fitting(state.reading, state.profile, state)
    template = template_for(reading.intent, reading.requirements, state.context.catalog)
    if template.chart is not None:
        reading = reading.replaced(requirements=reading.requirements.replaced(usual_chart=template.chart))
    queries = queries_of(reading.requirements, state.profile, suiting(state.profile))
    return replace(state, reading=reading, template=template, queries=queries)


def _fitting(reading: Reading, profile: DatasetProfile, state: State) -> Reading:
    """The reading with what the words leave open settled by the table, and the numbers that play no part told."""
    question = state.question.normalised
    asked = by_size(axes_as_named(reading.requirements, profile, question), profile, question)
    requirements = drawable(settled(on_fitting_date(asked, profile, question), profile))
    unread = unread_numbers(percentiles_called(question, profile), profile, state.context.aliases)
    unplaced = unplaced_periods(requirements, profile, question)
    unused = tuple(dict.fromkeys((*requirements.unused, *unread, *unplaced)))
    return reading.replaced(requirements=requirements.replaced(unused=unused))


def template_for(intent: Intent, requirements: Requirements, catalog: Catalog) -> Template:
    """The template for these requirements within the family of the intent."""
    asked = set(requirements.analysis)
    by_fit = sorted(
        catalog.intents.values(),
        key=lambda entry: (entry.label != intent.primary, -len(asked & set(entry.analysis)), -entry.priority),
    )
    for entry in by_fit:
        if entry.label != intent.primary and asked and not asked & set(entry.analysis):
            continue
        for name in entry.family:
            template = catalog.templates[name]
            if all(getattr(requirements, need) for need in template.needs):
                return template
    return catalog.templates["general_eda"]


REQUIREMENTS = Stage(
    name="requirements",
    run=read_requirements,
    needs=("question", "profile", "intent"),
    promises=("readings",),
    summary=lambda state: "; ".join(", ".join(item.requirements.keys) for item in state.readings or ()),
    reason=lambda state: ", ".join(
        f"{link.phrase} → {link.target}" for item in state.readings or () for link in item.requirements.links
    ),
    reads_language=True,
)

TEMPLATE = Stage(
    name="template",
    run=choose_template,
    needs=("reading", "profile"),
    promises=("template", "queries"),
    summary=lambda state: state.template.name if state.template else "",
    reason=lambda state: state.template.description if state.template else "",
)
