"""Makes the six invented tables of the regression suite, the same bytes on every run: `python make_tables.py`."""

from __future__ import annotations

import csv
import datetime as dt
import io
import math
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

FOLDER = Path(__file__).parent / "tables"

Row = dict[str, object]


def sales() -> Iterator[Row]:
    """Orders of a trading company: snake case, ISO dates, one order far too large."""
    rng = random.Random(11)
    countries = {
        "North": ["Norway", "Sweden", "Denmark"],
        "South": ["Spain", "Italy", "Portugal"],
        "East": ["Poland", "Hungary", "Romania"],
        "West": ["France", "Ireland", "Belgium"],
    }
    prices = {"Furniture": 180.0, "Technology": 320.0, "Office Supplies": 14.0, "Kitchen": 45.0}
    reps = ["Ana Costa", "Bo Lind", "Carla Meier", "Dan Novak", "Eva Toth", "Finn Walsh", "Greta Olsen"]
    for number in range(520):
        day = dt.date(2022, 1, 3) + dt.timedelta(days=int(number * 725 / 520))
        region = rng.choices(list(countries), [3, 4, 2, 5])[0]
        category = rng.choices(list(prices), [2, 3, 5, 3])[0]
        season = 1 + 0.3 * math.sin(2 * math.pi * (day.month - 8) / 12) + 0.2 * (day.year - 2022)
        units = max(1, round(rng.lognormvariate(1.6, 0.7) * season))
        price = round(prices[category] * rng.uniform(0.7, 1.4), 2)
        discount = rng.choice([0, 0, 0, 5, 10, 15, 20])
        if number == 371:
            units, category, price = 260, "Technology", 410.0
        revenue = round(units * price * (1 - discount / 100), 2)
        yield {
            "order_id": f"SO-{10001 + number}",
            "order_date": day.isoformat(),
            "region": region,
            "country": rng.choice(countries[region]),
            "product_category": category,
            "sales_channel": rng.choices(["online", "retail", "wholesale"], [5, 3, 2])[0],
            "sales_rep": rng.choice(reps),
            "units": units,
            "unit_price": price,
            "revenue": revenue,
            "cost": round(revenue * rng.uniform(0.55, 0.85), 2),
            "discount_pct": discount,
            "returned": rng.random() < 0.09,
            "satisfaction": "" if rng.random() < 0.1 else rng.choices([1, 2, 3, 4, 5], [1, 2, 4, 7, 6])[0],
        }


def weather() -> Iterator[Row]:
    """Readings of four stations every second day: title case with units, day.month.year dates."""
    rng = random.Random(22)
    stations = {
        "Harbour Point": (12, 14.0),
        "Green Valley": (240, 12.5),
        "Mount Ash": (1480, 4.0),
        "Dry Creek": (410, 19.0),
    }
    for step in range(182):
        day = dt.date(2022, 1, 1) + dt.timedelta(days=2 * step)
        wave = -math.cos(2 * math.pi * (day.timetuple().tm_yday - 20) / 365)
        for station, (elevation, mean) in stations.items():
            high = mean + 9 * wave + rng.gauss(4, 3)
            wet = rng.random() < (0.12 if station == "Dry Creek" else 0.42)
            rain = round(rng.expovariate(1 / 7), 1) if wet else 0.0
            sky = ("snow" if high < 2 else "rain") if rain > 0.5 else rng.choice(["clear", "clear", "cloudy", "fog"])
            yield {
                "Station": station,
                "Obs Date": day.strftime("%d.%m.%Y"),
                "Elevation (m)": elevation,
                "Max Temp (C)": round(high, 1),
                "Min Temp (C)": round(high - abs(rng.gauss(8, 2)), 1),
                "Rainfall (mm)": 143.0 if (station, step) == ("Green Valley", 130) else rain,
                "Humidity": "" if rng.random() < 0.05 else min(100, round(55 + 30 * wet + rng.gauss(0, 9))),
                "Wind Speed": round(abs(rng.gauss(14 + elevation / 120, 7)), 1),
                "Wind Dir": rng.choices(["N", "NE", "E", "SE", "S", "SW", "W", "NW"], [2, 1, 1, 1, 2, 5, 4, 3])[0],
                "Sky": sky,
                "Air Quality": rng.choices(["good", "moderate", "poor"], [6, 3, 1 + 2 * (station == "Dry Creek")])[0],
            }


