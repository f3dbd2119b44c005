"""The server of ``gpwlab lab``: nobody without its token gets in, and nobody from another computer."""

from __future__ import annotations

import sys
import urllib.error
import urllib.request
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.lab_page import LabServer

pytestmark = pytest.mark.browser  # beside the other tests that need a server: one serves them all

#: 127.0.0.1 as Linux lists it.
LOOPBACK = "0100007F"


@pytest.mark.parametrize("query", ["", "?token=", "?token=wrong"])
@pytest.mark.parametrize("path", ["api/contents", "api/kernels", "api/sessions", "files/00_tour.ipynb"])
def test_nothing_is_given_without_the_token(path: str, query: str, lab: LabServer) -> None:
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.build_opener(_Stay).open(f"{lab.url}/{path}{query}", timeout=10)
    assert refused.value.code in (302, 403)  # the login page, or no
    assert "login" in refused.value.headers.get("Location", "login")


def test_no_kernel_is_started_without_the_token(lab: LabServer) -> None:
    before = len(lab.ask("kernels"))
    asked = urllib.request.Request(f"{lab.url}/api/kernels", data=b"{}", method="POST")
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(asked, timeout=10)
    assert refused.value.code == 403
    assert len(lab.ask("kernels")) == before


@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="only Linux lists who listens there")
def test_it_listens_to_this_computer_only(lab: LabServer) -> None:
    port = f"{urlsplit(lab.url).port:04X}"
    listening = set()
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
            _number, local, _remote, state = line.split()[:4]
            address, _, at = local.partition(":")
            if at == port and state == "0A":
                listening.add(address)
    assert listening == {LOOPBACK}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps no such modes")
def test_files_with_the_token_are_its_owners(lab: LabServer) -> None:
    runtime = lab.folder.parent / "jupyter" / "runtime"
    holders = [file for file in runtime.rglob("*") if file.is_file() and lab.token in file.read_text(errors="ignore")]
    assert holders
    assert runtime.stat().st_mode & 0o077 == 0  # the folder, as Jupyter makes it, keeps others out of what is in it
    assert {file.parent for file in holders} == {runtime}
    ours = [file for file in lab.folder.rglob("*") if file.is_file() and lab.token.encode() in file.read_bytes()]
    assert ours == []


class _Stay(urllib.request.HTTPRedirectHandler):
    """A redirection is an answer too."""

    def redirect_request(self, *_arguments: object) -> None:
        return None
