"""Invented tables of a business and of daily work, with the mess that such tables have: `frame("orders")`."""

from __future__ import annotations

import functools
from collections.abc import Callable

import numpy as np
import pandas as pd

from training import own_tables_dated, own_tables_more
from training.own_columns import (
    LAST,
    Array,
    clocked,
    dated,
    firms,
    german,
    holed,
    later,
    on_days,
    persons,
    pick,
    stamped,
    upto,
    words_of,
)


def orders() -> pd.DataFrame:
    """Sales orders with three dates, a discount and a status."""
    rng, n = np.random.default_rng(11), 2400
    ordered = on_days(rng, "2023-01-02", "2024-12-30", n)
    channel = pick(rng, ["web", "phone", "marketplace", "store"], n, [5, 1.5, 3, 1])
    promised = later(ordered, rng.choice([3, 5, 7, 10, 14], n))
    slow = (channel == "marketplace") * 2
    shipped = later(ordered, 1 + rng.poisson(4, n) + slow + (rng.random(n) < 0.06) * rng.integers(5, 25, n))
    status = pick(rng, ["delivered", "returned", "cancelled"], n, [84, 7, 9])
    shipped = np.where(status == "cancelled", np.datetime64("NaT"), upto(shipped, "2024-12-31"))
    status = np.where(np.isnat(shipped) & (status != "cancelled"), "open", status)
    skus = [f"{group}-{number}" for group in ("CHR", "DSK", "LMP", "SHF", "MAT") for number in (110, 120, 205, 310)]
    price = dict(zip(skus, np.round(rng.gamma(2.2, 70, len(skus)) + 9, 2), strict=True))
    sku = pick(rng, skus, n, rng.random(len(skus)) + 0.3)
    raised = np.where(ordered >= np.datetime64("2024-01-01"), 1.06, 1.0)
    return pd.DataFrame({
        "order_id": [f"SO-{10000 + at}" for at in range(n)],
        "order_date": stamped(ordered),
        "promised_date": stamped(promised),
        "ship_date": stamped(shipped),
        "customer": pick(rng, firms(rng, 70), n, rng.pareto(1.6, 70) + 0.3),
        "sku": sku,
        "qty": 1 + rng.poisson(2.4, n),
        "unit_price": np.round([price[name] for name in sku] * raised, 2),
        "discount": holed(rng, rng.choice([0, 0.05, 0.1, 0.15, 0.25], n, p=[0.55, 0.17, 0.15, 0.08, 0.05]), 0.03),
        "status": status,
        "channel": holed(rng, channel, 0.02),
        "country": pick(rng, ["DE", "FR", "NL", "AT", "ES", "IT", "PL"], n, [9, 5, 3, 2, 2, 2, 1]),
    })  # fmt: skip


def subscriptions() -> pd.DataFrame:
    """Customers of an online service with sign-up, churn and a monthly price written in dollars."""
    rng, n = np.random.default_rng(12), 900
    signup = on_days(rng, "2021-01-04", "2024-06-28", n)
    plan = pick(rng, ["Starter", "Team", "Business", "Enterprise"], n, [40, 32, 20, 8])
    life = rng.exponential(np.select([plan == "Starter", plan == "Team", plan == "Business"], [480, 800, 1300], 2600))
    gone = upto(later(signup, life + 20), "2024-06-30")
    seats = np.select([plan == "Starter", plan == "Team", plan == "Business"],
                      [rng.integers(1, 4, n), rng.integers(3, 16, n), rng.integers(10, 60, n)],
                      rng.integers(50, 400, n))  # fmt: skip
    each = np.select([plan == "Starter", plan == "Team", plan == "Business"], [19.0, 15.0, 12.5], 9.9)
    company = [f"{first} {last}" for first, last in zip(pick(rng, LAST, n), pick(rng, ["Labs", "Foods", "Logistics",
               "Media", "Dental", "Studio", "Partners"], n), strict=True)]  # fmt: skip
    why = pd.Series(pick(rng, ["too expensive", "missing feature", "switched", "closed"], n)).mask(np.isnat(gone))
    return pd.DataFrame({
        "account": [f"A{4000 + at}" for at in range(n)],
        "company": company,
        "signup": dated(signup, "%Y-%m-%d"),
        "churned_on": dated(gone, "%Y-%m-%d"),
        "plan": plan,
        "mrr": [f"${value:,.2f}" for value in seats * each],
        "seats": seats,
        "annual_billing": pick(rng, ["Y", "N"], n, [35, 65]),
        "source": holed(rng, pick(rng, ["google", "referral", "partner", "event", "ad"], n, [5, 3, 2, 1, 1]), 0.06),
        "nps": holed(rng, np.clip(np.round(rng.normal(7.4 - 1.6 * ~np.isnat(gone), 2)), 0, 10), 0.35),
        "cancel_reason": holed(rng, why, 0.1),
    })  # fmt: skip


