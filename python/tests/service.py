"""A real HTTP server that answers as a test says, on a port of its own or on one that was used before."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
from collections.abc import Callable
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple


class Seen(NamedTuple):
    """What a request was."""

    command: str
    path: str
    headers: Message
    body: bytes


class Call(BaseHTTPRequestHandler):
    """One request, and what it is answered with."""

    protocol_version = "HTTP/1.1"
    body: bytes

    def json(self, status: int, body: object, **headers: str) -> None:
        text = json.dumps(body).encode()
        self.start(status, content_type="application/json", content_length=str(len(text)), **headers)
        self.wfile.write(text)

    def start(self, status: int, **headers: str) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()

    def stream(self, *parts: str) -> None:
        """An event stream that ends with its last part."""
        self.start_stream(*parts)
        self.close_connection = True

    def start_stream(self, *parts: str) -> None:
        self.start(200, content_type="text/event-stream; charset=utf-8", connection="close")
        for part in parts:
            self.wfile.write(part.encode())

    def cut(self) -> None:
        """Lets the connection go in the middle of an answer."""
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)

    def wait_for_leaving(self) -> None:
        """Until the other side has let the connection go."""
        self.connection.settimeout(20)
        assert self.connection.recv(1) == b""
        self.close_connection = True

    def log_message(self, *_: object) -> None:
        """Tests say what they want to know."""


class Service:
    def __init__(self, answer: Callable[[Call], object], port: int = 0) -> None:
        calls: list[Seen] = []
        connections: list[socket.socket] = []
        lock = threading.Lock()

        class Handler(Call):
            def setup(self) -> None:
                super().setup()
                with lock:
                    connections.append(self.connection)

            def handle_any(self) -> None:
                self.body = self.rfile.read(int(self.headers.get("content-length") or 0))
                with lock:
                    calls.append(Seen(self.command, self.path, self.headers, self.body))
                answer(self)

            do_GET = do_POST = do_DELETE = do_PUT = handle_any

        self.calls = calls
        self._connections = connections
        self._server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self._server.daemon_threads = True
        self.port = int(self._server.server_address[1])
        self.url = f"http://127.0.0.1:{self.port}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)
        self._thread.start()

    def close(self) -> None:
        """As a kill does: connections go as well."""
        self._server.shutdown()
        self._server.server_close()
        for connection in self._connections:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def sent(self, header: str) -> list[Any]:
        return [call.headers.get(header) for call in self.calls]
