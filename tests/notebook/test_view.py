"""What a chart is for places that cannot draw it: a table, a picture, or plotly's own code once per session."""

from __future__ import annotations

import plotly.graph_objects as go
import pytest

from autoviz.notebook import view
from autoviz.notebook.theme import Theme, settings_mode


@pytest.fixture
def figure():
    return go.Figure(go.Bar(x=["a", "b"], y=[1, 2]))


def html_of(figure, kind):
    return view.chart_bundle(figure, "Two bars.", None, view.Look(fallback=kind))["text/html"]


def test_the_bundle_has_figure_fallback_and_alt_text(figure):
    bundle = view.chart_bundle(figure, "Two bars.", None, view.Look(mode="dark"))
    assert bundle["text/plain"] == "Two bars."
    assert bundle[view.PLOTLY]["layout"]["template"]["layout"]["paper_bgcolor"] == "#16181D"
    assert figure.layout.template.layout.paper_bgcolor != "#16181D", "the figure itself stays"
    assert "<script" not in bundle["text/html"]


def test_plotting_code_comes_once_per_session(figure):
    view._plotting_code_sent.cache_clear()
    first, second = html_of(figure, "interactive"), html_of(figure, "interactive")
    assert len(first) > 1_000_000 > len(second)
    assert "cdn.plot.ly" not in second


def test_without_kaleido_a_picture_becomes_the_table(figure, monkeypatch):
    monkeypatch.setattr("autoviz.export.image.find_spec", lambda name: name)
    monkeypatch.setattr(go.Figure, "to_image", lambda *given, **named: 1 / 0)
    assert "<img" not in html_of(figure, "image") and "Two bars." in html_of(figure, "image")
    monkeypatch.setattr(go.Figure, "to_image", lambda *given, **named: b"png")
    assert 'alt="Two bars."' in html_of(figure, "image")


def test_the_theme_of_the_settings_file_is_used_until_a_browser_speaks(tmp_path, monkeypatch):
    path = tmp_path / "@jupyterlab" / "apputils-extension" / "themes.jupyterlab-settings"
    path.parent.mkdir(parents=True)
    path.write_text('{\n  // Theme\n  "theme": "JupyterLab Dark"\n}', "utf-8")
    monkeypatch.setenv("JUPYTERLAB_SETTINGS_DIR", str(tmp_path))
    settings_mode.cache_clear()
    theme = Theme()
    assert theme.mode() == "dark" and theme.mode("light") == "light"
    assert theme.tell("light") and theme.mode() == "light"
    assert not theme.tell("light") and not theme.tell("purple")
    settings_mode.cache_clear()