def health() -> Iterator[Row]:
    """Hospital visits: abbreviated names, month/day/year dates, yes and no, ordered words."""
    rng = random.Random(33)
    diagnoses = {
        "Cardiology": ["hypertension", "arrhythmia", "heart failure"],
        "Emergency": ["fracture", "burn", "chest pain"],
        "Neurology": ["migraine", "stroke", "epilepsy"],
        "Orthopedics": ["fracture", "back pain", "arthritis"],
        "Pediatrics": ["asthma", "ear infection", "allergy"],
    }
    for number in range(470):
        day = dt.date(2021, 1, 4) + dt.timedelta(days=int(number * 900 / 470))
        dept = rng.choices(list(diagnoses), [3, 5, 2, 3, 2])[0]
        age = rng.randint(1, 16) if dept == "Pediatrics" else rng.randint(18, 91)
        sex, smoker = rng.choice("FM"), age > 17 and rng.random() < 0.28
        height = round(rng.gauss(172 if sex == "M" else 164, 7)) if age > 16 else 75 + age * 6 + rng.randint(-4, 4)
        weight = round((rng.gauss(26, 4) if age > 16 else rng.gauss(18, 2)) * (height / 100) ** 2, 1)
        severity = rng.choices(["mild", "moderate", "severe"], [5, 3, 2])[0]
        stay = max(0, round(rng.expovariate(1 / {"mild": 1.2, "moderate": 3.5, "severe": 8.0}[severity])))
        systolic = round(98 + age * 0.42 + 9 * smoker + rng.gauss(0, 10))
        yield {
            "pat_id": f"P{rng.randint(2000, 2399)}",
            "visit_dt": f"{day.month}/{day.day}/{day.year}",
            "dept": dept,
            "dx": rng.choice(diagnoses[dept]),
            "sex": sex,
            "age": age,
            "wt_kg": weight,
            "ht_cm": height,
            "bmi": round(weight / (height / 100) ** 2, 1),
            "sys_bp": 261 if number == 208 else systolic,
            "dia_bp": round(systolic * 0.62 + rng.gauss(0, 6)),
            "chol_mgdl": "" if rng.random() < 0.12 else round(150 + age * 0.7 + rng.gauss(0, 25)),
            "smoker": "yes" if smoker else "no",
            "severity": severity,
            "pain_lvl": min(10, max(0, round(rng.gauss({"mild": 2, "moderate": 5, "severe": 8}[severity], 1.3)))),
            "los_days": stay,
            "cost_usd": round(180 + stay * 640 * rng.uniform(0.8, 1.3) + rng.expovariate(1 / 150), 2),
            "readmit": int(rng.random() < {"mild": 0.05, "moderate": 0.13, "severe": 0.27}[severity]),
            "insurer": rng.choices(["CarePlus", "MediTrust", "StateHealth", ""], [3, 2, 4, 1])[0],
        }


