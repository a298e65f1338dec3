"""flake8 in a process of its own: started by Python, or forked from one that has imported all and done nothing yet.

Nine tenths of what flake8 takes for a short file are imports.
"""

from __future__ import annotations

import atexit
import json
import os
import select
import subprocess
import sys
import tempfile
import threading
from functools import cache
from pathlib import Path

PATIENCE = 300
_ONE_AT_A_TIME = threading.Lock()
_SERVER = """
import json, os, runpy, sys, traceback

import flake8.main.cli

import flake8_torch_effective.plugin
from flake8_torch_effective.lint import lint
from flake8_torch_effective.rules import all_rules

all_rules()


def run(asked):
    os.chdir(asked["folder"])
    os.environ.clear()
    os.environ.update(asked["environment"])
    for number, path in enumerate(asked["streams"]):
        stream = os.open(path, os.O_RDWR)
        os.dup2(stream, number)
        os.close(stream)
    sys.stdin, sys.stdout, sys.stderr = (open(number, mode, closefd=False) for number, mode in enumerate("rww"))
    sys.argv = ["flake8", *asked["arguments"]]
    try:
        runpy.run_module("flake8", run_name="__main__", alter_sys=True)
    except SystemExit as end:
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
        return 1 if isinstance(end.code, str) else int(end.code or 0)


while line := sys.stdin.readline():
    child = os.fork()
    if not child:
        status = 1
        try:
            status = run(json.loads(line))
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""


def started(*arguments: str, folder: Path, given: str | bytes = b"") -> subprocess.CompletedProcess[str]:
    """flake8 as a user starts it, without any configuration but what the folder has."""
    command = [sys.executable, "-m", "flake8", *arguments]
    done = subprocess.run(command, cwd=folder, input=_bytes(given), capture_output=True, timeout=PATIENCE)
    return _text(done)


def flake8(*arguments: str, folder: Path, given: str | bytes = b"") -> subprocess.CompletedProcess[str]:
    """The same without the time that the imports take, where the system can fork."""
    if not hasattr(os, "fork"):
        return started(*arguments, folder=folder, given=given)
    with _ONE_AT_A_TIME, tempfile.TemporaryDirectory() as own:
        streams = [Path(own, name) for name in ("in", "out", "err")]
        for stream, data in zip(streams, (_bytes(given), b"", b""), strict=True):
            stream.write_bytes(data)
        asked = {
            "arguments": arguments,
            "folder": str(folder),
            "environment": dict(os.environ),
            "streams": [str(stream) for stream in streams],
        }
        server = _server()
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(json.dumps(asked).encode() + b"\n")
        server.stdin.flush()
        if not select.select([server.stdout], [], [], PATIENCE)[0]:
            server.kill()
            raise subprocess.TimeoutExpired(["flake8", *arguments], PATIENCE)
        status = int(server.stdout.readline())
        out, err = (stream.read_bytes() for stream in streams[1:])
    return _text(subprocess.CompletedProcess(["flake8", *arguments], status, out, err))


@cache
def _server() -> subprocess.Popen[bytes]:
    server = subprocess.Popen([sys.executable, "-c", _SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    atexit.register(server.__exit__, None, None, None)  # closes its input, which ends it
    return server


def _bytes(given: str | bytes) -> bytes:
    return given.encode() if isinstance(given, str) else given


def _text(done: subprocess.CompletedProcess[bytes]) -> subprocess.CompletedProcess[str]:
    out, err = done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")
    return subprocess.CompletedProcess(done.args, done.returncode, out, err)
