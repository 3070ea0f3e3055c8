"""Invented tables of a business and of daily work, with the mess that such tables have: `frame("orders")`."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

Array = npt.NDArray[Any]


def _words(text: str) -> list[str]:
    """The words of a text."""
    return text.split()


FIRST = _words("""Anna Ben Carla David Elif Farid Greta Hugo Ines Jonas Karin Luca Maria Nils Olga Paul Rosa Samir Tara
Uwe Vera Wim Xenia Yusuf Zoe Amir Bianca Chen Dora Emil""")
LAST = _words("""Adler Berg Costa Dubois Engel Ferrari Garcia Huber Ivanov Jensen Keller Lopez Meyer Novak Okafor
Petrov Quinn Rossi Schmidt Tanaka Ulrich Vogel Weber Yilmaz Zimmer Brandt Cohen Dahl Eriksen Fuchs""")
COMPANY = _words("""Acme Blueline Cedar Delta Evergreen Fjord Granite Harbor Iris Juniper Kestrel Lumen Maple Nordwind
Orbit Pinnacle Quartz Redwood Summit Tidal Umbra Vertex Willow Zephyr""")


def _pick(rng: np.random.Generator, values: Sequence[Any], n: int, weights: Any = None) -> Array:
    """N values drawn with the given weights."""
    shares = None if weights is None else np.array(weights, dtype=float) / sum(weights)
    return np.array(values, dtype=object)[rng.choice(len(values), n, p=shares)]


def _days(rng: np.random.Generator, first: str, last: str, n: int) -> Array:
    """N days between two dates, in order."""
    span = int((np.datetime64(last) - np.datetime64(first)).astype(int))
    return np.asarray(np.datetime64(first) + np.sort(rng.integers(0, span + 1, n)).astype("timedelta64[D]"))


def _later(dates: Array, days: Array) -> Array:
    """The dates some whole days later."""
    return np.asarray(dates + np.asarray(days).astype(int).astype("timedelta64[D]"))


def _stamp(values: Array) -> pd.Series[Any]:
    """Dates as pandas keeps them."""
    return pd.Series(values.astype("datetime64[us]"))


def _text(values: Array, style: str) -> pd.Series[Any]:
    """Dates written as text in a style; a missing date stays missing."""
    return pd.Series(_stamp(values).dt.strftime(style))


def _holes(rng: np.random.Generator, values: Any, share: float) -> pd.Series[Any]:
    """The values with a share of them missing."""
    kept = pd.Series(values)
    return kept.mask(rng.random(len(kept)) < share)


def _upto(values: Array, last: str) -> Array:
    """The dates, with those after the last day not known yet."""
    return np.where(values > np.datetime64(last), np.datetime64("NaT"), values)


def _names(rng: np.random.Generator, n: int) -> list[str]:
    """N different full names."""
    pairs = rng.permutation(len(FIRST) * len(LAST))[:n]
    return [f"{FIRST[at % len(FIRST)]} {LAST[at // len(FIRST)]}" for at in pairs]


def _companies(rng: np.random.Generator, n: int) -> list[str]:
    """N different company names."""
    forms = ("GmbH", "Ltd", "Inc", "SARL", "& Sons")
    pairs = rng.permutation(len(COMPANY) * len(forms))[:n]
    return [f"{COMPANY[at % len(COMPANY)]} {forms[at // len(COMPANY)]}" for at in pairs]


def _german(values: Array) -> list[str]:
    """Numbers in German style: 1.032,62."""
    return [f"{value:,.2f}".replace(",", "_").replace(".", ",").replace("_", ".") for value in values]


def _clock(minutes: Array) -> list[str]:
    """Minutes since midnight as 14:35."""
    return [f"{int(value) // 60:02d}:{int(value) % 60:02d}" for value in minutes]


def orders() -> pd.DataFrame:
    """Sales orders with three dates, a discount and a status."""
    rng, n = np.random.default_rng(11), 2400
    ordered = _days(rng, "2023-01-02", "2024-12-30", n)
    channel = _pick(rng, ["web", "phone", "marketplace", "store"], n, [5, 1.5, 3, 1])
    promised = _later(ordered, rng.choice([3, 5, 7, 10, 14], n))
    slow = (channel == "marketplace") * 2
    shipped = _later(ordered, 1 + rng.poisson(4, n) + slow + (rng.random(n) < 0.06) * rng.integers(5, 25, n))
    status = _pick(rng, ["delivered", "returned", "cancelled"], n, [84, 7, 9])
    shipped = np.where(status == "cancelled", np.datetime64("NaT"), _upto(shipped, "2024-12-31"))
    status = np.where(np.isnat(shipped) & (status != "cancelled"), "open", status)
    skus = [f"{group}-{number}" for group in ("CHR", "DSK", "LMP", "SHF", "MAT") for number in (110, 120, 205, 310)]
    price = dict(zip(skus, np.round(rng.gamma(2.2, 70, len(skus)) + 9, 2), strict=True))
    sku = _pick(rng, skus, n, rng.random(len(skus)) + 0.3)
    raised = np.where(ordered >= np.datetime64("2024-01-01"), 1.06, 1.0)
    return pd.DataFrame({
        "order_id": [f"SO-{10000 + at}" for at in range(n)],
        "order_date": _stamp(ordered),
        "promised_date": _stamp(promised),
        "ship_date": _stamp(shipped),
        "customer": _pick(rng, _companies(rng, 70), n, rng.pareto(1.6, 70) + 0.3),
        "sku": sku,
        "qty": 1 + rng.poisson(2.4, n),
        "unit_price": np.round([price[name] for name in sku] * raised, 2),
        "discount": _holes(rng, rng.choice([0, 0.05, 0.1, 0.15, 0.25], n, p=[0.55, 0.17, 0.15, 0.08, 0.05]), 0.03),
        "status": status,
        "channel": _holes(rng, channel, 0.02),
        "country": _pick(rng, ["DE", "FR", "NL", "AT", "ES", "IT", "PL"], n, [9, 5, 3, 2, 2, 2, 1]),
    })  # fmt: skip


def subscriptions() -> pd.DataFrame:
    """Customers of an online service with sign-up, churn and a monthly price written in dollars."""
    rng, n = np.random.default_rng(12), 900
    signup = _days(rng, "2021-01-04", "2024-06-28", n)
    plan = _pick(rng, ["Starter", "Team", "Business", "Enterprise"], n, [40, 32, 20, 8])
    life = rng.exponential(np.select([plan == "Starter", plan == "Team", plan == "Business"], [480, 800, 1300], 2600))
    gone = _upto(_later(signup, life + 20), "2024-06-30")
    seats = np.select([plan == "Starter", plan == "Team", plan == "Business"],
                      [rng.integers(1, 4, n), rng.integers(3, 16, n), rng.integers(10, 60, n)],
                      rng.integers(50, 400, n))  # fmt: skip
    each = np.select([plan == "Starter", plan == "Team", plan == "Business"], [19.0, 15.0, 12.5], 9.9)
    company = [f"{first} {last}" for first, last in zip(_pick(rng, LAST, n), _pick(rng, ["Labs", "Foods", "Logistics",
               "Media", "Dental", "Studio", "Partners"], n), strict=True)]  # fmt: skip
    why = pd.Series(_pick(rng, ["too expensive", "missing feature", "switched", "closed"], n)).mask(np.isnat(gone))
    return pd.DataFrame({
        "account": [f"A{4000 + at}" for at in range(n)],
        "company": company,
        "signup": _text(signup, "%Y-%m-%d"),
        "churned_on": _text(gone, "%Y-%m-%d"),
        "plan": plan,
        "mrr": [f"${value:,.2f}" for value in seats * each],
        "seats": seats,
        "annual_billing": _pick(rng, ["Y", "N"], n, [35, 65]),
        "source": _holes(rng, _pick(rng, ["google", "referral", "partner", "event", "ad"], n, [5, 3, 2, 1, 1]), 0.06),
        "nps": _holes(rng, np.clip(np.round(rng.normal(7.4 - 1.6 * ~np.isnat(gone), 2)), 0, 10), 0.35),
        "cancel_reason": _holes(rng, why, 0.1),
    })  # fmt: skip


def tickets() -> pd.DataFrame:
    """Support tickets with opening and closing times, tags in one cell and a satisfaction score."""
    rng, n = np.random.default_rng(13), 1800
    opened = _days(rng, "2024-01-01", "2024-09-30", n).astype("datetime64[m]") + np.clip(
        rng.normal(780, 190, n), 5, 1430).astype(int).astype("timedelta64[m]")  # fmt: skip
    level = rng.choice([1, 2, 3, 4], n, p=[0.07, 0.23, 0.45, 0.25])
    agent = _pick(rng, ["Mia", "Oskar", "Priya", "Tom", "Leila", "Jan"], n, [5, 4, 5, 3, 4, 2])
    hours = rng.gamma(1.2, 9.0, n) * level * np.where(agent == "Tom", 1.7, 1.0)
    closed = opened + (hours * 60).astype(int).astype("timedelta64[m]")
    closed = np.where(rng.random(n) < 0.03, np.datetime64("NaT"), _upto(closed, "2024-09-30T23:59"))
    score = np.clip(np.round(4.7 - hours / 40 + rng.normal(0, 0.8, n)), 1, 5)
    tags = np.array(["billing", "login", "bug", "feature request", "shipping", "refund"], dtype=object)
    return pd.DataFrame({
        "ticket": np.arange(70001, 70001 + n),
        "opened": _stamp(opened),
        "closed": _stamp(closed),
        "priority": [f"P{value}" for value in level],
        "agent": _holes(rng, agent, 0.02),
        "channel": _pick(rng, ["email", "chat", "phone"], n, [5, 4, 2]),
        "first_reply_min": _holes(rng, np.round(rng.gamma(1.5, 22, n) * (0.4 + level / 3)), 0.04),
        "reopened": (rng.random(n) < np.where(agent == "Jan", 0.2, 0.09)).astype(int),
        "csat": pd.Series(score).mask((rng.random(n) < 0.42) | np.isnat(closed)),
        "tags": [";".join(rng.choice(tags, rng.choice([1, 2, 3], p=[0.6, 0.3, 0.1]), replace=False)) for _ in range(n)],
        "customer_tier": _pick(rng, ["gold", "silver", "bronze"], n, [2, 3, 5]),
    })  # fmt: skip


def invoices() -> pd.DataFrame:
    """Invoices in German style: dates as 14.03.2023 and amounts as 1.032,62 €."""
    rng, n = np.random.default_rng(14), 720
    issued = _days(rng, "2022-01-03", "2023-12-29", n)
    term = rng.choice([14, 30, 60], n, p=[0.3, 0.55, 0.15])
    due = _later(issued, term)
    client = _pick(rng, _companies(rng, 32), n, rng.pareto(2.0, 32) + 0.4)
    slow = np.array([9 if name.endswith("SARL") else 0 for name in client])
    paid = _upto(_later(issued, np.clip(rng.normal(term * 0.9 + slow, 12), 0, None)), "2023-12-31")
    paid = np.where(rng.random(n) < 0.03, np.datetime64("NaT"), paid)
    currency = _pick(rng, ["EUR", "CHF"], n, [9, 1])
    sign = np.where(currency == "EUR", "€", "CHF")
    return pd.DataFrame({
        "invoice_no": [f"RE-{str(day)[:4]}-{at + 1:04d}" for at, day in enumerate(issued)],
        "client": client,
        "issued": _text(issued, "%d.%m.%Y"),
        "due": _text(due, "%d.%m.%Y"),
        "paid_on": _text(paid, "%d.%m.%Y"),
        "amount": [f"{value} {mark}" for value, mark in zip(_german(rng.lognormal(7.1, 0.9, n)), sign, strict=True)],
        "currency": currency,
        "vat": _pick(rng, ["19 %", "7 %", "0 %"], n, [8, 1, 1]),
        "reminders": np.where(slow > 0, rng.poisson(0.8, n), rng.poisson(0.25, n)),
        "service": _holes(rng, _pick(rng, ["consulting", "hosting", "training", "licence"], n, [4, 3, 1, 2]), 0.03),
        "account_manager": _pick(rng, ["Vogel", "Costa", "Jensen"], n),
    })  # fmt: skip


def employees() -> pd.DataFrame:
    """Staff list with birth, hiring and leaving dates, pay and manager."""
    rng, n = np.random.default_rng(15), 430
    name = _names(rng, n)
    hired = rng.permutation(_days(rng, "2008-02-01", "2024-05-15", n))
    left = _upto(_later(hired, rng.exponential(2600, n) + 60), "2024-06-30")
    dept = _pick(rng, ["Sales", "Engineering", "Operations", "Finance", "HR", "Support"], n, [5, 7, 6, 2, 1, 4])
    grade = rng.choice([1, 2, 3, 4, 5], n, p=[0.2, 0.33, 0.27, 0.14, 0.06])
    base = np.select([dept == "Engineering", dept == "Sales", dept == "Finance", dept == "Support"],
                     [47000, 42000, 44000, 32000], 37000)  # fmt: skip
    women = set(_words("Anna Carla Elif Greta Ines Karin Maria Olga Rosa Tara Vera Xenia Zoe Bianca Dora"))
    sex = np.array(["f" if who.split()[0] in women else "m" for who in name], dtype=object)
    sex = np.where(rng.random(n) < 0.015, "d", sex)
    pay = base * (1 + 0.24 * (grade - 1)) * rng.normal(1, 0.07, n) * np.where(sex == "f", 0.965, 1.0)
    bosses = {unit: _pick(rng, name, 4) for unit in np.unique(dept)}
    born = _later(hired, -(19 + grade * 1.5) * 365.25 - rng.gamma(2.2, 1500, n))
    return pd.DataFrame({
        "emp_no": rng.permutation(np.arange(1001, 1001 + n)),
        "name": name,
        "sex": sex,
        "birth_date": _text(born, "%d/%m/%Y"),
        "hired": _stamp(hired),
        "left_on": _stamp(left),
        "department": dept,
        "grade": [f"G{value}" for value in grade],
        "salary": np.round(pay, -2).astype(int),
        "bonus_pct": _holes(rng, np.where(dept == "Sales", rng.integers(5, 26, n), rng.integers(0, 11, n)), 0.08),
        "manager": [rng.choice(bosses[unit]) for unit in dept],
        "fte": rng.choice([1.0, 0.8, 0.5], n, p=[0.76, 0.14, 0.1]),
        "remote": _pick(rng, ["yes", "no", "hybrid"], n, [2, 4, 4]),
        "site": _holes(rng, _pick(rng, ["Berlin", "Leeds", "Porto", "Gdansk"], n, [4, 2, 3, 2]), 0.02),
    })  # fmt: skip


def sessions() -> pd.DataFrame:
    """Visits to a web shop with a yes/no conversion and revenue."""
    rng, n = np.random.default_rng(16), 5000
    day = _days(rng, "2024-03-01", "2024-05-31", n)
    minute = np.clip(np.where(rng.random(n) < 0.6, rng.normal(1180, 120, n), rng.normal(720, 170, n)), 0, 1439)
    device = _pick(rng, ["mobile", "desktop", "tablet"], n, [58, 36, 6])
    source = _pick(rng, ["organic", "paid search", "email", "social", "direct"], n, [32, 22, 12, 16, 18])
    chance = np.where(device == "desktop", 0.055, 0.026) * np.where(source == "email", 2.0, 1.0)
    chance = chance * np.where(source == "social", 0.4, 1.0) * np.where(day >= np.datetime64("2024-05-01"), 1.35, 1.0)
    bought = rng.random(n) < chance
    pages = 1 + rng.geometric(0.32, n) - 1 + bought * rng.integers(3, 9, n)
    return pd.DataFrame({
        "session_id": [f"{value:08x}" for value in rng.integers(16**7, 16**8, n)],
        "timestamp": _stamp(day.astype("datetime64[m]") + minute.astype(int).astype("timedelta64[m]")),
        "visitor": rng.integers(20000, 22600, n),
        "device": device,
        "source": source,
        "landing_page": _pick(rng, ["/", "/sale", "/new", "/blog/care-guide", "/product/oak-desk"], n, [5, 3, 2, 2, 1]),
        "pages": pages,
        "seconds": _holes(rng, np.round(pages * rng.gamma(2, 19, n)), 0.03),
        "converted": np.where(bought, "yes", "no"),
        "revenue": pd.Series(np.where(bought, np.round(rng.lognormal(4.3, 0.6, n), 2), np.nan)),
        "country": _holes(rng, _pick(rng, ["US", "UK", "CA", "AU"], n, [6, 2, 1, 1]), 0.015),
    })  # fmt: skip


def stock_moves() -> pd.DataFrame:
    """Warehouse movements with signed quantities and dates as 31/12/2024."""
    rng, n = np.random.default_rng(17), 2600
    kind = _pick(rng, ["OUT", "IN", "ADJ", "RET"], n, [62, 24, 6, 8])
    size = 1 + rng.poisson(14, n)
    quantity = np.select([kind == "OUT", kind == "IN", kind == "ADJ"],
                         [-size, size * rng.choice([2, 3], n), rng.integers(-6, 5, n)], 1 + size // 8)  # fmt: skip
    parts = ["bolt M8", "bolt M10", "bracket", "hinge", "gasket", "valve 1/2in", "pump", "filter", "cable 5m", "fuse"]
    cost = dict(zip(parts, [0.22, 0.31, 3.4, 2.15, 0.9, 11.5, 148.0, 17.25, 6.8, 0.65], strict=True))
    item = _pick(rng, parts, n, [8, 7, 6, 5, 6, 4, 1, 4, 4, 5])
    return pd.DataFrame({
        "move_no": np.arange(1, n + 1),
        "date": _text(_days(rng, "2024-01-02", "2024-12-30", n), "%d/%m/%Y"),
        "warehouse": _pick(rng, ["North", "South", "Central"], n, [3, 2, 4]),
        "item": item,
        "type": kind,
        "quantity": quantity,
        "unit_cost": np.round([cost[name] for name in item] * rng.normal(1, 0.03, n), 2),
        "clerk": _holes(rng, _pick(rng, ["jd", "mk", "ss", "pt"], n, [4, 3, 2, 1]), 0.03),
        "supplier": pd.Series(_pick(rng, ["Hansa", "Metallo", "Orient Parts"], n, [3, 2, 2])).where(kind == "IN"),
        "damaged": _pick(rng, ["", "x"], n, [96, 4]),
    })  # fmt: skip


def clinic_visits() -> pd.DataFrame:
    """Appointments of a clinic with times of day, a blood pressure as 128/82 and no-shows."""
    rng, n = np.random.default_rng(18), 1700
    visit = _days(rng, "2023-09-01", "2024-08-30", n)
    booked = _later(visit, -rng.gamma(1.6, 9, n) - 1)
    patients = 640
    born, female = rng.integers(1936, 2019, patients), rng.random(patients) < 0.55
    who = rng.integers(0, patients, n)
    slot = rng.choice(np.arange(8 * 60, 17 * 60, 15), n)
    missed = rng.random(n) < np.where((visit - booked).astype(int) > 21, 0.19, 0.07)
    unit = _pick(rng, ["GP", "Cardiology", "Dermatology", "Orthopedics"], n, [6, 2, 3, 3])
    unit = np.where(born[who] >= 2008, "Pediatrics", unit)
    codes = ["I10", "J06.9", "M54.5", "L20.9", "Z00.0", "E11.9"]
    wait = np.clip(rng.gamma(2.0, 9, n) + (unit == "Orthopedics") * 14 - 5, 0, 150)
    upper = np.round(rng.normal(112 + (2024 - born[who]) * 0.33, 12)).astype(int)
    pressure = [f"{high}/{low}" for high, low in zip(upper, np.round(upper * 0.62 + rng.normal(3, 5, n)).astype(int),
                strict=True)]  # fmt: skip
    return pd.DataFrame({
        "patient_id": who + 300,
        "birth_year": born[who],
        "sex": np.where(female[who], "F", "M"),
        "booked_on": _stamp(booked),
        "visit_date": _stamp(visit),
        "appointment": _clock(slot),
        "seen_at": pd.Series(_clock(slot + wait)).mask(missed),
        "department": unit,
        "doctor": [f"Dr. {name}" for name in _pick(rng, ["Weber", "Okafor", "Lopez", "Tanaka", "Huber"], n)],
        "no_show": np.where(missed, "Y", "N"),
        "icd": _holes(rng, _pick(rng, codes, n, [4, 5, 4, 3, 4, 2]), 0.05),
        "blood_pressure": pd.Series(pressure).mask(missed | (rng.random(n) < 0.25)),
        "fee": pd.Series(np.round(rng.gamma(4, 21, n) + 20, 2)).mask(missed),
        "insurance": _pick(rng, ["public", "private", "self-pay"], n, [75, 20, 5]),
    })  # fmt: skip


def bookings() -> pd.DataFrame:
    """Hotel bookings with booking, arrival and departure dates."""
    rng, n = np.random.default_rng(19), 2200
    arrive = _days(rng, "2023-01-05", "2024-12-20", n)
    lead = np.round(rng.gamma(1.1, 38, n))
    room = _pick(rng, ["single", "double", "family", "suite"], n, [20, 55, 18, 7])
    month = arrive.astype("datetime64[M]").astype(int) % 12 + 1
    base = np.select([room == "single", room == "double", room == "family"], [74, 102, 139], 221)
    rate = np.round(base * np.where(np.isin(month, [6, 7, 8, 12]), 1.28, 1.0) * rng.normal(1, 0.09, n), 1)
    small = np.where(room == "family", rng.integers(1, 4, n), (rng.random(n) < 0.06).astype(int))
    via = _pick(rng, ["Booking.com", "direct", "Expedia", "travel agent"], n, [45, 28, 17, 10])
    dropped = rng.random(n) < np.clip(0.08 + lead / 400 + (via == "Booking.com") * 0.09, 0, 0.6)
    return pd.DataFrame({
        "booking_id": np.arange(880001, 880001 + n),
        "booked_on": _stamp(_later(arrive, -lead)),
        "check_in": _stamp(arrive),
        "check_out": _stamp(_later(arrive, 1 + rng.poisson(1.9, n) + (rng.random(n) < 0.04) * 7)),
        "room_type": room,
        "adults": np.where(room == "single", 1, rng.choice([1, 2, 2, 2, 3], n)),
        "children": small,
        "rate": rate,
        "channel": via,
        "cancelled": dropped.astype(int),
        "breakfast": _pick(rng, ["yes", "no"], n, [6, 4]),
        "nationality": _holes(rng, _pick(rng, ["DEU", "GBR", "FRA", "ITA", "USA", "NLD"], n, [6, 4, 3, 2, 2, 2]), 0.04),
        "rating": pd.Series(np.round(np.clip(rng.normal(8.1, 1.1, n), 2, 10), 1)).mask(dropped | (rng.random(n) < 0.5)),
    })  # fmt: skip


def deliveries() -> pd.DataFrame:
    """Parcels with planned and real times of day and weights as 3.2 kg."""
    rng, n = np.random.default_rng(20), 1600
    depot = _pick(rng, ["East", "West", "Harbour"], n, [4, 3, 3])
    drivers = {"East": ["Kofi", "Lena", "Marek"], "West": ["Nadia", "Omar"], "Harbour": ["Pia", "Quentin", "Rafa"]}
    planned = rng.choice(np.arange(8 * 60, 19 * 60, 5), n)
    delay = rng.normal(4, 16, n) + (planned > 16 * 60) * 12 + (depot == "Harbour") * 6
    outcome = _pick(rng, ["delivered", "neighbour", "failed"], n, [83, 9, 8])
    weight = rng.gamma(1.4, 3.2, n) + 0.2
    return pd.DataFrame({
        "parcel": [f"PX{value}" for value in 500000 + rng.permutation(n)],
        "day": _text(_days(rng, "2024-10-01", "2024-12-24", n), "%m/%d/%Y"),
        "depot": depot,
        "driver": [rng.choice(drivers[name]) for name in depot],
        "planned": _clock(planned),
        "delivered": pd.Series(_clock(np.clip(planned + delay, 420, 1439))).mask(outcome == "failed"),
        "outcome": outcome,
        "attempts": np.where(outcome == "failed", rng.integers(2, 4, n), 1 + (rng.random(n) < 0.12)),
        "weight": [f"{value:.1f} kg" for value in weight],
        "km": _holes(rng, np.round(rng.gamma(2.5, 2.1, n), 1), 0.03),
        "express": _pick(rng, ["Y", "N"], n, [22, 78]),
        "note": _holes(rng, _pick(rng, ["ring twice", "leave at door", "dog!", "3rd floor", "call first"], n), 0.8),
    })  # fmt: skip


def meter() -> pd.DataFrame:
    """Hourly power readings of four buildings with the outside temperature."""
    rng = np.random.default_rng(21)
    hours = np.arange(np.datetime64("2024-01-15T00"), np.datetime64("2024-02-29T00"))
    clock, day = hours.astype(int) % 24, (hours.astype("datetime64[D]").astype(int) + 3) % 7
    cold = np.round(3.5 + 4 * np.sin((clock - 9) / 24 * 6.283) + np.cumsum(rng.normal(0, 0.25, len(hours))), 1)
    made = []
    for name, load, night in (("Office", 62, 0.25), ("Bakery", 38, 1.4), ("Gym", 27, 0.5), ("Warehouse", 45, 0.7)):
        open_now = ((clock >= 7) & (clock < 20)) & ~((name == "Office") & (day >= 5))
        use = load * np.where(open_now, 1.0, night) * (1 + np.clip(12 - cold, 0, None) * 0.015)
        part = pd.DataFrame({"timestamp": _stamp(hours), "building": name, "outside_c": cold})
        made.append(part.assign(kwh=_holes(rng, np.round(use * rng.normal(1, 0.08, len(hours)), 2), 0.01)))
    found = pd.concat(made, ignore_index=True).sort_values(["timestamp", "building"], ignore_index=True)
    found["tariff"] = np.where(found["timestamp"].dt.hour.between(7, 21), "peak", "off-peak")
    found["price_ct"] = np.where(found["tariff"] == "peak", 31.4, 22.9)
    return found


def store_panel() -> pd.DataFrame:
    """One row per store and month with sales, target, stock and staff."""
    rng = np.random.default_rng(22)
    towns = _words("""Ulm Graz Basel Bonn Linz Trier Kiel Essen Bern Wien Mainz Jena Aachen Zug Salzburg Halle Worms
    Celle Gera Luzern Villach Fulda""")
    swiss, austrian = {"Basel", "Bern", "Zug", "Luzern"}, {"Graz", "Linz", "Wien", "Salzburg", "Villach"}
    made = []
    for at, town in enumerate(towns):
        area, trend = int(rng.integers(18, 95)) * 10, rng.normal(0.006, 0.008)
        step = np.arange(24)
        season = np.array([0.88, 0.86, 0.97, 1.0, 1.02, 0.98, 0.92, 0.9, 1.0, 1.05, 1.15, 1.42])[step % 12]
        sales = area * 210 * season * (1 + trend) ** step * rng.normal(1, 0.05, 24)
        made.append(pd.DataFrame({
            "store_id": f"S{at + 1:02d}",
            "city": town,
            "country": "CH" if town in swiss else "AT" if town in austrian else "DE",
            "month": [f"{2023 + value // 12}-{value % 12 + 1:02d}" for value in step],
            "sales": np.round(sales),
            "target": np.round(area * 218 * season * 1.004**step, -2),
            "stock_value": _holes(rng, np.round(sales * rng.normal(1.9, 0.25, 24)), 0.02),
            "staff": np.round(area / 55 + rng.normal(0, 0.7, 24), 1),
            "sqm": area,
            "promo": (rng.random(24) < 0.25).astype(int),
            "returns_pct": [f"{value:.1f}%" for value in rng.gamma(6, 0.7, 24)],
        }))  # fmt: skip
    found = pd.concat(made, ignore_index=True)
    return found[~((found["store_id"] == "S13") & (found["month"] > "2024-05"))].reset_index(drop=True)


def survey() -> pd.DataFrame:
    """A staff survey with answers in words, n.a. and free text."""
    rng, n = np.random.default_rng(23), 640
    scale = ["strongly disagree", "disagree", "neutral", "agree", "strongly agree"]
    team = _pick(rng, ["Sales", "IT", "Logistics", "Marketing", "Admin"], n, [4, 4, 6, 2, 3])
    mood = rng.normal(0, 1, n) + np.select([team == "IT", team == "Logistics"], [0.4, -0.5], 0.0)
    words = np.array([*scale, "n.a."], dtype=object)

    def answer(bias: float) -> Array:
        """One statement's answers, some of them not given."""
        level = np.clip(np.round(2.2 + bias + mood * 0.7 + rng.normal(0, 0.8, n)), 0, 4).astype(int)
        return words[np.where(rng.random(n) < 0.05, 5, level)]

    years = np.clip(np.round(rng.gamma(1.4, 4, n)), 0, 35).astype(int)
    score = np.clip(np.round(6.9 + mood * 1.5 + rng.normal(0, 1.4, n)), 0, 10).astype(int).astype(str).astype(object)
    comments = ["more parking please", "great colleagues", "too many meetings", "pay is below market", "happy here",
                "canteen!!", "need new laptops"]  # fmt: skip
    return pd.DataFrame({
        "resp_id": np.arange(1, n + 1),
        "submitted": _text(_days(rng, "2024-04-08", "2024-05-03", n), "%d-%b-%y"),
        "team": team,
        "age_group": _holes(rng, _pick(rng, ["18-29", "30-44", "45-59", "60+"], n, [3, 5, 4, 1]), 0.04),
        "tenure": [f"{value} years" if value != 1 else "1 year" for value in years],
        "q1_proud": answer(0.3),
        "q2_workload_ok": answer(-0.5),
        "q3_manager_helps": answer(0.1),
        "recommend": np.where(rng.random(n) < 0.06, "n.a.", score),
        "home_office_days": _holes(rng, rng.choice([0, 1, 2, 3, 5], n, p=[0.35, 0.15, 0.25, 0.18, 0.07]), 0.03),
        "commute_min": np.where(rng.random(n) < 0.08, "n.a.", np.round(rng.gamma(2.4, 13, n)).astype(int).astype(str)),
        "comment": _holes(rng, _pick(rng, comments, n), 0.7),
    })  # fmt: skip


