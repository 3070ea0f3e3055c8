"""What `import autoviz` brings in: a fresh process loads none of the heavy packages."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = (
    "torch", "faiss", "IPython", "plotly", "pandas", "numpy", "narwhals", "sentence_transformers", "transformers",
    "onnxruntime", "duckdb", "polars", "pyspark", "pydantic", "httpx", "scipy", "sklearn", "statsmodels",
)  # fmt: skip


def _loaded(statement: str) -> set[str]:
    code = f"import sys\n{statement}\nsys.stdout.write(' '.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_importing_autoviz_loads_nothing_heavy():
    assert _loaded("import autoviz").isdisjoint(HEAVY)


def test_the_public_names_are_listed_without_loading_them():
    assert _loaded("import autoviz; dir(autoviz); autoviz.__version__").isdisjoint(HEAVY)


def test_the_error_class_comes_without_the_heavy_packages():
    assert _loaded("from autoviz import AutovizError").isdisjoint(HEAVY)


@pytest.mark.parametrize("name", ["torch", "faiss", "plotly", "sentence_transformers", "IPython"])
def test_the_command_line_starts_without(name):
    assert name not in _loaded("import autoviz.cli; autoviz.cli.parser()")


def test_an_unknown_name_is_an_attribute_error():
    import autoviz

    with pytest.raises(AttributeError, match="no_such_name"):
        _ = autoviz.no_such_name


def test_every_public_name_can_be_had():
    import autoviz

    assert "AutovizError" in autoviz.__all__
    for name in autoviz.__all__:
        assert getattr(autoviz, name) is not None
        assert name in dir(autoviz)
