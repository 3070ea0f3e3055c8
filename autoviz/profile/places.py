"""Recognising columns of place names, modestly: by the column's name, or by values that are countries and states."""

from __future__ import annotations

import re
from collections.abc import Sequence

PLACE_WORDS = frozenset(
    {"country", "countries", "nation", "continent", "city", "cities", "town", "county", "province", "municipality"}
)
DOUBTFUL_WORDS = frozenset({"state", "region", "territory", "location", "origin", "destination", "nationality"})
"""Names that stand for places and for other things; their values decide."""

_COUNTRIES = """
afghanistan|albania|algeria|angola|argentina|armenia|australia|austria|azerbaijan|bahrain|bangladesh|belarus|belgium|
bolivia|bosnia and herzegovina|botswana|brazil|bulgaria|cambodia|cameroon|canada|chile|china|colombia|costa rica|
croatia|cuba|cyprus|czech republic|czechia|denmark|dominican republic|ecuador|egypt|el salvador|estonia|ethiopia|
finland|france|georgia|germany|ghana|greece|guatemala|haiti|honduras|hong kong|hungary|iceland|india|indonesia|iran|
iraq|ireland|israel|italy|ivory coast|jamaica|japan|jordan|kazakhstan|kenya|kuwait|laos|latvia|lebanon|libya|
lithuania|luxembourg|madagascar|malaysia|mali|malta|mexico|moldova|mongolia|montenegro|morocco|mozambique|myanmar|
namibia|nepal|netherlands|new zealand|nicaragua|niger|nigeria|north korea|north macedonia|norway|oman|pakistan|panama|
paraguay|peru|philippines|poland|portugal|puerto rico|qatar|romania|russia|rwanda|saudi arabia|senegal|serbia|
singapore|slovakia|slovenia|somalia|south africa|south korea|spain|sri lanka|sudan|sweden|switzerland|syria|taiwan|
tanzania|thailand|togo|tunisia|turkey|uganda|ukraine|united arab emirates|united kingdom|united states|
united states of america|uruguay|uzbekistan|venezuela|vietnam|yemen|zambia|zimbabwe|usa|us|uk|uae
"""
_STATES = """
alabama|alaska|arizona|arkansas|california|colorado|connecticut|delaware|florida|georgia|hawaii|idaho|illinois|
indiana|iowa|kansas|kentucky|louisiana|maine|maryland|massachusetts|michigan|minnesota|mississippi|missouri|montana|
nebraska|nevada|new hampshire|new jersey|new mexico|new york|north carolina|north dakota|ohio|oklahoma|oregon|
pennsylvania|rhode island|south carolina|south dakota|tennessee|texas|utah|vermont|virginia|washington|
west virginia|wisconsin|wyoming|district of columbia
"""
_CONTINENTS = "africa|antarctica|asia|europe|north america|south america|oceania|america"


def _listed(text: str) -> frozenset[str]:
    return frozenset(name.strip() for name in text.replace("\n", "").split("|"))


PLACES = _listed(_COUNTRIES) | _listed(_STATES) | _listed(_CONTINENTS)
_CODE = re.compile(r"[A-Z]{2,3}$")


def names_place(words: Sequence[str], values: Sequence[str]) -> bool:
    """Whether a column is called after places and its values do not speak against it."""
    if set(words) & PLACE_WORDS:
        return True
    if "state" in words and values and all(_CODE.match(value) for value in values):
        return True
    return bool(set(words) & DOUBTFUL_WORDS) and is_place(values, share=0.5)


def is_place(values: Sequence[str], share: float = 0.8) -> bool:
    """Whether most values are known countries, states or continents."""
    folded = {value.strip().casefold() for value in values}
    return bool(folded) and len(folded & PLACES) >= share * len(folded)
