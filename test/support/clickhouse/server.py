"""Serves the engine of ClickHouse (the package chdb) with the part of its HTTP interface that a client of queries needs.

The engine parses, plans and runs each query with the sent parameters and settings. This file only checks the user, as
a server does, and passes errors on with the status of a server. It prints its port.

    server.py FOLDER USERS

USERS is JSON: {"name": {"password": "...", "readonly": 0}}. GET /requests returns the query, parameters and settings
of each request.
"""

import base64
import json
import re
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

from chdb import session

NOT_SETTINGS = {"query", "query_id", "database", "default_format", "session_id"}

engine = session.Session(sys.argv[1])
users = json.loads(sys.argv[2])
lock = threading.Lock()
requests = []


class Failure(Exception):
    pass


def settings_clause(settings, readonly):
    """Returns the clause that gives a query the settings of its user and of its request."""
    if readonly == 0:
        return ""
    if settings and readonly == 1:
        name = next(iter(settings))
        raise Failure(f"Code: 164. DB::Exception: Cannot modify '{name}' setting in readonly mode. (READONLY)")
    if "readonly" in settings:
        raise Failure("Code: 164. DB::Exception: Cannot modify 'readonly' setting in readonly mode. (READONLY)")
    texts = [f"{name} = '{value}'" for name, value in settings.items()]
    return "\nSETTINGS " + ", ".join([f"readonly = {readonly}", *texts])


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.body().decode()
        given = dict(parse_qsl(urlsplit(self.path).query, keep_blank_values=True))
        # The rows of an insert follow its statement, which is in the address.
        body = "\n".join(text for text in (given.get("query", ""), body) if text != "")
        parameters = {name[6:]: value for name, value in given.items() if name.startswith("param_")}
        settings = {
            name: value
            for name, value in given.items()
            if not name.startswith("param_") and name not in NOT_SETTINGS
        }
        requests.append(
            {"query": body, "id": given.get("query_id"), "parameters": parameters, "settings": settings}
        )
        try:
            readonly = self.readonly_of_user()
            with lock:
                result = engine.query(body + settings_clause(settings, readonly), "JSONEachRow", params=parameters)
                self.answer(200, bytes(result.bytes() or b""))
        except Failure as failure:
            self.fail(str(failure))
        except Exception as error:
            self.fail(str(error))

    def body(self):
        if self.headers.get("Transfer-Encoding") != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length", 0)))
        parts = []
        while size := int(self.rfile.readline(), 16):
            parts.append(self.rfile.read(size))
            self.rfile.readline()
        self.rfile.readline()
        return b"".join(parts)

    def do_GET(self):
        self.answer(200, json.dumps(requests).encode())

    def readonly_of_user(self):
        kind, _, text = self.headers.get("Authorization", "").partition(" ")
        name, _, password = base64.b64decode(text).decode().partition(":") if kind == "Basic" else ("", "", "")
        user = users.get(name)
        if user is None or user["password"] != password:
            raise Failure(
                f"Code: 516. DB::Exception: {name}: Authentication failed: password is incorrect, or there is no user "
                "with such name. (AUTHENTICATION_FAILED)"
            )
        return user["readonly"]

    def fail(self, text):
        code = re.match(r"Code: (\d+)", text)
        self.answer({"516": 403, "60": 404}.get(code.group(1) if code else "", 500), text.encode())

    def answer(self, status, body):
        self.send_response(status)
        self.send_header("Content-Type", "application/x-ndjson")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_address[1], flush=True)
server.serve_forever()
