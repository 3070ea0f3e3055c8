"""Extraction: the JSON object is found however a reply wraps it, and what is no object is refused."""

import pytest

from autoviz.readers.llm.extraction import extracted

WANTED = {"a": [1, {"b": "x } ]"}], "c": None}
PLAIN = '{"a": [1, {"b": "x } ]"}], "c": null}'


@pytest.mark.parametrize(
    "text",
    [
        PLAIN,
        f"\n  {PLAIN}\n",
        f"```json\n{PLAIN}\n```",
        f"```\n{PLAIN}```",
        f"Sure! Here is the plan:\n\n```json\n{PLAIN}\n```\nIt uses {{braces}} too.",
        f"The answer is {PLAIN} as you asked.",
        f"<think>maybe {{}} or {{'x': 1}}</think>{PLAIN}",
        f"I thought of {{this}} first, but: {PLAIN}",
    ],
)
def test_the_object_is_found(text):
    assert extracted(text) == WANTED


def test_a_reply_that_was_cut_off_is_closed():
    assert extracted('{"changes": [{"tool": "aggregate"}], "rationale": "because the') == {
        "changes": [{"tool": "aggregate"}],
        "rationale": "because the",
    }


@pytest.mark.parametrize(
    "text", ["", "no", "[1, 2]", '"text"', "{'a': 1}", '{"a": }', '{"a": NaN}', '{"a": ', "{" * 500]
)
def test_what_is_no_object_is_refused(text):
    with pytest.raises(ValueError):
        extracted(text)


def test_escaped_quotes_do_not_end_a_text():
    assert extracted('so: {"a": "he said \\"}\\" twice"} ok') == {"a": 'he said "}" twice'}
