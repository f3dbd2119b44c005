"""The steps of the way round each lab; see :mod:`gpwlab.widgets.guide`."""

from __future__ import annotations

from gpwlab.widgets.guide import (
    Stop,
    aimed,
    in_phase,
    moved_on,
    picked,
    recorded,
    refused,
    taken_back,
    weather_known,
)

_STATUS = Stop(
    "What to do next",
    "This line always says whose turn it is and what you might do now. Small tags such as <i>7.2.C</i> name the rule: "
    "click one to open its passage, if you have the rulebook as a text (tab Rules).",
    "status",
)
_UNDO = Stop(
    "Take it back",
    "Press <b>Undo</b>, or <kbd>u</kbd>. You may take back as much as you like, dice included; the log keeps it all.",
    "stepper",
    done=taken_back,
)
_KEYS = Stop(
    "Everything by key",
    "Click the line below the map and press <kbd>?</kbd> for all keys: <kbd>n</kbd> goes to "
    "the next unit that may act, <kbd>i</kbd> shows this way round again.",
    "keyline",
)


def _kept(tab: str) -> Stop:
    """Where the cards for files are."""
    return Stop(
        "Nothing is lost",
        "Every action is saved as you go: after a crash the lab offers your game again. Here you save it under a name "
        "and take a report, pictures and tables away; the tab Log keeps bookmarks.",
        "files",
        tab,
    )


_GPW = (
    _STATUS,
    Stop(
        "Go to a phase",
        "Choose <b>Axis Panzer Movement</b> (or the Soviets' Armored Movement) beside <b>Play to</b>, then press "
        "it: the phases before it end with what is usual. Too far? <b>Undo</b>.",
        "stepper",
        done=in_phase("mobile"),
    ),
    Stop(
        "Pick a unit",
        "Click one of the counters of the side to move, or press <kbd>n</kbd>. Its hexes in reach turn yellow, with "
        "the movement points left there where any would be; the card in the tab Play says what it is and may do.",
        "map",
        "Play",
        done=picked,
    ),
    Stop("Move it", "Click a yellow hex. The path is the cheapest; a right click asks it to pass a hex.", "map",
         done=moved_on),
    Stop(
        "Ask why not",
        "Pick another unit and click a hex that is not yellow. It is refused, with every reason and its rule.",
        "map",
        done=refused,
    ),
    _UNDO,
    Stop(
        "What may come of an attack",
        "<b>Play to</b> the side's Combat phase, click an enemy beside your units and tick attackers: the card shows "
        "the way to the column and the exact chances. Announce all that you want, then roll: after the first "
        "<b>Roll</b> no more can be.",
        "stepper",
        "Play",
        done=aimed,
    ),
    Stop(
        "Who there is, and when",
        "The tabs Forces and Time hold the order of battle, what arrives, the weather; Odds lets you try strengths and "
        "terrain without the map and proposes attacks.",
        "tabs",
        "Forces",
    ),
    _KEYS,
    _kept("Tools"),
)  # fmt: skip

_SFS = (
    _STATUS,
    Stop(
        "Who looks",
        "Soviet strengths are hidden until they fight. <b>Seen by</b> shows the table as one side knows it.",
        "viewers",
    ),
    Stop(
        "Go to a phase",
        "Choose <b>German Movement</b> beside <b>Play to</b> and press it: the phases before it end as is usual.",
        "stepper",
        done=in_phase("movement"),
    ),
    Stop("Pick a stack", "Click a stack of the side to move, or press <kbd>n</kbd>. Areas where it may go turn yellow.",
         "map", "Play", done=picked),
    Stop("Move it", "Click a yellow area. All that it could do instead is listed in the tab Play under Orders.", "map",
         done=moved_on),
    _UNDO,
    Stop(
        "Walk through a combat",
        "Move a stack into an area of the enemy's again, <b>Play to</b> German Attack and click an enemy stack there. "
        "The walk in the tab Play leads from strengths to losses, exactly; of hidden units, over all that they may be.",
        "stepper",
        "Play",
        done=aimed,
    ),
    Stop("Guns", "What artillery points may change, and what they are worth.", "tabs", "Guns"),
    _KEYS,
    _kept("Files"),
)  # fmt: skip

_HUBE = (
    Stop(
        "A workbook",
        "You play Hube's Pocket on your own map; the lab keeps its books. Weather, arrivals, rebuilding and victory it "
        "checks by the rules; moves and losses you record.",
        "status",
    ),
    Stop(
        "Roll the weather",
        "At the start of a turn the weather waits for its dice: press its button in the first card of the tab Play. "
        "Ground and flying follow. Rolled already? <b>Go to…</b> leads back to the Weather Phase.",
        "decision",
        "Play",
        done=weather_known,
    ),
    Stop(
        "Record a move",
        "<b>Play to</b> a Movement phase and click a unit of that side: the hexes that it reaches by terrain are "
        "tinted. Nothing is? Its movement points stand on its counter only: type them into <b>MP</b>. "
        "Click where it went; the figures are the movement points that are left there.",
        "map",
        "Play",
        done=recorded,
    ),
    _UNDO,
    Stop(
        "What an attack may come to",
        "With a unit picked in a Combat phase, click an enemy beside it; or type strengths here. Odds, shifts, "
        "surprise and exact chances follow, also before the ground is known.",
        "tabs",
        "Odds",
    ),
    Stop(
        "Weather, victory, arrivals",
        "What is to come and how things stand, below the map.",
        "below",
        "Track",
    ),
    Stop("Forces", "Who is where, who waits, and what may be rebuilt with the replacements at hand.", "tabs", "Forces"),
    _KEYS,
    _kept("Files"),
)  # fmt: skip

#: By the name of a game's package.
STOPS: dict[str, tuple[Stop, ...]] = {"gpw": _GPW, "sfs": _SFS, "hube": _HUBE}
