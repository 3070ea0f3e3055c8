"""Write recorded.json again: real replies of a real server, `python tests/llm/record.py URL`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import autoviz
from autoviz.samples import load_sales

QUESTIONS = (
    "get revenue totals by region and product type over time",
    "average revenue by region",
    "monthly units",
    "how many orders per region",
    "histogram of revenue",
    "top 3 regions by revenue",
)


def main(url: str) -> None:
    """Ask each question and keep what the model said for each stage, right or wrong."""
    sales, recorded = load_sales(), []
    for question in QUESTIONS:
        found = autoviz.ask(
            sales, question, reader="llm", model_url=url, model_cache=False, model_budget=900, model_timeout=200
        )
        calls = [{"stage": call.stage, "reply": call.reply} for call in found.provenance.calls]
        recorded.append({"question": question, "model": found.provenance.calls[0].model, "calls": calls})
        sys.stdout.write(f"{question}: {found.record.notes}\n")
    text = json.dumps(recorded, indent=1, ensure_ascii=False)
    Path(__file__).with_name("recorded.json").write_text(f"{text}\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
