"""A real kernel is killed with SIGKILL while three labs play: each loses at most the action that it was at."""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from jupyter_client.manager import KernelManager

from gpwlab.core import saves
from gpwlab.widgets.kit import kit_named

ROOT = Path(__file__).resolve().parents[2]
#: How many kernels are killed.
KILLS = max(1, settings.get_profile(settings.get_current_profile_name()).max_examples // 50)
#: The labs of the cell, each with a word for its game.
LABS = {"gpw": "barbarossa", "sfs": "standard", "hube": "korsun:campaign"}
CELL = """
import os, sys
from pathlib import Path
sys.path.insert(0, {root!r})
from gpwlab import widgets
from gpwlab.widgets import autosave
from tests.gpw.player import RandomPlayer as Gpw
from tests.hube.player import RandomPlayer as Hube
from tests.sfs.player import RandomPlayer as Sfs
autosave.folder = lambda: Path({folder!r})
told = os.open({told!r}, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
players = dict(gpw=Gpw({seed}, 0.3), sfs=Sfs({seed}, 0.3), hube=Hube({seed}, 0.5))
labs = {{name: widgets.Lab(scenario) for name, scenario in {labs!r}.items()}}
while True:
    for name, lab in labs.items():
        action = players[name].choose(lab.game)
        os.write(told, f"{{name}} begins {{action}}\\n".encode())
        assert lab.session.attempt(action), lab.session.said
        os.write(told, f"{{name}} has done {{action}}\\n".encode())
"""


def played_and_killed(folder: Path, seed: int) -> list[str]:
    """Lines of what the labs in a kernel did until it was killed at an instant of the seed's choice."""
    told = folder / "told"
    cell = CELL.format(root=str(ROOT), folder=str(folder), told=str(told), seed=seed, labs=LABS)
    manager = KernelManager()
    manager.start_kernel(env=os.environ | {"IPYTHONDIR": str(folder / "ipython")})
    client = manager.client()
    try:
        client.start_channels()
        client.wait_for_ready(timeout=60)
        client.execute(cell)
        deadline = time.monotonic() + 60
        while not told.exists() or told.read_text().count("has done") < 6:
            assert time.monotonic() < deadline, [message["content"] for message in _messages(client)]
            time.sleep(0.02)
        time.sleep(random.Random(seed).uniform(0, 0.8))
        provisioner: Any = manager.provisioner
        os.kill(provisioner.pid, signal.SIGKILL)
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
    return told.read_text().splitlines()


def _messages(client: Any) -> list[Any]:
    """What the kernel has said so far, to tell why it does not play."""
    found = []
    while client.iopub_channel.msg_ready():
        found.append(client.get_iopub_msg(timeout=1))
    return found


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
@pytest.mark.parametrize("seed", range(1, KILLS + 1))
def test_a_killed_kernel_loses_at_most_one_action(seed: int, tmp_path: Path) -> None:
    lines = played_and_killed(tmp_path, seed)
    files = {saves.read(file)["game"]: file for file in tmp_path.glob("*.autosave.gpw.json")}
    assert set(files) == set(LABS)
    lost = 0
    for name, file in files.items():
        begun = [line.partition(" begins ")[2] for line in lines if line.startswith(f"{name} begins ")]
        done = sum(line.startswith(f"{name} has done ") for line in lines)
        game = kit_named(name).load(file)
        kept = [str(action) for action in game.actions]
        assert game.read_only == ""
        assert kept == begun[: len(kept)]
        assert len(kept) >= done >= len(begun) - 1
        lost += len(begun) - len(kept)
    assert lost <= 1
