"""Profiles of invented tables, built without any frame."""

from __future__ import annotations

from typing import Any

import pytest

from autoviz.model.profile import ColumnProfile, DatasetProfile, DateEvidence, TimeSpan


def column(name: str, kind: str, **fields: Any) -> ColumnProfile:
    values = fields.get("values", ())
    numbers = [value for value in values if isinstance(value, int | float)]
    low, high = min(numbers, default=None), max(numbers, default=None)
    known = {"distinct": len(values) or None, "minimum": low, "maximum": high}
    return ColumnProfile(
        name=name, dtype="object", kind=kind, rows=200, metric=kind == "numeric", **{**known, **fields}
    )


def number(name: str, low: float, high: float) -> ColumnProfile:
    return column(name, "numeric", minimum=low, maximum=high, distinct=150)


def dates(name: str, form: str = "%Y-%m-%d") -> ColumnProfile:
    return column(
        name,
        "temporal",
        span=TimeSpan(first="2021-01-03", last="2023-06-15", days=893),
        dates=DateEvidence(format=form, parse_rate=1.0),
    )


def table(name: str, *columns: ColumnProfile) -> DatasetProfile:
    return DatasetProfile(name=name, engine="pandas", rows=200, columns=columns, fingerprint=f"invented {name}")


@pytest.fixture(scope="session")
def sales() -> DatasetProfile:
    return table(
        "sales",
        dates("order_date"),
        column("region", "categorical", values=("West", "East", "North", "South")),
        column("product_category", "categorical", values=("Office Supplies", "Furniture", "Technology")),
        number("Sales", 0, 9000),
        number("Sales Forecast", 0, 9000),
        number("qty", 1, 100),
        number("discount_pct", 0, 0.8),
        column("is_returned", "boolean", values=(True, False)),
        column("cust_nm", "text", distinct=180),
    )


@pytest.fixture(scope="session")
def clinic() -> DatasetProfile:
    return table(
        "clinic",
        column("PatientID", "identifier", distinct=200, minimum=1, maximum=200),
        dates("admitDate"),
        dates("dischargeDate"),
        column("deptName", "categorical", values=("Cardiology", "Oncology", "ER")),
        number("LengthOfStay", 0, 60),
        number("bloodPressure", 60, 200),
        column("sex", "categorical", values=("M", "F")),
        column("smoker", "categorical", values=("yes", "no")),
        column("readmitted", "ordinal", values=(0, 1)),
    )


@pytest.fixture(scope="session")
def cars() -> DatasetProfile:
    return table(
        "vehicles",
        column("Car Name", "text", distinct=190),
        number("MPG", 9, 46),
        number("Horsepower", 46, 230),
        column("Cylinders", "ordinal", values=(4, 6, 8)),
        column("Origin", "categorical", values=("USA", "Europe", "Japan")),
        dates("model_year"),
        number("weight_kg", 700, 2500),
    )


@pytest.fixture(scope="session")
def staff() -> DatasetProfile:
    return table(
        "staff",
        column("first_name", "text", distinct=180),
        column("dept", "categorical", values=("IT", "HR", "Sales", "R&D")),
        column("job_title", "categorical", values=("Engineer", "Data Scientist", "Sales Manager")),
        number("salary", 20000, 200000),
        dates("hireDate", "%d/%m/%Y"),
        column("citizenship", "geographic", values=("Germany", "United States", "India")),
        column("rating", "ordinal", values=(1, 2, 3, 4, 5)),
    )
