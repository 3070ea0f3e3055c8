"""The house template: readable in light and dark, and colours that colour-blind readers can tell apart."""

from __future__ import annotations

import itertools

import numpy as np
import plotly.graph_objects as go
import pytest

from autoviz.drawing.series import MOST_SERIES
from autoviz.drawing.theme import (
    DIVERGING,
    OTHER_COLOR,
    PALE,
    PALE_DIVERGING,
    PALETTE,
    SEQUENTIAL,
    faded,
    ink,
    scale,
    steps,
    template,
    themed,
)

# How colours look to those who lack one kind of cone (Machado, Oliveira and Fernandes 2009, full severity).
SIGHT = {
    "full": np.eye(3),
    "deuteranopia": np.array([[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]]),
    "tritanopia": np.array([[1.256, -0.077, -0.179], [-0.078, 0.931, 0.148], [0.005, 0.691, 0.304]]),
    "protanopia": np.array([[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]]),
}


def linear(color: str) -> np.ndarray:
    channels = np.array([int(color[place : place + 2], 16) for place in (1, 3, 5)]) / 255
    return np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)


def lab(color: str, sight: str) -> np.ndarray:
    seen = np.clip(SIGHT[sight] @ linear(color), 0, 1)
    xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]) @ seen
    parts = xyz / np.array([0.9505, 1.0, 1.089])
    root = np.where(parts > 0.008856, np.cbrt(parts), 7.787 * parts + 16 / 116)
    return np.array([116 * root[1] - 16, 500 * (root[0] - root[1]), 200 * (root[1] - root[2])])


def contrast(one: str, other: str) -> float:
    weights = np.array([0.2126, 0.7152, 0.0722])
    bright, dark = sorted((float(weights @ linear(one)), float(weights @ linear(other))), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("sight", SIGHT)
def test_colours_can_be_told_apart(sight: str) -> None:
    def nearest(shades: tuple[str, ...]) -> tuple[float, str, str]:
        return min(
            (float(np.linalg.norm(lab(one, sight) - lab(other, sight))), one, other)
            for one, other in itertools.combinations(shades, 2)
        )

    assert len(PALETTE) >= MOST_SERIES
    assert nearest((*PALETTE, OTHER_COLOR))[0] > 13, nearest((*PALETTE, OTHER_COLOR))
    assert nearest(PALETTE[:8])[0] > 16


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_colours_stand_out_from_the_paper(mode: str) -> None:
    assert min(contrast(color, ink(mode, "paper")) for color in (*PALETTE, OTHER_COLOR)) > 1.9


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_text_has_the_contrast_that_reading_takes(mode: str) -> None:
    assert contrast(ink(mode, "text"), ink(mode, "paper")) > 7
    assert contrast(ink(mode, "soft"), ink(mode, "paper")) > 4.5


def test_the_paper_is_opaque_so_that_a_figure_can_be_read_on_any_page() -> None:
    for mode in ("light", "dark"):
        assert template(mode).layout.paper_bgcolor == ink(mode, "paper")


def test_a_theme_makes_a_new_figure_and_keeps_the_data() -> None:
    figure = go.Figure(go.Scatter(x=[1], y=[2]))
    dark = themed(figure, "dark")
    assert dark.layout.template.layout.paper_bgcolor == ink("dark", "paper")
    assert figure.layout.template.layout.paper_bgcolor != ink("dark", "paper")
    assert dark.data == figure.data


def test_steps_go_from_light_to_dark() -> None:
    brightness = [lab(color, "full")[0] for color in steps(7)]
    assert brightness == sorted(brightness, reverse=True)
    assert len(set(steps(7))) == 7
    assert steps(1) == (PALETTE[0],)


@pytest.mark.parametrize("colors", [SEQUENTIAL, DIVERGING, PALE, PALE_DIVERGING])
def test_a_scale_reaches_from_zero_to_one(colors: tuple[str, ...]) -> None:
    places = [place for place, _ in scale(colors)]
    assert (places[0], places[-1]) == (0.0, 1.0)


def test_a_faded_colour_keeps_its_channels() -> None:
    assert faded("#0072B2", 0.3) == "rgba(0, 114, 178, 0.3)"


@pytest.mark.parametrize("colors", [PALE, PALE_DIVERGING])
def test_figures_in_the_cells_of_a_heatmap_can_be_read(colors: tuple[str, ...]) -> None:
    assert min(contrast("#444444", color) for color in colors) > 4.5, "plotly writes them in this grey on pale cells"
    brightness = [np.dot([int(color[at : at + 2], 16) for at in (1, 3, 5)], [0.299, 0.587, 0.114]) for color in colors]
    assert min(brightness) > 128, "on darker ones it writes white"