def campaigns() -> pd.DataFrame:
    """Marketing campaigns with budgets as 12k, click rates as 2.4% and revenue in dollars."""
    rng, n = np.random.default_rng(24), 240
    start = _days(rng, "2023-01-09", "2024-11-18", n)
    media = ["Facebook", "Google Ads", "LinkedIn", "Newsletter", "Podcast", "TikTok"]
    channel = _pick(rng, media, n, [5, 6, 3, 4, 2, 3])
    budget = np.round(rng.lognormal(2.1, 0.8, n) * np.where(channel == "Newsletter", 0.3, 1.0), 1) + 0.5
    spent = budget * 1000 * np.clip(rng.normal(0.94, 0.15, n), 0.2, 1.4)
    shown = np.round(spent * rng.lognormal(3.1, 0.4, n))
    rate = np.clip(rng.gamma(4, 0.5, n) * np.where(channel == "Newsletter", 1.9, 1.0), 0.2, 12)
    won = np.round(shown * rate / 100 * rng.beta(2, 60, n))
    themes = ["Spring Sale", "Back to School", "Brand Push", "Webinar", "Black Friday", "Loyalty", "New Arrivals"]
    return pd.DataFrame({
        "campaign": [f"{name} {at + 101}" for at, name in enumerate(_pick(rng, themes, n))],
        "channel": channel,
        "start": _text(start, "%d %b %Y"),
        "end": _text(_later(start, rng.integers(6, 60, n)), "%d %b %Y"),
        "budget": [f"{value:.1f}k".replace(".0k", "k") for value in budget],
        "spent": np.round(spent, 2),
        "impressions": shown.astype(int),
        "ctr": _holes(rng, [f"{value:.1f}%" for value in rate], 0.04),
        "conversions": won.astype(int),
        "revenue": [f"${value:,.0f}" for value in won * rng.normal(58, 9, n)],
        "owner": _pick(rng, ["Chloe", "Dev", "Ewa", "Finn"], n, [4, 3, 3, 2]),
        "region": _pick(rng, ["EMEA", "NA", "APAC"], n, [4, 3, 2]),
        "approved": _pick(rng, ["TRUE", "FALSE"], n, [9, 1]),
    })  # fmt: skip


