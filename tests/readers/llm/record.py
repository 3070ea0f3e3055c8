"""Write recorded.json again from results of a real model: `python tests/readers/llm/record.py RESULTS`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

MOST = 8


def main(results: Path) -> None:
    """Keep what the model said for each stage, right or wrong, of the first questions."""
    taken = [item for item in json.loads(results.read_text("utf-8")) if item["replies"]]
    recorded = [
        {
            "table": item["table"],
            "question": item["question"],
            "model": item["model"],
            "way": item["way"],
            "calls": [{"stage": stage, "reply": reply} for stage, reply in item["replies"]],
        }
        for item in taken[:MOST]
    ]
    text = json.dumps(recorded, indent=1, ensure_ascii=False)
    Path(__file__).with_name("recorded.json").write_text(f"{text}\n", "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