def tickets() -> pd.DataFrame:
    """Support tickets with opening and closing times, tags in one cell and a satisfaction score."""
    rng, n = np.random.default_rng(13), 1800
    opened = on_days(rng, "2024-01-01", "2024-09-30", n).astype("datetime64[m]") + np.clip(
        rng.normal(780, 190, n), 5, 1430).astype(int).astype("timedelta64[m]")  # fmt: skip
    level = rng.choice([1, 2, 3, 4], n, p=[0.07, 0.23, 0.45, 0.25])
    agent = pick(rng, ["Mia", "Oskar", "Priya", "Tom", "Leila", "Jan"], n, [5, 4, 5, 3, 4, 2])
    hours = rng.gamma(1.2, 9.0, n) * level * np.where(agent == "Tom", 1.7, 1.0)
    closed = opened + (hours * 60).astype(int).astype("timedelta64[m]")
    closed = np.where(rng.random(n) < 0.03, np.datetime64("NaT"), upto(closed, "2024-09-30T23:59"))
    score = np.clip(np.round(4.7 - hours / 40 + rng.normal(0, 0.8, n)), 1, 5)
    tags = np.array(["billing", "login", "bug", "feature request", "shipping", "refund"], dtype=object)
    return pd.DataFrame({
        "ticket": np.arange(70001, 70001 + n),
        "opened": stamped(opened),
        "closed": stamped(closed),
        "priority": [f"P{value}" for value in level],
        "agent": holed(rng, agent, 0.02),
        "channel": pick(rng, ["email", "chat", "phone"], n, [5, 4, 2]),
        "first_reply_min": holed(rng, np.round(rng.gamma(1.5, 22, n) * (0.4 + level / 3)), 0.04),
        "reopened": (rng.random(n) < np.where(agent == "Jan", 0.2, 0.09)).astype(int),
        "csat": pd.Series(score).mask((rng.random(n) < 0.42) | np.isnat(closed)),
        "tags": [";".join(rng.choice(tags, rng.choice([1, 2, 3], p=[0.6, 0.3, 0.1]), replace=False)) for _ in range(n)],
        "customer_tier": pick(rng, ["gold", "silver", "bronze"], n, [2, 3, 5]),
    })  # fmt: skip


def invoices() -> pd.DataFrame:
    """Invoices in German style: dates as 14.03.2023 and amounts as 1.032,62 €."""
    rng, n = np.random.default_rng(14), 720
    issued = on_days(rng, "2022-01-03", "2023-12-29", n)
    term = rng.choice([14, 30, 60], n, p=[0.3, 0.55, 0.15])
    due = later(issued, term)
    client = pick(rng, firms(rng, 32), n, rng.pareto(2.0, 32) + 0.4)
    slow = np.array([9 if name.endswith("SARL") else 0 for name in client])
    paid = upto(later(issued, np.clip(rng.normal(term * 0.9 + slow, 12), 0, None)), "2023-12-31")
    paid = np.where(rng.random(n) < 0.03, np.datetime64("NaT"), paid)
    currency = pick(rng, ["EUR", "CHF"], n, [9, 1])
    sign = np.where(currency == "EUR", "€", "CHF")
    return pd.DataFrame({
        "invoice_no": [f"RE-{str(day)[:4]}-{at + 1:04d}" for at, day in enumerate(issued)],
        "client": client,
        "issued": dated(issued, "%d.%m.%Y"),
        "due": dated(due, "%d.%m.%Y"),
        "paid_on": dated(paid, "%d.%m.%Y"),
        "amount": [f"{value} {mark}" for value, mark in zip(german(rng.lognormal(7.1, 0.9, n)), sign, strict=True)],
        "currency": currency,
        "vat": pick(rng, ["19 %", "7 %", "0 %"], n, [8, 1, 1]),
        "reminders": np.where(slow > 0, rng.poisson(0.8, n), rng.poisson(0.25, n)),
        "service": holed(rng, pick(rng, ["consulting", "hosting", "training", "licence"], n, [4, 3, 1, 2]), 0.03),
        "account_manager": pick(rng, ["Vogel", "Costa", "Jensen"], n),
    })  # fmt: skip