def projects() -> pd.DataFrame:
    """Client projects with start, deadline and end, planned and booked hours."""
    rng, n = np.random.default_rng(25), 280
    start = _days(rng, "2021-02-01", "2024-09-02", n)
    length = rng.integers(30, 300, n)
    planned = np.round(length * rng.gamma(6, 0.5, n), -1)
    fixed = rng.random(n) < 0.45
    real = length * rng.normal(np.where(fixed, 1.14, 1.03), 0.22, n)
    ended = _upto(_later(start, np.clip(real, 10, None)), "2024-09-30")
    status = np.where(np.isnat(ended), _pick(rng, ["active", "on hold"], n, [8, 2]), "done")
    status = np.where(rng.random(n) < 0.05, "cancelled", status)
    return pd.DataFrame({
        "code": [f"PRJ-{at + 1:03d}" for at in range(n)],
        "client": _pick(rng, _companies(rng, 40), n),
        "lead": _pick(rng, ["Bianca", "Emil", "Tara", "Yusuf", "Dora"], n, [5, 4, 3, 3, 2]),
        "type": _pick(rng, ["migration", "audit", "build", "support"], n, [3, 2, 5, 3]),
        "start": _stamp(start),
        "deadline": _stamp(_later(start, length)),
        "end": _stamp(ended),
        "status": status,
        "hours_planned": planned,
        "hours_booked": _holes(rng, np.round(planned * rng.normal(np.where(fixed, 1.12, 1.0), 0.2, n)), 0.02),
        "budget": [f"{value:,.0f}".replace(",", ".") for value in np.round(planned * rng.integers(85, 125, n), -2)],
        "billing": np.where(fixed, "fixed price", "time & material"),
        "risk": _holes(rng, _pick(rng, ["L", "M", "H"], n, [5, 3, 2]), 0.07),
    })  # fmt: skip


