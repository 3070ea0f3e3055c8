"""Charts as image files: drawn where kaleido and a browser are, else with the line that installs them."""

from importlib.util import find_spec

import pytest

import autoviz
from autoviz.cli import main
from autoviz.errors import FileError, MissingPackageError, QuestionError
from autoviz.samples import SALES, load_sales


def test_a_chart_is_drawn_or_the_way_to_it_is_told(tmp_path, capsys):
    asked = autoviz.ask(load_sales(), "total revenue by region")
    with pytest.raises(FileError, match=r"Known endings: \.png"):
        asked.to_image(tmp_path / "chart.docx")
    with pytest.raises(QuestionError, match="has no chart"):
        autoviz.ask(load_sales(), "how many rows are there").to_image(tmp_path / "chart.png")
    if find_spec("kaleido"):
        (file,) = asked.to_image(tmp_path / "chart.svg")
        assert "<svg" in file.read_text("utf-8")
    else:
        with pytest.raises(MissingPackageError, match=r"autoviz-notebook\[image\]"):
            asked.to_image(tmp_path / "chart.svg")
        assert main(["ask", str(SALES), "total revenue by region", "--image", str(tmp_path / "chart.png")]) == 1
        told = capsys.readouterr()
        assert "East 1.23M" in told.out and "a.to_html" in told.err, "the answer is not lost"