def employees() -> pd.DataFrame:
    """Staff list with birth, hiring and leaving dates, pay and manager."""
    rng, n = np.random.default_rng(15), 430
    name = persons(rng, n)
    hired = rng.permutation(on_days(rng, "2008-02-01", "2024-05-15", n))
    left = upto(later(hired, rng.exponential(2600, n) + 60), "2024-06-30")
    dept = pick(rng, ["Sales", "Engineering", "Operations", "Finance", "HR", "Support"], n, [5, 7, 6, 2, 1, 4])
    grade = rng.choice([1, 2, 3, 4, 5], n, p=[0.2, 0.33, 0.27, 0.14, 0.06])
    base = np.select([dept == "Engineering", dept == "Sales", dept == "Finance", dept == "Support"],
                     [47000, 42000, 44000, 32000], 37000)  # fmt: skip
    women = set(words_of("Anna Carla Elif Greta Ines Karin Maria Olga Rosa Tara Vera Xenia Zoe Bianca Dora"))
    sex = np.array(["f" if who.split()[0] in women else "m" for who in name], dtype=object)
    sex = np.where(rng.random(n) < 0.015, "d", sex)
    pay = base * (1 + 0.24 * (grade - 1)) * rng.normal(1, 0.07, n) * np.where(sex == "f", 0.965, 1.0)
    bosses = {unit: pick(rng, name, 4) for unit in np.unique(dept)}
    born = later(hired, -(19 + grade * 1.5) * 365.25 - rng.gamma(2.2, 1500, n))
    return pd.DataFrame({
        "emp_no": rng.permutation(np.arange(1001, 1001 + n)),
        "name": name,
        "sex": sex,
        "birth_date": dated(born, "%d/%m/%Y"),
        "hired": stamped(hired),
        "left_on": stamped(left),
        "department": dept,
        "grade": [f"G{value}" for value in grade],
        "salary": np.round(pay, -2).astype(int),
        "bonus_pct": holed(rng, np.where(dept == "Sales", rng.integers(5, 26, n), rng.integers(0, 11, n)), 0.08),
        "manager": [rng.choice(bosses[unit]) for unit in dept],
        "fte": rng.choice([1.0, 0.8, 0.5], n, p=[0.76, 0.14, 0.1]),
        "remote": pick(rng, ["yes", "no", "hybrid"], n, [2, 4, 4]),
        "site": holed(rng, pick(rng, ["Berlin", "Leeds", "Porto", "Gdansk"], n, [4, 2, 3, 2]), 0.02),
    })  # fmt: skip


