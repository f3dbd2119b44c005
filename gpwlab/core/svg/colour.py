"""Colours as #rrggbb: mixing, contrast, and what a colour-blind reader sees."""

from __future__ import annotations

Rgb = tuple[float, float, float]

# Viénot, Brettel and Mollon 1999: linear RGB of a deuteranope, the commonest colour blindness.
_DEUTERANOPIA = ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0))


def parse(colour: str) -> Rgb:
    """The three channels of #rrggbb, each 0-1."""
    return int(colour[1:3], 16) / 255, int(colour[3:5], 16) / 255, int(colour[5:7], 16) / 255


def to_hex(rgb: Rgb) -> str:
    """#rrggbb of three channels, each clipped to 0-1."""
    return "#" + "".join(f"{round(255 * min(1.0, max(0.0, c))):02x}" for c in rgb)


def mix(colour: str, other: str, share: float) -> str:
    """``colour`` with ``share`` (0-1) of ``other`` in it."""
    a, b = parse(colour), parse(other)
    return to_hex((a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share))


def luminance(colour: str) -> float:
    """Relative luminance, 0 (black) to 1 (white), as the contrast rule of the web defines it."""
    r, g, b = (_linear(c) for c in parse(colour))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(colour: str, other: str) -> float:
    """Contrast ratio of two colours, 1 to 21."""
    low, high = sorted((luminance(colour), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def deuteranope(colour: str) -> str:
    """The colour as a deuteranope sees it."""
    rgb = [_linear(c) for c in parse(colour)]
    seen = [sum(w * c for w, c in zip(row, rgb, strict=True)) for row in _DEUTERANOPIA]
    return to_hex((_gamma(seen[0]), _gamma(seen[1]), _gamma(seen[2])))


def _linear(c: float) -> float:
    return c / 12.92 if c <= 0.04045 else float(((c + 0.055) / 1.055) ** 2.4)


def _gamma(c: float) -> float:
    return 12.92 * c if c <= 0.0031308 else float(1.055 * c ** (1 / 2.4) - 0.055)
