"""Charts as image files: drawn by kaleido in a browser; where either is missing, the line that installs it, at once."""

from threading import Event

import pytest

import autoviz
from autoviz.cli import main
from autoviz.errors import FileError, MissingPackageError, QuestionError
from autoviz.export import image
from autoviz.samples import SALES, load_sales


@pytest.fixture(scope="module")
def asked():
    return autoviz.ask(load_sales(), "total revenue by region")


@pytest.mark.browser
def test_a_chart_is_drawn(asked, tmp_path, chromium, monkeypatch):
    monkeypatch.setenv("BROWSER_PATH", chromium)
    (file,) = asked.to_image(tmp_path / "chart.svg")
    assert "<svg" in file.read_text("utf-8")
    (file,) = asked.to_image(tmp_path / "chart.png")
    assert file.read_bytes().startswith(b"\x89PNG")


def test_what_cannot_be_a_picture_is_refused(asked, tmp_path):
    with pytest.raises(FileError, match=r"Known endings: \.png"):
        asked.to_image(tmp_path / "chart.docx")
    with pytest.raises(QuestionError, match="has no chart"):
        autoviz.ask(load_sales(), "how many rows are there").to_image(tmp_path / "chart.png")


def test_without_a_browser_the_way_to_one_is_told(asked, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("BROWSER_PATH", str(tmp_path / "none"))
    assert main(["ask", str(SALES), "total revenue by region", "--image", str(tmp_path / "chart.png")]) == 1
    told = capsys.readouterr()
    assert "East 1.23M" in told.out and "a.to_html" in told.err, "the answer is not lost"
    assert main(["ask", str(SALES), "total revenue by region", "--html", str(tmp_path / "none" / "a.html")]) == 1
    told = capsys.readouterr()
    assert "East 1.23M" in told.out and "Name another file" in told.err, "nor is it with a page"

    silent = tmp_path / "silent"
    silent.write_text("#!/bin/sh\nexec sleep 20\n", "utf-8")
    silent.chmod(0o755)
    monkeypatch.setenv("BROWSER_PATH", str(silent))
    monkeypatch.setattr(image, "PATIENCE", 0.5)
    monkeypatch.setattr(image, "LITTLE_PATIENCE", 0.1)
    monkeypatch.setattr(image, "_SILENT", Event())
    with pytest.raises(MissingPackageError, match=r"not answered within 0\.5 seconds\n.*apt-get install chromium"):
        asked.to_image(tmp_path / "chart.png")
    with pytest.raises(MissingPackageError, match=r"not answered within 0\.1 seconds"):
        asked.to_image(tmp_path / "chart.png")


def test_without_kaleido_the_line_that_installs_it_is_told(asked, tmp_path, monkeypatch):
    monkeypatch.setattr(image, "find_spec", lambda name: None)
    with pytest.raises(MissingPackageError, match=r"autoviz-notebook\[image\]"):
        asked.to_image(tmp_path / "chart.svg")
