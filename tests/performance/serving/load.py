"""Load by `wrk`: requests for many addresses in turn, with what they cost the server in processor time."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.performance.serving.servers import Server

CONNECTIONS = 8
_UNITS = {"us": 0.001, "ms": 1.0, "s": 1000.0}


@dataclass(frozen=True)
class Measured:
    """One round: requests a second, processor milliseconds a request, latencies in milliseconds."""

    rate: float
    cpu_ms: float
    median_ms: float
    p99_ms: float


def measure(
    server: Server,
    paths: Sequence[str],
    headers: Mapping[str, str],
    folder: Path,
    *,
    seconds: float,
    pause_ms: float = 0,
) -> Measured:
    """Ask for the paths in turn for some seconds; each connection rests `pause_ms` on average between two requests."""
    script = folder / "load.lua"
    script.write_text(_script(paths, headers, pause_ms))
    before = server.cpu_seconds()
    command = ["wrk", "-t", "1", "-c", str(CONNECTIONS), "-d", f"{seconds:g}s", "--latency", "-s", str(script)]
    out = subprocess.run([*command, server.base], check=True, capture_output=True, text=True).stdout
    used = server.cpu_seconds() - before
    if wrong := re.search(r"Non-2xx or 3xx responses: (\d+)", out):
        faults = f"{wrong[1]} answers of {paths[0]} were not what was asked for. Its server says:"
        raise RuntimeError(f"{faults}\n{server.last_faults()}")
    requests = int(_found(r"(\d+) requests in", out))
    return Measured(
        rate=float(_found(r"Requests/sec:\s+([\d.]+)", out)),
        cpu_ms=1000 * used / requests,
        median_ms=_milliseconds(r"50%\s+([\d.]+)(us|ms|s)", out),
        p99_ms=_milliseconds(r"99%\s+([\d.]+)(us|ms|s)", out),
    )


def _script(paths: Sequence[str], headers: Mapping[str, str], pause_ms: float) -> str:
    listed = ",".join(f'"{path}"' for path in paths)
    told = "".join(f'wrk.headers["{name}"] = [[{value}]]\n' for name, value in headers.items())
    # Spread around the mean, so that the connections do not march in step.
    wait = f"function delay() return math.random() * {2 * pause_ms:.3f} + 0.5 end\n" if pause_ms else ""
    return (
        f"local paths = {{{listed}}}\nlocal n = 0\n{told}{wait}"
        'function request() n = n % #paths + 1 return wrk.format("GET", paths[n]) end\n'
    )


def _found(pattern: str, out: str) -> str:
    found = re.search(pattern, out)
    if found is None:
        raise RuntimeError(f"wrk said something unexpected:\n{out}")
    return found[1]


def _milliseconds(pattern: str, out: str) -> float:
    found = re.search(pattern, out)
    return float(found[1]) * _UNITS[found[2]] if found else 0.0
