"""`%autoviz metrics` in a real IPython shell, and that a question of a notebook is tracked."""

from __future__ import annotations

from autoviz.tracking import total, tracked


def test_the_questions_of_the_session_are_told_in_rates_and_tracked(run, monkeypatch, tmp_path):
    monkeypatch.setenv("AUTOVIZ_DATA", str(tmp_path / "data"))
    assert not run("%autoviz metrics").succeeded
    assert run("%%autoviz sales\ntotal revenue by region").succeeded
    told = run("%autoviz metrics").shown[0]
    assert "Requirement coverage: 100.0%" in told["text/plain"]
    assert "First plan was enough" in told["text/html"]
    assert total(tracked()).first_tries == 1
    assert "Satisfaction: not rated" in told["text/plain"]
    for place in range(5):  # more frames than are kept in mind
        run(f"sales{place} = sales.copy()")
        run(f"%autoviz sales{place} how many rows are there")
    assert "First plan was enough: 100.0% (6 of 6 questions)" in run("%autoviz metrics").shown[0]["text/plain"]
    run("%autoviz sales total revenue by region")
    run("%autoviz rate up")
    assert "Satisfaction: 100.0%" in run("%autoviz metrics").shown[0]["text/plain"]