def expenses() -> pd.DataFrame:
    """Expense claims with three dates, a receipt flag and amounts such as € 42.50."""
    rng, n = np.random.default_rng(26), 950
    spent = _days(rng, "2024-01-03", "2024-11-29", n)
    filed = _later(spent, rng.gamma(1.2, 11, n))
    approved = _later(filed, 1 + rng.gamma(1.3, 4, n))
    verdict = _pick(rng, ["approved", "rejected", "pending"], n, [86, 7, 7])
    category = _pick(rng, ["hotel", "train", "meals", "taxi", "flight", "software"], n, [3, 5, 6, 4, 2, 1])
    scale = np.select([category == "hotel", category == "train", category == "meals", category == "taxi"],
                      [150, 62, 31, 24], 270)  # fmt: skip
    amount = scale * rng.lognormal(0, 0.45, n)
    paid = np.where(verdict == "approved", _later(approved, rng.integers(2, 21, n)), np.datetime64("NaT"))
    reasons = ["client visit", "conference", "training", "team event"]
    found = pd.DataFrame({
        "claim": [f"EX{at + 1:04d}" for at in range(n)],
        "employee": _pick(rng, _names(rng, 48), n, rng.random(48) + 0.2),
        "cost_center": _pick(rng, ["4100", "4200", "5300", "6010"], n, [4, 3, 2, 1]),
        "category": category,
        "expense_date": _text(spent, "%Y-%m-%d"),
        "submitted": _text(filed, "%Y-%m-%d"),
        "approved_on": _text(np.where(verdict == "pending", np.datetime64("NaT"), approved), "%Y-%m-%d"),
        "reimbursed_on": _text(paid, "%Y-%m-%d"),
        "amount": [f"€ {value:,.2f}" for value in amount],
        "receipt": _pick(rng, ["yes", "no", "lost"], n, [88, 9, 3]),
        "decision": verdict,
        "purpose": _holes(rng, _pick(rng, reasons, n, [5, 2, 2, 1]), 0.1),
    })  # fmt: skip
    again = found.sample(7, random_state=3).assign(claim=[f"EX{n + at + 1:04d}" for at in range(7)])
    return pd.concat([found, again], ignore_index=True)


