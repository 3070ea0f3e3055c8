"""What is prepared of a frame is remembered by what is known of it."""

from __future__ import annotations

from autoviz.linking.links import link
from autoviz.profile import profile
from autoviz.profile.outlines import outline
from autoviz.samples import load_sales


def test_what_an_outline_tells_is_not_taken_for_the_profile():
    frame = load_sales().assign(date=lambda table: table["date"].astype(str))
    rough, whole = outline(frame, "sales"), profile(frame, "sales")
    assert rough is not None and rough.fingerprint == whole.fingerprint and rough.known != whole.known
    assert not [match for match in link("revenue in the West", rough, {}) if match.value]
    assert [match.value for match in link("revenue in the West", whole, {}) if match.value] == ["West"]
