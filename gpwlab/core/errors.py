"""The three kinds of error that a user meets.  None of them changes anything."""

from __future__ import annotations

from collections.abc import Sequence

from gpwlab.core.reasons import Reason


class GameError(Exception):
    """Any refusal of the lab."""


class InvalidInput(GameError):
    """Not of the form: an unknown name, a malformed action, a value out of range."""


class IllegalAction(GameError):
    """Well formed, but against a rule; ``reasons`` says which, in the order found."""

    def __init__(self, reasons: Sequence[Reason]) -> None:
        self.reasons = list(reasons)
        super().__init__("; ".join(map(str, self.reasons)))


class DataError(GameError):
    """A table or save that fails its schema.

    file: its path or name.  row: line of the file, the header being line 1, or None where no one line is at fault.
    column: name of the column, or None.
    """

    def __init__(self, message: str, file: str, row: int | None = None, column: str | None = None) -> None:
        self.message, self.file, self.row, self.column = message, file, row, column
        place = [file]
        if row is not None:
            place.append(f"line {row}")
        if column is not None:
            place.append(f"column {column}")
        super().__init__(f"{', '.join(place)}: {message}")

    def __reduce__(self) -> tuple[type[DataError], tuple[str, str, int | None, str | None]]:
        """Pickle by the constructor's arguments: workers send errors back to the kernel."""
        return DataError, (self.message, self.file, self.row, self.column)
