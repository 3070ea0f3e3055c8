"""Summarising: what a measure comes to as suits it: takings added up, shares averaged, ranks from the end meant.

One rule after the other, each of which knows one way of asking and leaves all other readings as they are.
"""

from __future__ import annotations

from autoviz.embedding import Encoder
from autoviz.linking.money import Money
from autoviz.linking.welcome import judged_ends
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.planning.adjectives import at_meant_end
from autoviz.planning.asked_units import in_asked_unit
from autoviz.planning.bands import in_bands
from autoviz.planning.before_after import before_and_after
from autoviz.planning.best_of_each import best_of_each
from autoviz.planning.best_periods import in_best_period
from autoviz.planning.best_seasons import in_best_season
from autoviz.planning.bookings import one_way
from autoviz.planning.claimed_groups import by_what_decides
from autoviz.planning.claims_of_speed import on_time_taken
from autoviz.planning.counted_columns import columns_counted
from autoviz.planning.counted_scores import scores_counted
from autoviz.planning.crossed_periods import by_both_periods, months_of_two_years
from autoviz.planning.decades import by_decades
from autoviz.planning.deciding import claimed_of_all, claimed_of_none
from autoviz.planning.developed import as_developed
from autoviz.planning.extreme_moments import at_extreme_moment
from autoviz.planning.growth import grown_by
from autoviz.planning.halves import of_other_side, put_together
from autoviz.planning.happened import happened
from autoviz.planning.how_often import yes_counted
from autoviz.planning.lasting import lasting
from autoviz.planning.like_amounts import of_like_amounts
from autoviz.planning.made_amounts import Made
from autoviz.planning.own_functions import with_own_functions
from autoviz.planning.parent_things import parents_counted
from autoviz.planning.part_rates import as_part_of_whole, with_most_told
from autoviz.planning.possessing import by_those_with, of_those_with
from autoviz.planning.profits import with_profits
from autoviz.planning.quotients import with_quotients
from autoviz.planning.ranked_things import ranked_together
from autoviz.planning.rates import of_the_total, spread_over
from autoviz.planning.shares_within import within_each
from autoviz.planning.spreads import apart, between_two
from autoviz.planning.stated_order import in_calendar_order, in_stated_order
from autoviz.planning.takings import with_takings
from autoviz.planning.two_periods import by_the_periods, of_the_two, within_one_period
from autoviz.planning.weighing import never_added, with_weights_told
from autoviz.planning.whole_rows import listing
from autoviz.readers.embedded.amounts import average_row, summed_up, total_row


def summarised(
    text: str, reading: Reading, money: Money, made: Made | None, profile: DatasetProfile, encoder: Encoder
) -> Reading:
    """A reading with each measure summarised as the question means it, by what it says of money and of an amount that
    the table holds in two halves."""
    reading = on_time_taken(text, happened(text, yes_counted(reading, profile), profile), profile)
    others = (name for item in reading.alternatives for name in item.requirements.named)
    read = {*reading.requirements.named, *others}
    judged = judged_ends(text, read, money.earned, profile, encoder)
    reading = with_own_functions(text, at_meant_end(text, reading, judged, profile), profile)
    reading = claimed_of_none(text, claimed_of_all(text, reading, profile), profile)
    reading = total_row(text, average_row(text, reading, money, profile), money, profile)
    reading = with_profits(text, with_takings(text, reading, money, profile), money, profile)
    reading = with_quotients(text, reading, profile)
    reading = summed_up(text, in_best_period(text, reading, money.earned, profile), profile)
    reading = ranked_together(text, in_best_season(text, reading, profile), profile)
    reading = in_calendar_order(text, in_stated_order(text, listing(text, reading, profile), profile))
    reading = by_those_with(text, by_what_decides(text, reading, profile), profile)
    reading = of_those_with(text, of_the_total(text, reading, profile), profile)
    reading = best_of_each(text, within_each(text, spread_over(text, reading, profile), profile), profile)
    reading = between_two(text, apart(text, reading, profile), profile)
    reading = parents_counted(text, columns_counted(text, scores_counted(text, reading, profile), profile), profile)
    reading = never_added(text, of_like_amounts(text, reading, profile), profile)
    reading = within_one_period(text, by_the_periods(text, reading, profile), profile)
    reading = by_decades(text, of_the_two(text, reading, profile), profile)
    reading = as_part_of_whole(text, lasting(text, in_bands(text, reading, profile), profile), profile)
    reading = with_most_told(reading, profile)
    reading = as_developed(text, grown_by(text, at_extreme_moment(text, reading, profile), profile), profile)
    reading = months_of_two_years(text, by_both_periods(text, reading, profile), profile)
    reading = put_together(of_other_side(text, reading, profile), made, profile)
    reading = before_and_after(text, one_way(reading, money, profile), profile)
    return with_weights_told(in_asked_unit(text, reading, profile), profile)
