"""Tables as a dashboard shows them: to people who read no code, and so no names of columns and no NaN."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gpwlab.core.svg.build import uid

if TYPE_CHECKING:
    from pandas import DataFrame, Index, Series


def install(shell: Any) -> None:
    """Have the shell of a kernel show every DataFrame so; pandas is not imported before there is one."""
    for module in ("pandas", "pandas.core.frame"):  # the name that pandas goes by depends on its version
        shell.display_formatter.formatters["text/html"].for_type_by_name(module, "DataFrame", html)


def html(frame: DataFrame) -> str:
    """The table as HTML: blanks for what is missing, yes and no, spaces for underscores, no bare row numbers.

    A table that pandas would cut is cut in the middle and says so; no text and no column is.
    """
    import pandas as pd

    shown = frame.copy()
    for place in range(frame.shape[1]):  # by place: two columns may have one name
        shown.isetitem(place, _cells(frame.iloc[:, place]).array)
    shown.columns, shown.index = _heads(frame.columns), _heads(frame.index)
    numbered = isinstance(frame.index, pd.RangeIndex) and frame.index.name is None
    cut = len(frame) > pd.get_option("display.max_rows")
    rows = pd.get_option("display.min_rows") if cut else None
    texts = [n for n in range(shown.shape[1]) if any(isinstance(cell, str) and cell for cell in shown.iloc[:, n])]
    name = uid("table", *shown.columns, texts)
    with pd.option_context("display.max_colwidth", None):
        table = shown.to_html(border=0, na_rep="", index=not numbered, max_rows=rows, table_id=name)
    table += _to_the_left(name, texts, 0 if numbered else frame.index.nlevels)
    return f"{table}<p>{rows} of {len(frame):,} rows</p>" if cut else table


def _to_the_left(table: str, texts: list[int], before: int) -> str:
    """A style for columns of texts, which pandas puts to the right as it does numbers; ``before``: index columns."""
    cells = [f"#{table} td:nth-of-type({n + 1})" for n in texts]
    heads = [f"#{table} thead th:nth-of-type({n + 1 + before})" for n in texts]
    return f"<style>{','.join(cells + heads)}{{text-align:left}}</style>" if texts else ""


def _cells(column: Series[Any]) -> Series[Any]:
    """Cells as they are read; plain numbers are left to pandas, which writes a column with the same decimals."""
    from pandas.api.types import is_bool_dtype, is_object_dtype

    plain = column.dtype.kind in "iufmM" and not (hasattr(column.dtype, "na_value") and column.isna().any())
    if plain or not (is_object_dtype(column) or is_bool_dtype(column) or column.isna().any()):
        return column
    return column.astype(object).map(_word)


def _word(cell: Any) -> Any:
    from pandas import isna
    from pandas.api.types import is_bool, is_scalar

    if is_bool(cell):
        return "yes" if cell else "no"
    if is_scalar(cell) and isna(cell):
        return ""
    return cell


def _heads(index: Index[Any]) -> Index[Any]:
    """An index with its labels and names as they are read."""
    from pandas import MultiIndex

    names = [None if name is None else _head(name) for name in index.names]
    if isinstance(index, MultiIndex):
        return MultiIndex.from_tuples([tuple(map(_head, heads)) for heads in index], names=names)
    return index.rename(names[0]) if index.dtype.kind in "iuf" else index.map(_head).rename(names[0])


def _head(head: Any) -> Any:
    return head.replace("_", " ") if isinstance(head, str) else _word(head)