def calls() -> pd.DataFrame:
    """Calls of a hotline with waiting and talking times written as minutes and seconds."""
    rng, n = np.random.default_rng(27), 2100
    day = _days(rng, "2024-06-03", "2024-08-30", n)
    minute = np.clip(rng.normal(800, 150, n), 480, 1199).astype(int)
    wait = rng.exponential(95, n) * np.where((minute > 660) & (minute < 840), 1.7, 1.0)
    gone = rng.random(n) < np.clip(wait / 900, 0, 0.8)
    talk = rng.gamma(2.2, 130, n)
    agent = _pick(rng, ["Aylin", "Bruno", "Cem", "Dilara", "Eva"], n, [5, 4, 4, 3, 2])
    topic = _pick(rng, ["contract", "invoice", "outage", "moving house", "other"], n, [4, 6, 3, 2, 3])
    return pd.DataFrame({
        "call_start": _text(day.astype("datetime64[m]") + minute.astype("timedelta64[m]"), "%Y-%m-%d %H:%M"),
        "caller": [f"+49 17{value}" for value in rng.integers(10000000, 10000900, n)],
        "topic": topic,
        "agent": pd.Series(agent).mask(gone),
        "wait": [f"{int(value) // 60}:{int(value) % 60:02d}" for value in wait],
        "talk_time": pd.Series([f"{int(value) // 60}:{int(value) % 60:02d}" for value in talk]).mask(gone),
        "outcome": np.where(gone, "abandoned", _pick(rng, ["solved", "callback", "forwarded"], n, [70, 14, 16])),
        "stars": pd.Series(np.clip(np.round(4.6 - wait / 160 + rng.normal(0, 0.9, n)), 1, 5)).mask(
            gone | (rng.random(n) < 0.6)),
        "language": _pick(rng, ["de", "en", "tr"], n, [8, 1, 1]),
    })  # fmt: skip


