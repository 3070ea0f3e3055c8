"""EmbeddedReader: reads questions with no server and no key, deterministically."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from functools import cache
from threading import Lock

from autoviz.embedding import Encoder
from autoviz.errors import QuestionError
from autoviz.follow_ups.beyond import refuse_beyond, refuse_unasked
from autoviz.linking.joints import questions, requests
from autoviz.linking.links import link
from autoviz.linking.moments import calendar_of
from autoviz.linking.money import known_to, money_in
from autoviz.linking.number_first import number_first
from autoviz.linking.small_codes import in_capitals
from autoviz.linking.spans import seasons_told, vague_parts
from autoviz.linking.text import looks_english
from autoviz.linking.two_sides import one_sided
from autoviz.model.coverage import Coverage
from autoviz.model.intent import Intent
from autoviz.model.plan import Adaptation, Template
from autoviz.model.profile import DatasetProfile
from autoviz.model.question import Question
from autoviz.model.reading import Reading
from autoviz.model.requirements import Limit, Requirements, SavePath
from autoviz.model.tool import Shortlist
from autoviz.planning.absences import with_none_of, with_presence
from autoviz.planning.absent import among_named, without_codes
from autoviz.planning.adapting import changes_to
from autoviz.planning.as_named import as_named
from autoviz.planning.deeds_counted import deeds_counted
from autoviz.planning.defaults import meant_queries, suiting
from autoviz.planning.denied_bounds import with_denied_bounds
from autoviz.planning.drafting import draft
from autoviz.planning.each_period import in_each_period
from autoviz.planning.each_row import averaged_of_rows
from autoviz.planning.grouped_fields import in_fields
from autoviz.planning.groups_without import groups_without
from autoviz.planning.halves import halved
from autoviz.planning.how_often import how_often, times_counted
from autoviz.planning.newcomers import newcomers
from autoviz.planning.not_since import not_since
from autoviz.planning.numbered_values import months_called, of_numbered_values, percentiles_called
from autoviz.planning.of_those import of_part
from autoviz.planning.one_thing import course_of_one
from autoviz.planning.profits import profit_words
from autoviz.planning.rates import rated
from autoviz.planning.share_claims import claimed_share, share_claim
from autoviz.planning.side_by_side import along_columns
from autoviz.planning.takings import money_words
from autoviz.planning.tiles import tiles_asked
from autoviz.planning.time_ends import at_ends_of_time
from autoviz.planning.two_periods import named_periods, year_taken
from autoviz.planning.typical_periods import of_typical_periods
from autoviz.planning.unit_bounds import bounded_apart, in_units, with_test
from autoviz.planning.weighing import weight_of, with_weight
from autoviz.planning.whole_series import of_whole_series
from autoviz.readers.base import Context
from autoviz.readers.embedded import asking, decoding, neighbours
from autoviz.readers.embedded.absence import Lacking, meanings
from autoviz.readers.embedded.accounting import is_left_unused
from autoviz.readers.embedded.amounts import average_counted
from autoviz.readers.embedded.arbiter import likelier, of_things
from autoviz.readers.embedded.bounds_on_things import with_bounds_on_things
from autoviz.readers.embedded.clauses import parted, several_readings
from autoviz.readers.embedded.coming_round import coming_round
from autoviz.readers.embedded.dated import dated, in_numbers
from autoviz.readers.embedded.decoder import Decoder
from autoviz.readers.embedded.denials import with_denials
from autoviz.readers.embedded.described import with_description
from autoviz.readers.embedded.following import in_turn
from autoviz.readers.embedded.network import Network
from autoviz.readers.embedded.one_side import held_against_others
from autoviz.readers.embedded.own_dates import on_own_date
from autoviz.readers.embedded.second_opinion import heeded
from autoviz.readers.embedded.side_words import with_side_words
from autoviz.readers.embedded.so_often import so_often, without_number, without_occurrence
from autoviz.readers.embedded.statistics_asked import is_testable
from autoviz.readers.embedded.summarising import summarised
from autoviz.readers.embedded.taken_for import with_groups_told, with_others_told
from autoviz.readers.embedded.trailing import with_trailing_measure
from autoviz.readers.embedded.treating import Treated, rows_wanted, says_itself, treated, with_treatments
from autoviz.readers.embedded.unknown import of_rows, with_unknown
from autoviz.readers.embedded.void import is_void, of_what_is_missing, without_unsaid_flags
from autoviz.readers.meanwhile import meanwhile

REMEMBERED = 64
"""How many readings are kept: a cell that is run again, or threads that ask at once, read no question twice."""
PART = 0.8
"""What is left of the threshold for a part of a question, which says less than a whole one."""


def _with_spans_told(text: str, asked: Requirements, profile: DatasetProfile) -> Requirements:
    """Requirements that say which months a season was taken for, and which part of a period was taken for the whole."""
    calendar = calendar_of(profile, text)
    told = seasons_told(text, calendar, str([*asked.constraints, asked.query]))
    unused = (phrase for phrase in asked.unused if is_left_unused(phrase, text, asked, profile))
    return asked.replaced(unused=(*unused, *vague_parts(text, calendar))).assuming(*told)


def _takes_some(reading: Reading, profile: DatasetProfile) -> bool:
    """Whether the first rows or groups alone are asked for; of one figure there is no first."""
    asked = reading.requirements
    if asked.query is None and asked.all(Limit):
        return bool(asked.group_by) or asked.analysis == ("lookup",)
    queries = meant_queries(asked, profile)
    return any(query.limit is not None and (query.by or not query.measures) for query in queries)


class EmbeddedReader:
    """Schema linking and sentence embeddings; the same question on the same frame reads the same."""

    name = "embedded"

    def __init__(self, encoder: Encoder, network: Network | None, decoder: Decoder | None = None) -> None:
        self._encoder = encoder
        self._network = network
        self._decoder = decoder
        self._read_before: OrderedDict[tuple[object, ...], Reading] = OrderedDict()
        self._lock = Lock()
        self._sent_for = False

    def load_soon(self) -> None:
        """Open the networks in the background, once: that takes as long as looking at a table for the first time."""
        if self._sent_for:
            return
        self._sent_for = True
        for network in (self._network, self._decoder):
            if network is not None:
                meanwhile(network.load)
        if self._network is not None:
            meanwhile(lambda: known_to(self._encoder))

    def intent(self, question: Question, profile: DatasetProfile, context: Context) -> Intent:
        """What kind of analysis is asked for; what is in another language, or no question of the table, is told so."""
        if not looks_english(question.normalised):
            raise QuestionError(
                "The question does not seem to be English, which is all that the embedded reader reads",
                "Ask in English, or ask a language model: reader='llm'.",
            )
        refuse_beyond(question.normalised, profile, context.aliases, self._encoder)
        reading = self._read(question.normalised, profile, context)
        refuse_unasked(question.normalised, reading.requirements, profile, context.aliases, self._encoder)
        return reading.intent

    def readings(
        self, question: Question, profile: DatasetProfile, intent: Intent, context: Context
    ) -> tuple[Reading, ...]:
        """What is asked for, one reading per analysis, in the order of the words."""
        text, threshold = question.normalised, PART * context.settings.confidence_threshold
        whole = self._read(text, profile, context)
        alone = cache(lambda part: self._read(part, profile, context))
        read = cache(lambda part: of_part(part, text, alone, profile))
        if beside := with_trailing_measure(text, read, profile, context.aliases, self._encoder):
            return (beside,)
        stated = questions(text, profile, context.aliases)

        def several(part: str) -> tuple[Reading, ...]:
            return several_readings(requests(part, profile, context.aliases), read, threshold)

        if len(stated) > 1:
            return in_turn(stated, lambda part: several(part) or (read(part),), profile, context, self._encoder)
        if (found := several(stated[0])) or not intent.others:
            return found or (whole,)
        return parted(text, whole, read, threshold)

    def adapt(
        self,
        template: Template,
        requirements: Requirements,
        shortlist: Shortlist,
        profile: DatasetProfile,
        gaps: Coverage | None,
        context: Context,
    ) -> Adaptation:
        """The steps that follow from the requirements, as changes to the template."""
        suits = suiting(profile)
        refused = frozenset(gaps.payload()["refused"]) if gaps else frozenset()
        drafted = draft(
            requirements, profile, context.catalog, suits, tools=shortlist.names, joined=context.joined, refused=refused
        )
        return changes_to(template, drafted.steps).replaced(lacking=tuple(drafted.lacking))

    def _read(self, text: str, profile: DatasetProfile, context: Context) -> Reading:
        """One reading of a text, remembered under all that it hangs on: intent and requirements ask for the same."""
        aliases, settings = repr(sorted(context.aliases.items(), key=str)), context.settings
        key = (text, profile.known, aliases, settings.reader, settings.tie_margin)
        with self._lock:
            if key in self._read_before:
                self._read_before.move_to_end(key)
                return self._read_before[key]
        reading = self._whole(text, profile, context)
        if (turned := number_first(text)) != text and not _takes_some(reading, profile):
            other = self._whole(turned, profile, context)
            reading = other if _takes_some(other, profile) else reading
        with self._lock:
            self._read_before[key] = reading
            while len(self._read_before) > REMEMBERED:
                self._read_before.popitem(last=False)
        return reading

    def _whole(self, text: str, profile: DatasetProfile, context: Context) -> Reading:
        """One reading, of the columns and rows that the table has."""
        claim = share_claim(text)
        claimed = claimed_share(claim, self._whole(claim.rest, profile, context), profile) if claim else None
        if claimed is not None:
            return claimed
        taken = year_taken(text, profile)
        text = averaged_of_rows(percentiles_called(one_sided(in_capitals(text, profile), profile), profile), profile)
        text = named_periods(months_called(text, profile), profile)
        reading = self._described(text, self._bounded(text, profile, context), profile, context)
        reading = held_against_others(text, reading, lambda part: self._bounded(part, profile, context), profile)
        reading = at_ends_of_time(text, of_whole_series(text, reading, profile), profile)
        reading = with_denied_bounds(text, of_typical_periods(text, reading, profile), profile)
        asked = among_named(without_codes(reading.requirements, profile), profile).assuming(*([taken] if taken else []))
        asked = _with_spans_told(text, asked, profile)
        reading = with_side_words(text, reading.replaced(requirements=asked), profile, self._encoder)
        reading = with_presence(text, as_named(text, of_numbered_values(text, reading, profile), profile), profile)
        reading = with_none_of(text, reading, profile)
        reading = course_of_one(text, not_since(text, reading, profile), profile)
        reading = in_each_period(text, newcomers(text, reading, profile), profile)
        reading = deeds_counted(text, reading.each(lambda asked: in_numbers(asked, profile)), profile)
        reading = with_groups_told(text, with_bounds_on_things(text, reading, profile), profile, context.aliases)
        reading = with_others_told(text, groups_without(text, reading, profile), profile, context.aliases)
        return of_rows(text, average_counted(text, reading, profile), profile, context, self._encoder)

    def _described(self, text: str, reading: Reading, profile: DatasetProfile, context: Context) -> Reading:
        """The reading of the rows alone that the text describes by a word, read apart where it was passed over."""
        network = self._network
        if network is None:
            return reading
        return with_description(
            text, reading, lambda part: self._bounded(part, profile, context),
            lambda: meanings(network.answers(text, profile, link(text, profile, context.aliases))),
            profile, context.aliases,
        )  # fmt: skip

    def _bounded(self, text: str, profile: DatasetProfile, context: Context) -> Reading:
        """One reading, with a bound of so many days, hours or kilograms read apart where it was left out."""
        reading = self._timed(text, profile, context)
        apart = bounded_apart(text, reading, profile)
        if apart is None:
            return reading
        rests, test = apart
        for read in (self._timed(rest, profile, context) for rest in rests):
            if found := with_test(read.doubted(), test, profile):
                return found
        return reading.doubted()

    def _timed(self, text: str, profile: DatasetProfile, context: Context) -> Reading:
        """One reading, of the weekends, evenings or summers alone that the text names."""
        often = coming_round(text, profile, context.aliases)
        rest = often.rest if often else text
        reading = along_columns(rest, self._occurring(rest, profile, context), profile, context.aliases)
        reading = often.asked_of(reading, profile) if often else reading
        return with_unknown(rest, reading, profile, context)

    def _occurring(self, text: str, profile: DatasetProfile, context: Context) -> Reading:
        """One reading, of the things alone that came as often as the text says."""
        counted = without_occurrence(text, profile, context.aliases)
        found = treated(text, profile, context.aliases).constraints if counted else ()
        if counted is None or any(item.kind == "duplicates" for item in found):  # which are those that come twice
            reading = self._summarised(text, profile, context)
            counted = without_number(text, reading, profile, context.aliases)
            if counted is None:
                return reading
        return so_often(self._summarised(counted.rest, profile, context), counted, profile)

    def _summarised(self, text: str, profile: DatasetProfile, context: Context) -> Reading:
        """One reading with each measure summarised as suits it: takings added up, shares averaged, by their weight."""
        money = money_in(text, profile, self._encoder)
        made = halved(text, profile)
        whole = {made.name: made.stand_in} if made else {}
        meant = {**money_words(text, money, profile), **profit_words(text, money, profile), **whole}
        context = replace(context, aliases={**meant, **context.aliases})
        asked = weight_of(text, profile, context.aliases)
        if asked.weight is not None:
            weighed = with_weight(self._treated(asked.rest, money.earned, profile, context), asked.weight, profile)
            if weighed is not None:
                return weighed
        else:
            text = asked.rest
        reading = how_often(text, self._treated(text, money.earned, profile, context), profile, context.aliases)
        reading = times_counted(text, reading, profile, context.aliases)
        return summarised(text, reading, money, made, profile, self._encoder)

    def _treated(self, text: str, earned: str | None, profile: DatasetProfile, context: Context) -> Reading:
        """The analysis that a text asks for, and what is to be done with rows or values beside it; claims of money are
        about the column of what a row earned."""
        parts = tiles_asked(text, profile)
        if parts is not None:
            tiled = parts.among(self._treated(parts.rest, earned, profile, context), profile)
            if tiled is not None:
                return tiled
        asked = treated(text, profile, context.aliases, earned)
        if asked.alone:
            return rows_wanted(asked, profile)
        if asked.sayable:
            whole = self._likelier(text, self._by_heads(text, profile, context), profile, context)
            if says_itself(whole.requirements.query, asked, profile):
                return whole
        heads = self._by_heads(asked.rest, profile, context)
        if asked.constraints and all(isinstance(item, SavePath) for item in asked.constraints):  # fields alone save
            return with_treatments(self._in_fields(asked.rest, heads, profile, context), asked, profile)
        if asked.beside:
            plain = self._in_fields(asked.rest, heads, profile, context)
            plain = how_often(asked.rest, plain, profile, context.aliases)
            if not asked.claimed or is_testable(plain.requirements, profile):
                return with_treatments(plain, asked, profile)
            asked, heads = Treated(text), self._by_heads(text, profile, context)
        if asked.constraints:
            heads = with_treatments(heads, asked, profile)
            if not meant_queries(heads.requirements, profile):
                return heads  # no Query says what is done beside the analysis
        read = self._likelier(text, heads, profile, context)
        return read.replaced(intent=read.intent.beside(heads.intent))  # it may yet be cut in parts

    def _in_fields(self, text: str, heads: Reading, profile: DatasetProfile, context: Context) -> Reading:
        """The likelier reading of a text in fields, beside which a test can stand; the heads' where none says it."""
        read = self._likelier(text, heads, profile, context)
        fields = in_fields(read.requirements, profile)
        if fields is None or fields == read.requirements:
            return read if fields else heads
        return read.replaced(requirements=fields, alternatives=())

    def _likelier(self, text: str, heads: Reading, profile: DatasetProfile, context: Context) -> Reading:
        """What the network of heads read of a text, or what the decoder reads of it where that is likelier."""
        heads = on_own_date(text, heads, profile)
        span, heads = dated(text, heads.requirements, profile), rated(heads, profile)
        decoded = asking.read(text, profile, self._decoder, context.aliases, span) if self._decoder else None
        if isinstance(decoded, Lacking):
            return self._likeliest(decoded, text, profile, context).told_of(heads)
        decoded = decoded and self._meant(text, decoded, heads, profile)
        heads = with_denials(text, heads, profile, heads.requirements.links)
        if decoded is None:
            return heads
        read = self._taken(text, heads, decoded, profile, context)
        read = heeded(text, read, heads, decoded, profile, context.aliases)
        return read.each(lambda asked: in_numbers(asked, profile))

    def _meant(self, text: str, read: Reading, heads: Reading, profile: DatasetProfile) -> Reading | None:
        """A Query that was written, with what the table and the heads know of its words; None where nothing can come
        of it."""
        read = read.each(lambda asked: of_what_is_missing(text, in_numbers(asked, profile), profile))
        read = read.each(lambda asked: without_unsaid_flags(text, asked, profile))
        if is_void(read, profile):
            return None
        read = in_units(of_things(read, heads), profile, text)
        return with_denials(text, read, profile, heads.requirements.links)

    def _likeliest(self, lacking: Lacking, text: str, profile: DatasetProfile, context: Context) -> Lacking:
        """The words that both networks take for something that the table lacks."""
        if self._network is None:
            return lacking
        return lacking.likeliest(self._network.answers(text, profile, link(text, profile, context.aliases)))

    def _taken(self, text: str, heads: Reading, decoded: Reading, profile: DatasetProfile, context: Context) -> Reading:
        """The one of the two that is taken; what fits the weights of this choice takes another."""
        return likelier(text, heads, decoded, profile)

    def _by_heads(self, text: str, profile: DatasetProfile, context: Context) -> Reading:
        """The analysis as roles of columns, by the trained network where it is installed, else by examples."""
        if self._network is None:
            return neighbours.read(text, profile, context.catalog.intents, self._encoder, context.aliases)
        return decoding.read(text, profile, self._network, context.aliases)
