"""Why a number or a refusal is what it is."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reason:
    """One step of an explanation.

    rule: a rule id of the inventory, for example ``gpw 4.1.A``.
    text: one sentence in our own words.
    """

    rule: str
    text: str

    def __str__(self) -> str:
        return f"{self.text} ({self.rule})"