def loans() -> pd.DataFrame:
    """Loan applications with dates as 03/28/2023, terms as 36 months and rates as 6.9%."""
    rng, n = np.random.default_rng(28), 1100
    applied = _days(rng, "2022-07-01", "2024-06-28", n)
    grade = _pick(rng, ["A", "B", "C", "D", "E"], n, [24, 30, 24, 14, 8])
    step = np.array([ord(value) - 65 for value in grade])
    refused = rng.random(n) < 0.06 + step * 0.11
    bad = rng.random(n) < 0.02 + step * 0.045
    status = np.where(refused, "rejected", np.where(bad, "default", _pick(rng, ["current", "repaid"], n, [7, 3])))
    income = np.round(rng.lognormal(10.75, 0.42, n), -2)
    decided = _later(applied, 1 + rng.poisson(5, n) + step)
    return pd.DataFrame({
        "loan_id": np.arange(500, 500 + n),
        "applied": _text(applied, "%m/%d/%Y"),
        "decided": _text(decided, "%m/%d/%Y"),
        "amount": [f"{value:,.0f}" for value in np.round(rng.lognormal(9.3, 0.6, n), -2)],
        "term": _pick(rng, ["36 months", "60 months", "24 months"], n, [5, 3, 2]),
        "rate": [f"{value:.1f}%" for value in 4.4 + step * 2.1 + rng.normal(0, 0.5, n)],
        "grade": grade,
        "purpose": _pick(rng, ["car", "debt", "home improvement", "wedding", "medical"], n, [4, 6, 3, 1, 1]),
        "income": _holes(rng, income, 0.05),
        "age": rng.integers(19, 74, n),
        "housing": _pick(rng, ["rent", "own", "mortgage"], n, [5, 2, 4]),
        "status": status,
        "first_time": rng.choice([0, 1], n, p=[0.4, 0.6]),
    })  # fmt: skip


TABLES: dict[str, Callable[[], pd.DataFrame]] = {
    made.__name__: made
    for made in (
        orders, subscriptions, tickets, invoices, employees, sessions, stock_moves, clinic_visits, bookings, deliveries,
        meter, store_panel, survey, campaigns, projects, expenses, calls, loans,
    )
}  # fmt: skip


@functools.lru_cache(maxsize=32)
def frame(item: str) -> pd.DataFrame:
    """The table of that name."""
    from training import own_tables_dated, own_tables_more

    return (TABLES | own_tables_more.TABLES | own_tables_dated.TABLES)[item]()
