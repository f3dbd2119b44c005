"""Studies over games: what the dice did, what odds say, what plans are worth."""

from gpwlab.study import players
from gpwlab.study.account import report
from gpwlab.study.compare import Comparison, compare
from gpwlab.study.explore import Exploration, explore, explore_combat
from gpwlab.study.exports import export
from gpwlab.study.exports import read as read_table
from gpwlab.study.forces import order_of_battle, sums, totals
from gpwlab.study.front import front_distances, unit_distances
from gpwlab.study.gamefile import read as read_games
from gpwlab.study.gamefile import write as write_games
from gpwlab.study.geo import map_geojson
from gpwlab.study.history import claims, history, history_dates
from gpwlab.study.houses import crt_chances, under
from gpwlab.study.lines import balance, differences
from gpwlab.study.luck import luck
from gpwlab.study.marches import March, march
from gpwlab.study.objective import Objective
from gpwlab.study.odds import contacts, crt_ladder, ladder, odds_table, what_if
from gpwlab.study.owncopy import OwnCopy
from gpwlab.study.pictures import save_picture
from gpwlab.study.planner import Plan, plan_attacks
from gpwlab.study.plans import AttackPlan, attack_plan
from gpwlab.study.progress import Progress, say
from gpwlab.study.sequences import BattleSequence, Ending, battle_sequence
from gpwlab.study.shares import holders, lengths, strength_bands, victories
from gpwlab.study.simulation import simulate
from gpwlab.study.timeline import strength, timeline
from gpwlab.study.vassal import vassal_module
from gpwlab.study.weather import weather_odds

__all__ = [
    "AttackPlan",
    "BattleSequence",
    "Comparison",
    "Ending",
    "Exploration",
    "March",
    "Objective",
    "OwnCopy",
    "Plan",
    "Progress",
    "attack_plan",
    "balance",
    "battle_sequence",
    "claims",
    "compare",
    "contacts",
    "crt_chances",
    "crt_ladder",
    "differences",
    "explore",
    "explore_combat",
    "export",
    "front_distances",
    "history",
    "history_dates",
    "holders",
    "ladder",
    "lengths",
    "luck",
    "map_geojson",
    "march",
    "odds_table",
    "order_of_battle",
    "plan_attacks",
    "players",
    "read_games",
    "read_table",
    "report",
    "save_picture",
    "say",
    "simulate",
    "strength",
    "strength_bands",
    "sums",
    "timeline",
    "totals",
    "under",
    "unit_distances",
    "vassal_module",
    "victories",
    "weather_odds",
    "what_if",
    "write_games",
]
