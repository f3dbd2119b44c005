"""The charts as shipped, for tests of numbers."""

from __future__ import annotations

from gpwlab.core import tables
from gpwlab.sfs.charts import read_charts
from gpwlab.sfs.schemas import TABLES

CHARTS = read_charts({name: tables.read("sfs", name) for name in TABLES})
