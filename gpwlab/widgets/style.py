"""How the panels look: one style sheet on JupyterLab's own colour variables, so that light and dark both work."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from html import escape
from pathlib import Path

from gpwlab.core.errors import InvalidInput
from gpwlab.core.inventory import inventory
from gpwlab.core.reasons import Reason
from gpwlab.core.rulebook import summary

_HERE = Path(__file__).parent
CSS = "\n".join((_HERE / name).read_text("utf-8") for name in ("lab.css", "cards.css"))


def script(*names: str) -> str:
    """An anywidget's module of files of this folder, in their order after ``make`` of node.js: it can load none."""
    return "\n".join((_HERE / name).read_text("utf-8") for name in ("node.js", *names))


def sheet() -> str:
    """The style sheet as markup for an HTML widget; each top-level widget carries one."""
    return f"<style>{CSS}</style>"


@cache
def rule_line(rule_id: str) -> str:
    """What a rule says in one line of ours, its heading where there is no such line, "" for an unknown id."""
    try:
        return summary(rule_id)
    except InvalidInput:
        entry = inventory().get(rule_id)
        return entry.title if entry else ""


@cache
def rule(rule_id: str) -> str:
    """A rule id as a small tag that opens the rule's passage; pointing at it tells what it says."""
    if not rule_id:
        return ""
    tip = escape(rule_line(rule_id))
    name = escape(rule_id)
    return f'<button type="button" class="gpwlab-rule" data-rule="{name}" title="{tip}">{name}</button>'


def reasons(items: Iterable[Reason]) -> str:
    """Reasons as a list, each with its rule."""
    lines = "".join(f"<li>{escape(reason.text)} {rule(reason.rule)}</li>" for reason in items)
    return f'<ul class="gpwlab-reasons">{lines}</ul>' if lines else ""


def refusal(error: object, head: str = "Not possible.") -> str:
    """Why something was not done, as every card shows it."""
    return f'<div class="gpwlab-refusal"><b>{escape(head)}</b> {escape(str(error))}</div>'


def title(text: str, soft: str = "") -> str:
    """The heading of a card, with a softer remark beside it."""
    remark = f'<span class="gpwlab-soft">{escape(soft)}</span>' if soft else ""
    return f'<div class="gpwlab-title"><span>{escape(text)}</span>{remark}</div>'


def side_name(side: str) -> str:
    """A side's name in its colour, in bold so that colour is not the only sign."""
    return f'<b class="{side.lower()}">{escape(side)}</b>'


def working(what: str = "") -> str:
    """That something is being worked out; it is seen only where that takes long."""
    named = f": {escape(what)}" if what else ""
    return f'<div class="gpwlab-note gpwlab-working" role="status"><progress></progress> Working{named} …</div>'
