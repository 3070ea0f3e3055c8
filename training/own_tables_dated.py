"""Invented tables with several dates each: a help desk, stock by day, a loan book, machine sensors, course bookings."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pandas as pd

from training.own_columns import firms, holed, later, on_days, persons, pick, stamped, upto


def helpdesk() -> pd.DataFrame:
    """Cases of an internal help desk; the department is written as people typed it."""
    rng, n = np.random.default_rng(201), 1600
    created = on_days(rng, "2023-01-02", "2024-06-28", n).astype("datetime64[m]")
    created = created + np.clip(rng.normal(690, 150, n), 10, 1430).astype(int).astype("timedelta64[m]")
    grave = pick(rng, ["low", "normal", "high", "critical"], n, [25, 50, 19, 6])
    pace = np.select([grave == "critical", grave == "high", grave == "normal"], [0.4, 0.7, 1.0], 1.8)
    first = created + (rng.gamma(1.4, 90, n) * pace).astype(int).astype("timedelta64[m]")
    solved = upto(first + (rng.gamma(1.1, 2400, n) * pace).astype(int).astype("timedelta64[m]"), "2024-06-30T23:59")
    score = np.clip(np.round(4.4 - (solved - created).astype(float) / 9000 + rng.normal(0, 0.8, n)), 1, 5)
    return pd.DataFrame({
        "case_no": np.arange(30001, 30001 + n),
        "created": stamped(created),
        "first_response": stamped(first),
        "resolved": stamped(solved),
        "due": stamped(later(created.astype("datetime64[D]"), np.ceil(pace * 5))),
        "requester": pick(rng, persons(rng, 180), n),
        "department": pick(rng, ["Sales", "sales", "Finance", "FINANCE", "Warehouse", "warehouse ", "HR", "Marketing"],
                            n, [6, 2, 4, 1, 5, 1, 2, 3]),
        "category": pick(rng, ["hardware", "password", "email", "printer", "vpn", "software"], n, [4, 5, 3, 3, 3, 4]),
        "severity": grave,
        "assigned_to": holed(rng, pick(rng, ["Nora", "Idris", "Petra", "Sven"], n, [4, 4, 3, 2]), 0.04),
        "office": pick(rng, ["Vienna", "Zurich", "Munich"], n, [4, 2, 3]),
        "escalated": pick(rng, ["yes", "no"], n, [11, 89]),
        "satisfaction": pd.Series(score).mask((rng.random(n) < 0.4) | np.isnat(solved)),
        "cost": np.round(rng.gamma(1.8, 40, n), 2),
    })  # fmt: skip


def stock_days() -> pd.DataFrame:
    """Stock of eight items in three warehouses on each day of half a year."""
    rng = np.random.default_rng(202)
    costs = {"drill": 64.0, "hammer": 11.5, "ladder": 79.0, "paint 5l": 22.4, "sander": 48.0, "saw": 17.8, "tape": 2.3,
             "screws 100": 4.1}  # fmt: skip
    days = np.arange(np.datetime64("2024-01-01"), np.datetime64("2024-07-01"))
    rows = []
    for place in ("Lyon", "Ghent", "Turin"):
        for item, cost in costs.items():
            point, held = int(rng.integers(20, 60)), int(rng.integers(60, 140))
            counted = days[0] - np.timedelta64(int(rng.integers(5, 40)), "D")
            for day in days:
                out = min(held, int(rng.poisson(5 if day.astype(object).weekday() < 5 else 1)))
                come = int(rng.integers(50, 110)) if held - out < point and rng.random() < 0.35 else 0
                held = held - out + come
                counted = day if rng.random() < 0.03 else counted
                rows.append((day, place, item, held, min(held, int(rng.poisson(8))), point, cost, come, out, counted))
    names = ["day", "warehouse", "item", "on_hand", "reserved", "reorder_point", "unit_cost", "received", "shipped",
             "last_count"]  # fmt: skip
    return pd.DataFrame(rows, columns=names).astype({"day": "datetime64[us]", "last_count": "datetime64[us]"})


def loan_book() -> pd.DataFrame:
    """Business loans of a bank as they stood on 30 June 2024."""
    rng, n = np.random.default_rng(203), 850
    opened = on_days(rng, "2018-01-08", "2024-06-20", n)
    years = rng.choice([2, 3, 5, 7, 10], n)
    amount = np.round(rng.lognormal(10.6, 0.8, n), -2)
    gone = np.clip((np.datetime64("2024-06-30") - opened).astype(int) / (years * 365.25), 0, 1)
    late = np.where(rng.random(n) < 0.17, np.round(rng.gamma(1.2, 45, n)), 0).astype(int)
    left = np.round(amount * (1 - gone) * rng.uniform(0.9, 1.1, n), 2)
    state = np.select([left == 0, late > 90, late > 0], ["repaid", "default", "late"], "performing")
    return pd.DataFrame({
        "loan_no": [f"L-{at:05d}" for at in rng.permutation(np.arange(10000, 10000 + n))],
        "borrower": pick(rng, firms(rng, 110), n),
        "branch": pick(rng, ["Bern", "Basel", "Lugano", "Geneva"], n, [4, 3, 2, 3]),
        "product": pick(rng, ["working capital", "equipment", "real estate", "vehicle"], n, [4, 3, 2, 3]),
        "opened_on": stamped(opened),
        "first_due": stamped(later(opened, rng.choice([30, 60, 90], n))),
        "last_payment": holed(
            rng, stamped(later(np.full(n, np.datetime64("2024-06-30")), -late - rng.integers(1, 31, n))), 0.05),
        "maturity": stamped(later(opened, years * 365.25)),
        "principal": amount,
        "outstanding": left,
        "rate_pct": np.round(rng.normal(5.2, 1.3, n).clip(1.5), 2),
        "days_past_due": np.where(state == "repaid", 0, late),
        "status": state,
        "collateral": holed(rng, pick(rng, ["building", "machine", "guarantee"], n), 0.3),
        "officer": pick(rng, ["Amsler", "Frei", "Moretti", "Rochat"], n),
    })  # fmt: skip


def sensor_log() -> pd.DataFrame:
    """Readings of five machines every two hours over two months."""
    rng = np.random.default_rng(204)
    hours = np.arange(np.datetime64("2024-04-01T00"), np.datetime64("2024-06-01T00"), np.timedelta64(2, "h"))
    stamp, machine = np.tile(hours, 5), np.repeat(np.array(["M1", "M2", "M3", "M4", "M5"], dtype=object), len(hours))
    n = len(stamp)
    clock = (stamp - stamp.astype("datetime64[D]")).astype(int)
    busy = (clock >= 6) & (clock < 22)
    state = np.where(rng.random(n) < 0.03 + 0.03 * (machine == "M4"), "fault", np.where(busy, "running", "idle"))
    warm = 34 + 31 * (state == "running") + 40 * (state == "fault") + 6 * (machine == "M4") + rng.normal(0, 4, n)
    served = np.where(stamp < np.datetime64("2024-05-06"), np.datetime64("2024-02-12"), np.datetime64("2024-05-06"))
    return pd.DataFrame({
        "ts": stamped(stamp),
        "machine": machine,
        "hall": np.where(np.isin(machine, ["M1", "M2"]), "A", "B"),
        "temp_c": holed(rng, np.round(warm, 1), 0.02),
        "vibration_mm_s": np.round(rng.gamma(4, 0.5, n) + 2 * (state == "fault"), 2),
        "rpm": np.where(state == "running", np.round(rng.normal(1480, 60, n)), 0).astype(int),
        "power_kw": np.round(np.where(state == "running", rng.normal(22, 3, n), 1.8), 1),
        "state": state,
        "alarm": pd.Series(pick(rng, ["overheat", "jam", "sensor"], n, [4, 3, 2])).where(state == "fault"),
        "acknowledged_by": holed(
            rng, pd.Series(pick(rng, ["Kai", "Lotte", "Brigid"], n)).where(state == "fault"), 0.2),
        "last_service": stamped(served),
    })  # fmt: skip


def course_bookings() -> pd.DataFrame:
    """Bookings of a training provider with the days of booking, course, payment and cancellation."""
    rng, n = np.random.default_rng(205), 1200
    booked = on_days(rng, "2022-09-01", "2024-05-31", n)
    start = later(booked, 7 + rng.gamma(2, 20, n))
    fees = {
        "Excel": 390,
        "Project basics": 720,
        "Negotiation": 850,
        "First aid": 140,
        "Python": 1190,
        "Leadership": 1450,
    }
    course = pick(rng, list(fees), n, [6, 4, 3, 5, 4, 2])
    off = rng.random(n) < 0.12
    people = 1 + rng.poisson(1.3, n)
    cut = rng.choice([0, 5, 10, 20], n, p=[0.6, 0.2, 0.15, 0.05])
    paid = np.where(off | (rng.random(n) < 0.07), np.datetime64("NaT"), later(booked, 3 + rng.gamma(2, 11, n)))
    return pd.DataFrame({
        "booking": [f"B{at:04d}" for at in range(1, n + 1)],
        "booked_on": stamped(booked),
        "course": course,
        "trainer": holed(rng, pick(rng, ["Ruiz", "Ekberg", "Singh", "Marsh", "Bauer"], n), 0.03),
        "city": pick(rng, ["Hamburg", "Cologne", "Leipzig", "online"], n, [3, 3, 2, 4]),
        "starts": stamped(start),
        "ends": stamped(later(start, rng.integers(0, 5, n))),
        "paid_on": stamped(upto(paid, "2024-06-15")),
        "cancelled_on": stamped(np.where(off, later(booked, rng.integers(0, 7, n)), np.datetime64("NaT"))),
        "company": pick(rng, firms(rng, 60), n, rng.pareto(2, 60) + 0.3),
        "participants": people,
        "list_fee": [fees[name] for name in course],
        "discount_pct": cut,
        "total": np.round(np.array([fees[name] for name in course]) * people * (1 - cut / 100), 2),
        "rating": pd.Series(np.clip(np.round(rng.normal(4.1, 0.8, n)), 1, 5)).mask(off | (rng.random(n) < 0.35)),
    })  # fmt: skip


TABLES: dict[str, Callable[[], pd.DataFrame]] = {
    made.__name__: made for made in (helpdesk, stock_days, loan_book, sensor_log, course_bookings)
}