def sessions() -> pd.DataFrame:
    """Visits to a web shop with a yes/no conversion and revenue."""
    rng, n = np.random.default_rng(16), 5000
    day = on_days(rng, "2024-03-01", "2024-05-31", n)
    minute = np.clip(np.where(rng.random(n) < 0.6, rng.normal(1180, 120, n), rng.normal(720, 170, n)), 0, 1439)
    device = pick(rng, ["mobile", "desktop", "tablet"], n, [58, 36, 6])
    source = pick(rng, ["organic", "paid search", "email", "social", "direct"], n, [32, 22, 12, 16, 18])
    chance = np.where(device == "desktop", 0.055, 0.026) * np.where(source == "email", 2.0, 1.0)
    chance = chance * np.where(source == "social", 0.4, 1.0) * np.where(day >= np.datetime64("2024-05-01"), 1.35, 1.0)
    bought = rng.random(n) < chance
    pages = 1 + rng.geometric(0.32, n) - 1 + bought * rng.integers(3, 9, n)
    return pd.DataFrame({
        "session_id": [f"{value:08x}" for value in rng.integers(16**7, 16**8, n)],
        "timestamp": stamped(day.astype("datetime64[m]") + minute.astype(int).astype("timedelta64[m]")),
        "visitor": rng.integers(20000, 22600, n),
        "device": device,
        "source": source,
        "landing_page": pick(rng, ["/", "/sale", "/new", "/blog/care-guide", "/product/oak-desk"], n, [5, 3, 2, 2, 1]),
        "pages": pages,
        "seconds": holed(rng, np.round(pages * rng.gamma(2, 19, n)), 0.03),
        "converted": np.where(bought, "yes", "no"),
        "revenue": pd.Series(np.where(bought, np.round(rng.lognormal(4.3, 0.6, n), 2), np.nan)),
        "country": holed(rng, pick(rng, ["US", "UK", "CA", "AU"], n, [6, 2, 1, 1]), 0.015),
    })  # fmt: skip


def stock_moves() -> pd.DataFrame:
    """Warehouse movements with signed quantities and dates as 31/12/2024."""
    rng, n = np.random.default_rng(17), 2600
    kind = pick(rng, ["OUT", "IN", "ADJ", "RET"], n, [62, 24, 6, 8])
    size = 1 + rng.poisson(14, n)
    quantity = np.select([kind == "OUT", kind == "IN", kind == "ADJ"],
                         [-size, size * rng.choice([2, 3], n), rng.integers(-6, 5, n)], 1 + size // 8)  # fmt: skip
    parts = ["bolt M8", "bolt M10", "bracket", "hinge", "gasket", "valve 1/2in", "pump", "filter", "cable 5m", "fuse"]
    cost = dict(zip(parts, [0.22, 0.31, 3.4, 2.15, 0.9, 11.5, 148.0, 17.25, 6.8, 0.65], strict=True))
    item = pick(rng, parts, n, [8, 7, 6, 5, 6, 4, 1, 4, 4, 5])
    return pd.DataFrame({
        "move_no": np.arange(1, n + 1),
        "date": dated(on_days(rng, "2024-01-02", "2024-12-30", n), "%d/%m/%Y"),
        "warehouse": pick(rng, ["North", "South", "Central"], n, [3, 2, 4]),
        "item": item,
        "type": kind,
        "quantity": quantity,
        "unit_cost": np.round([cost[name] for name in item] * rng.normal(1, 0.03, n), 2),
        "clerk": holed(rng, pick(rng, ["jd", "mk", "ss", "pt"], n, [4, 3, 2, 1]), 0.03),
        "supplier": pd.Series(pick(rng, ["Hansa", "Metallo", "Orient Parts"], n, [3, 2, 2])).where(kind == "IN"),
        "damaged": pick(rng, ["", "x"], n, [96, 4]),
    })  # fmt: skip


def clinic_visits() -> pd.DataFrame:
    """Appointments of a clinic with times of day, a blood pressure as 128/82 and no-shows."""
    rng, n = np.random.default_rng(18), 1700
    visit = on_days(rng, "2023-09-01", "2024-08-30", n)
    booked = later(visit, -rng.gamma(1.6, 9, n) - 1)
    patients = 640
    born, female = rng.integers(1936, 2019, patients), rng.random(patients) < 0.55
    who = rng.integers(0, patients, n)
    slot = rng.choice(np.arange(8 * 60, 17 * 60, 15), n)
    missed = rng.random(n) < np.where((visit - booked).astype(int) > 21, 0.19, 0.07)
    unit = pick(rng, ["GP", "Cardiology", "Dermatology", "Orthopedics"], n, [6, 2, 3, 3])
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
        "booked_on": stamped(booked),
        "visit_date": stamped(visit),
        "appointment": clocked(slot),
        "seen_at": pd.Series(clocked(slot + wait)).mask(missed),
        "department": unit,
        "doctor": [f"Dr. {name}" for name in pick(rng, ["Weber", "Okafor", "Lopez", "Tanaka", "Huber"], n)],
        "no_show": np.where(missed, "Y", "N"),
        "icd": holed(rng, pick(rng, codes, n, [4, 5, 4, 3, 4, 2]), 0.05),
        "blood_pressure": pd.Series(pressure).mask(missed | (rng.random(n) < 0.25)),
        "fee": pd.Series(np.round(rng.gamma(4, 21, n) + 20, 2)).mask(missed),
        "insurance": pick(rng, ["public", "private", "self-pay"], n, [75, 20, 5]),
    })  # fmt: skip


