"""A site of another origin: a folder served on a port of its own."""

from __future__ import annotations

import http.server
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Nothing: a test reads what fails."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The origin at which a folder is served meanwhile."""

    def handler(*arguments: Any) -> _Quiet:
        return _Quiet(*arguments, directory=str(folder))

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