def finance() -> Iterator[Row]:
    """Bank transactions: camel case, day-Mon-year dates, letters as grades."""
    rng = random.Random(44)
    merchants = {"groceries": 60, "travel": 420, "dining": 45, "utilities": 110, "electronics": 380, "rent": 1150}
    cities = ["Lisbon", "Geneva", "Vienna", "Prague", "Dublin"]
    for number in range(540):
        day = dt.date(2020, 2, 3) + dt.timedelta(days=int(number * 1420 / 540))
        merchant = rng.choices(list(merchants), [6, 2, 5, 3, 2, 2])[0]
        kind = rng.choices(["checking", "savings", "credit", "business"], [5, 2, 4, 2])[0]
        score = int(min(850, max(420, rng.gauss(680, 75))))
        amount = round(merchants[merchant] * rng.lognormvariate(0, 0.45) * (3 if kind == "business" else 1), 2)
        fraud = rng.random() < (0.05 if merchant in ("travel", "electronics") else 0.02)
        yield {
            "transactionId": 700100 + number * 7,
            "bookingDate": day.strftime("%d-%b-%Y"),
            "accountType": kind,
            "branchCity": rng.choices(cities, [4, 2, 3, 3, 2])[0],
            "customerSegment": "corporate" if kind == "business" else rng.choice(["student", "family", "senior"]),
            "merchantCategory": merchant,
            "amount": 18400.0 if number == 300 else amount,
            "feeAmt": round(0.4 + amount * 0.008, 2),
            "balanceAfter": round(rng.lognormvariate(7.8, 0.9) + (score - 600) * 4, 2),
            "creditScore": score,
            "riskRating": "ABCD"[min(3, max(0, int((760 - score + rng.gauss(0, 25)) // 60)))],
            "isFraud": "true" if fraud else "false",
            "channel": "" if rng.random() < 0.08 else rng.choices(["app", "branch", "web", "atm"], [5, 2, 4, 1])[0],
        }


def sport() -> Iterator[Row]:
    """Football players by season: bare and mixed names, a year as a number, '12 Aug 1998' dates."""
    rng = random.Random(55)
    teams = ["Falcons", "Rovers", "Mariners", "Lynx", "Comets", "Old Town", "Harriers", "Wanderers"]
    nations = ["Brazil", "Ghana", "Japan", "Serbia", "Mexico", "Wales", "Morocco"]
    first = ["Luca", "Kofi", "Ren", "Milan", "Diego", "Owen", "Yassin", "Tariq", "Joao", "Emil", "Hugo"]
    last = ["Silva", "Mensah", "Sato", "Petrov", "Ruiz", "Price", "Haddad"]
    names = [f"{a} {b}" for a in first for b in last]
    scoring = {"GK": (0.0, 0.01), "DF": (0.05, 0.06), "MF": (0.14, 0.2), "FW": (0.38, 0.13)}
    rng.shuffle(names)
    for name in names[:64]:
        born = dt.date(1988, 1, 1) + dt.timedelta(days=rng.randint(0, 4700))
        position = rng.choices(["GK", "DF", "MF", "FW"], [1, 4, 4, 3])[0]
        team, nation = rng.choice(teams), rng.choice(nations)
        height = round(rng.gauss(186 if position == "GK" else 180, 6))
        skill = rng.lognormvariate(0, 0.5)
        foot, capped = rng.choices(["right", "left", "both"], [7, 3, 1])[0], rng.random() < 0.3
        for season in range(2019, 2024):
            games = rng.randint(4, 38)
            goals = round(games * skill * scoring[position][0] * rng.uniform(0.5, 1.4))
            assists = round(games * skill * scoring[position][1] * rng.uniform(0.4, 1.5))
            yield {
                "Player": name,
                "Team": team,
                "Nation": nation,
                "Pos": position,
                "BirthDate": f"{born.day} {born:%b %Y}",
                "Season": season,
                "Age": season - born.year,
                "GP": games,
                "Mins": games * rng.randint(48, 90),
                "Goals": goals,
                "Assists": assists,
                "YellowCards": min(14, round(rng.expovariate(1 / 3))),
                "MarketValueM": round((1.5 + 0.5 * goals + 0.4 * assists) * skill * rng.uniform(0.8, 1.3), 1),
                "HeightCm": height,
                "Foot": foot,
                "NationalTeam": "Yes" if capped else "No",
            }


def traffic() -> Iterator[Row]:
    """Visits to a site every three hours: timestamps, mixed styles, rates and one burst of visits."""
    rng = random.Random(66)
    sources = {"organic": 5, "paid search": 3, "email": 2, "social": 3, "referral": 1}
    pages = ["/home", "/pricing", "/blog/launch", "/blog/tips", "/docs/start", "/docs/api"]
    for step in range(360):
        moment = dt.datetime(2024, 3, 1) + dt.timedelta(hours=3 * step)
        daily = 1 + 0.6 * math.sin(2 * math.pi * (moment.hour - 9) / 24) - 0.25 * (moment.weekday() > 4)
        for device in ("desktop", "mobile"):
            source = rng.choices(list(sources), list(sources.values()))[0]
            usual = 120 * daily * (1.4 if device == "mobile" else 1) * (1 + step / 700)
            burst = 5 if moment.date() == dt.date(2024, 3, 27) else 1
            visits = max(3, round(usual * rng.uniform(0.7, 1.3))) * burst
            bounce = min(0.95, max(0.1, rng.gauss(0.52 if device == "mobile" else 0.4, 0.09)))
            yield {
                "ts": moment.strftime("%Y-%m-%d %H:%M"),
                "device": device,
                "trafficSource": source,
                "landing_page": rng.choice(pages),
                "Country": rng.choices(["US", "DE", "BR", "IN", "KE"], [5, 2, 2, 3, 1])[0],
                "visits": visits,
                "pageViews": round(visits * rng.uniform(1.6, 3.8)),
                "bounce_rate": round(bounce, 3),
                "avgSessionSec": round(40 + 260 * (1 - bounce) * rng.uniform(0.7, 1.3)),
                "signups": round(visits * rng.uniform(0.005, 0.05)),
                "ad_spend": round(visits * rng.uniform(0.1, 0.5), 2) if source == "paid search" else 0,
                "campaign": "" if rng.random() < 0.4 else rng.choice(["spring_sale", "launch_week", "newsletter"]),
                "logged_in": rng.random() < 0.35,
            }


TABLES: dict[str, Callable[[], Iterator[Row]]] = {
    "sales": sales,
    "weather": weather,
    "health": health,
    "finance": finance,
    "sport": sport,
    "web_traffic": traffic,
}


def text(name: str) -> str:
    """One table as CSV text."""
    rows = list(TABLES[name]())
    out = io.StringIO()
    writer = csv.DictWriter(out, fieldnames=list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def main() -> int:
    FOLDER.mkdir(exist_ok=True)
    for name in TABLES:
        (FOLDER / f"{name}.csv").write_text(text(name), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