def bookings() -> pd.DataFrame:
    """Hotel bookings with booking, arrival and departure dates."""
    rng, n = np.random.default_rng(19), 2200
    arrive = on_days(rng, "2023-01-05", "2024-12-20", n)
    lead = np.round(rng.gamma(1.1, 38, n))
    room = pick(rng, ["single", "double", "family", "suite"], n, [20, 55, 18, 7])
    month = arrive.astype("datetime64[M]").astype(int) % 12 + 1
    base = np.select([room == "single", room == "double", room == "family"], [74, 102, 139], 221)
    rate = np.round(base * np.where(np.isin(month, [6, 7, 8, 12]), 1.28, 1.0) * rng.normal(1, 0.09, n), 1)
    small = np.where(room == "family", rng.integers(1, 4, n), (rng.random(n) < 0.06).astype(int))
    via = pick(rng, ["Booking.com", "direct", "Expedia", "travel agent"], n, [45, 28, 17, 10])
    dropped = rng.random(n) < np.clip(0.08 + lead / 400 + (via == "Booking.com") * 0.09, 0, 0.6)
    return pd.DataFrame({
        "booking_id": np.arange(880001, 880001 + n),
        "booked_on": stamped(later(arrive, -lead)),
        "check_in": stamped(arrive),
        "check_out": stamped(later(arrive, 1 + rng.poisson(1.9, n) + (rng.random(n) < 0.04) * 7)),
        "room_type": room,
        "adults": np.where(room == "single", 1, rng.choice([1, 2, 2, 2, 3], n)),
        "children": small,
        "rate": rate,
        "channel": via,
        "cancelled": dropped.astype(int),
        "breakfast": pick(rng, ["yes", "no"], n, [6, 4]),
        "nationality": holed(rng, pick(rng, ["DEU", "GBR", "FRA", "ITA", "USA", "NLD"], n, [6, 4, 3, 2, 2, 2]), 0.04),
        "rating": pd.Series(np.round(np.clip(rng.normal(8.1, 1.1, n), 2, 10), 1)).mask(dropped | (rng.random(n) < 0.5)),
    })  # fmt: skip


