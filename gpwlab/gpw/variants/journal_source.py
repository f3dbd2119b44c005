"""Who wrote the variants of the journal."""

from __future__ import annotations

SOURCE = "Ken Hole and Keith Martens, Canadian Wargamers Journal 15"
