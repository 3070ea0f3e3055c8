"""Places: the codes are those of ISO 3166, and ISO's names lead to them."""

from __future__ import annotations

import pycountry

from autoviz.linking.geography import gazetteer
from autoviz.linking.places import countries, us_states


def test_every_country_has_the_codes_and_the_name_of_iso():
    known = {country.alpha_2: country for country in countries()}
    for wanted in pycountry.countries:
        found = known.pop(wanted.alpha_2)
        assert (found.alpha_3, found.names[0]) == (wanted.alpha_3, wanted.name)
    assert not known


def test_every_state_of_the_us_has_its_code():
    wanted = {place.code: place.name for place in pycountry.subdivisions.get(country_code="US")}
    assert len(us_states()) == 51
    assert all(wanted[f"US-{code}"] == name for code, name in us_states().items())


def test_a_country_is_found_by_its_names():
    names = gazetteer().names
    assert names["republicofkorea"] == names["southkorea"] == ("KR",)
    assert names["slovakrepublic"] == ("SK",)
    assert set(names["georgia"]) == {"GE", "US-GA"}