def deliveries() -> pd.DataFrame:
    """Parcels with planned and real times of day and weights as 3.2 kg."""
    rng, n = np.random.default_rng(20), 1600
    depot = pick(rng, ["East", "West", "Harbour"], n, [4, 3, 3])
    drivers = {"East": ["Kofi", "Lena", "Marek"], "West": ["Nadia", "Omar"], "Harbour": ["Pia", "Quentin", "Rafa"]}
    planned = rng.choice(np.arange(8 * 60, 19 * 60, 5), n)
    delay = rng.normal(4, 16, n) + (planned > 16 * 60) * 12 + (depot == "Harbour") * 6
    outcome = pick(rng, ["delivered", "neighbour", "failed"], n, [83, 9, 8])
    weight = rng.gamma(1.4, 3.2, n) + 0.2
    return pd.DataFrame({
        "parcel": [f"PX{value}" for value in 500000 + rng.permutation(n)],
        "day": dated(on_days(rng, "2024-10-01", "2024-12-24", n), "%m/%d/%Y"),
        "depot": depot,
        "driver": [rng.choice(drivers[name]) for name in depot],
        "planned": clocked(planned),
        "delivered": pd.Series(clocked(np.clip(planned + delay, 420, 1439))).mask(outcome == "failed"),
        "outcome": outcome,
        "attempts": np.where(outcome == "failed", rng.integers(2, 4, n), 1 + (rng.random(n) < 0.12)),
        "weight": [f"{value:.1f} kg" for value in weight],
        "km": holed(rng, np.round(rng.gamma(2.5, 2.1, n), 1), 0.03),
        "express": pick(rng, ["Y", "N"], n, [22, 78]),
        "note": holed(rng, pick(rng, ["ring twice", "leave at door", "dog!", "3rd floor", "call first"], n), 0.8),
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
        part = pd.DataFrame({"timestamp": stamped(hours), "building": name, "outside_c": cold})
        made.append(part.assign(kwh=holed(rng, np.round(use * rng.normal(1, 0.08, len(hours)), 2), 0.01)))
    found = pd.concat(made, ignore_index=True).sort_values(["timestamp", "building"], ignore_index=True)
    found["tariff"] = np.where(found["timestamp"].dt.hour.between(7, 21), "peak", "off-peak")
    found["price_ct"] = np.where(found["tariff"] == "peak", 31.4, 22.9)
    return found


def store_panel() -> pd.DataFrame:
    """One row per store and month with sales, target, stock and staff."""
    rng = np.random.default_rng(22)
    towns = words_of("""Ulm Graz Basel Bonn Linz Trier Kiel Essen Bern Wien Mainz Jena Aachen Zug Salzburg Halle Worms
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
            "stock_value": holed(rng, np.round(sales * rng.normal(1.9, 0.25, 24)), 0.02),
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
    team = pick(rng, ["Sales", "IT", "Logistics", "Marketing", "Admin"], n, [4, 4, 6, 2, 3])
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
        "submitted": dated(on_days(rng, "2024-04-08", "2024-05-03", n), "%d-%b-%y"),
        "team": team,
        "age_group": holed(rng, pick(rng, ["18-29", "30-44", "45-59", "60+"], n, [3, 5, 4, 1]), 0.04),
        "tenure": [f"{value} years" if value != 1 else "1 year" for value in years],
        "q1_proud": answer(0.3),
        "q2_workload_ok": answer(-0.5),
        "q3_manager_helps": answer(0.1),
        "recommend": np.where(rng.random(n) < 0.06, "n.a.", score),
        "home_office_days": holed(rng, rng.choice([0, 1, 2, 3, 5], n, p=[0.35, 0.15, 0.25, 0.18, 0.07]), 0.03),
        "commute_min": np.where(rng.random(n) < 0.08, "n.a.", np.round(rng.gamma(2.4, 13, n)).astype(int).astype(str)),
        "comment": holed(rng, pick(rng, comments, n), 0.7),
    })  # fmt: skip


def campaigns() -> pd.DataFrame:
    """Marketing campaigns with budgets as 12k, click rates as 2.4% and revenue in dollars."""
    rng, n = np.random.default_rng(24), 240
    start = on_days(rng, "2023-01-09", "2024-11-18", n)
    media = ["Facebook", "Google Ads", "LinkedIn", "Newsletter", "Podcast", "TikTok"]
    channel = pick(rng, media, n, [5, 6, 3, 4, 2, 3])
    budget = np.round(rng.lognormal(2.1, 0.8, n) * np.where(channel == "Newsletter", 0.3, 1.0), 1) + 0.5
    spent = budget * 1000 * np.clip(rng.normal(0.94, 0.15, n), 0.2, 1.4)
    shown = np.round(spent * rng.lognormal(3.1, 0.4, n))
    rate = np.clip(rng.gamma(4, 0.5, n) * np.where(channel == "Newsletter", 1.9, 1.0), 0.2, 12)
    won = np.round(shown * rate / 100 * rng.beta(2, 60, n))
    themes = ["Spring Sale", "Back to School", "Brand Push", "Webinar", "Black Friday", "Loyalty", "New Arrivals"]
    return pd.DataFrame({
        "campaign": [f"{name} {at + 101}" for at, name in enumerate(pick(rng, themes, n))],
        "channel": channel,
        "start": dated(start, "%d %b %Y"),
        "end": dated(later(start, rng.integers(6, 60, n)), "%d %b %Y"),
        "budget": [f"{value:.1f}k".replace(".0k", "k") for value in budget],
        "spent": np.round(spent, 2),
        "impressions": shown.astype(int),
        "ctr": holed(rng, [f"{value:.1f}%" for value in rate], 0.04),
        "conversions": won.astype(int),
        "revenue": [f"${value:,.0f}" for value in won * rng.normal(58, 9, n)],
        "owner": pick(rng, ["Chloe", "Dev", "Ewa", "Finn"], n, [4, 3, 3, 2]),
        "region": pick(rng, ["EMEA", "NA", "APAC"], n, [4, 3, 2]),
        "approved": pick(rng, ["TRUE", "FALSE"], n, [9, 1]),
    })  # fmt: skip


def projects() -> pd.DataFrame:
    """Client projects with start, deadline and end, planned and booked hours."""
    rng, n = np.random.default_rng(25), 280
    start = on_days(rng, "2021-02-01", "2024-09-02", n)
    length = rng.integers(30, 300, n)
    planned = np.round(length * rng.gamma(6, 0.5, n), -1)
    fixed = rng.random(n) < 0.45
    real = length * rng.normal(np.where(fixed, 1.14, 1.03), 0.22, n)
    ended = upto(later(start, np.clip(real, 10, None)), "2024-09-30")
    status = np.where(np.isnat(ended), pick(rng, ["active", "on hold"], n, [8, 2]), "done")
    status = np.where(rng.random(n) < 0.05, "cancelled", status)
    return pd.DataFrame({
        "code": [f"PRJ-{at + 1:03d}" for at in range(n)],
        "client": pick(rng, firms(rng, 40), n),
        "lead": pick(rng, ["Bianca", "Emil", "Tara", "Yusuf", "Dora"], n, [5, 4, 3, 3, 2]),
        "type": pick(rng, ["migration", "audit", "build", "support"], n, [3, 2, 5, 3]),
        "start": stamped(start),
        "deadline": stamped(later(start, length)),
        "end": stamped(ended),
        "status": status,
        "hours_planned": planned,
        "hours_booked": holed(rng, np.round(planned * rng.normal(np.where(fixed, 1.12, 1.0), 0.2, n)), 0.02),
        "budget": [f"{value:,.0f}".replace(",", ".") for value in np.round(planned * rng.integers(85, 125, n), -2)],
        "billing": np.where(fixed, "fixed price", "time & material"),
        "risk": holed(rng, pick(rng, ["L", "M", "H"], n, [5, 3, 2]), 0.07),
    })  # fmt: skip


def expenses() -> pd.DataFrame:
    """Expense claims with three dates, a receipt flag and amounts such as € 42.50."""
    rng, n = np.random.default_rng(26), 950
    spent = on_days(rng, "2024-01-03", "2024-11-29", n)
    filed = later(spent, rng.gamma(1.2, 11, n))
    approved = later(filed, 1 + rng.gamma(1.3, 4, n))
    verdict = pick(rng, ["approved", "rejected", "pending"], n, [86, 7, 7])
    category = pick(rng, ["hotel", "train", "meals", "taxi", "flight", "software"], n, [3, 5, 6, 4, 2, 1])
    scale = np.select([category == "hotel", category == "train", category == "meals", category == "taxi"],
                      [150, 62, 31, 24], 270)  # fmt: skip
    amount = scale * rng.lognormal(0, 0.45, n)
    paid = np.where(verdict == "approved", later(approved, rng.integers(2, 21, n)), np.datetime64("NaT"))
    reasons = ["client visit", "conference", "training", "team event"]
    found = pd.DataFrame({
        "claim": [f"EX{at + 1:04d}" for at in range(n)],
        "employee": pick(rng, persons(rng, 48), n, rng.random(48) + 0.2),
        "cost_center": pick(rng, ["4100", "4200", "5300", "6010"], n, [4, 3, 2, 1]),
        "category": category,
        "expense_date": dated(spent, "%Y-%m-%d"),
        "submitted": dated(filed, "%Y-%m-%d"),
        "approved_on": dated(np.where(verdict == "pending", np.datetime64("NaT"), approved), "%Y-%m-%d"),
        "reimbursed_on": dated(paid, "%Y-%m-%d"),
        "amount": [f"€ {value:,.2f}" for value in amount],
        "receipt": pick(rng, ["yes", "no", "lost"], n, [88, 9, 3]),
        "decision": verdict,
        "purpose": holed(rng, pick(rng, reasons, n, [5, 2, 2, 1]), 0.1),
    })  # fmt: skip
    again = found.sample(7, random_state=3).assign(claim=[f"EX{n + at + 1:04d}" for at in range(7)])
    return pd.concat([found, again], ignore_index=True)


def calls() -> pd.DataFrame:
    """Calls of a hotline with waiting and talking times written as minutes and seconds."""
    rng, n = np.random.default_rng(27), 2100
    day = on_days(rng, "2024-06-03", "2024-08-30", n)
    minute = np.clip(rng.normal(800, 150, n), 480, 1199).astype(int)
    wait = rng.exponential(95, n) * np.where((minute > 660) & (minute < 840), 1.7, 1.0)
    gone = rng.random(n) < np.clip(wait / 900, 0, 0.8)
    talk = rng.gamma(2.2, 130, n)
    agent = pick(rng, ["Aylin", "Bruno", "Cem", "Dilara", "Eva"], n, [5, 4, 4, 3, 2])
    topic = pick(rng, ["contract", "invoice", "outage", "moving house", "other"], n, [4, 6, 3, 2, 3])
    return pd.DataFrame({
        "call_start": dated(day.astype("datetime64[m]") + minute.astype("timedelta64[m]"), "%Y-%m-%d %H:%M"),
        "caller": [f"+49 17{value}" for value in rng.integers(10000000, 10000900, n)],
        "topic": topic,
        "agent": pd.Series(agent).mask(gone),
        "wait": [f"{int(value) // 60}:{int(value) % 60:02d}" for value in wait],
        "talk_time": pd.Series([f"{int(value) // 60}:{int(value) % 60:02d}" for value in talk]).mask(gone),
        "outcome": np.where(gone, "abandoned", pick(rng, ["solved", "callback", "forwarded"], n, [70, 14, 16])),
        "stars": pd.Series(np.clip(np.round(4.6 - wait / 160 + rng.normal(0, 0.9, n)), 1, 5)).mask(
            gone | (rng.random(n) < 0.6)),
        "language": pick(rng, ["de", "en", "tr"], n, [8, 1, 1]),
    })  # fmt: skip


def loans() -> pd.DataFrame:
    """Loan applications with dates as 03/28/2023, terms as 36 months and rates as 6.9%."""
    rng, n = np.random.default_rng(28), 1100
    applied = on_days(rng, "2022-07-01", "2024-06-28", n)
    grade = pick(rng, ["A", "B", "C", "D", "E"], n, [24, 30, 24, 14, 8])
    step = np.array([ord(value) - 65 for value in grade])
    refused = rng.random(n) < 0.06 + step * 0.11
    bad = rng.random(n) < 0.02 + step * 0.045
    status = np.where(refused, "rejected", np.where(bad, "default", pick(rng, ["current", "repaid"], n, [7, 3])))
    income = np.round(rng.lognormal(10.75, 0.42, n), -2)
    decided = later(applied, 1 + rng.poisson(5, n) + step)
    return pd.DataFrame({
        "loan_id": np.arange(500, 500 + n),
        "applied": dated(applied, "%m/%d/%Y"),
        "decided": dated(decided, "%m/%d/%Y"),
        "amount": [f"{value:,.0f}" for value in np.round(rng.lognormal(9.3, 0.6, n), -2)],
        "term": pick(rng, ["36 months", "60 months", "24 months"], n, [5, 3, 2]),
        "rate": [f"{value:.1f}%" for value in 4.4 + step * 2.1 + rng.normal(0, 0.5, n)],
        "grade": grade,
        "purpose": pick(rng, ["car", "debt", "home improvement", "wedding", "medical"], n, [4, 6, 3, 1, 1]),
        "income": holed(rng, income, 0.05),
        "age": rng.integers(19, 74, n),
        "housing": pick(rng, ["rent", "own", "mortgage"], n, [5, 2, 4]),
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
    return (TABLES | own_tables_more.TABLES | own_tables_dated.TABLES)[item]()
