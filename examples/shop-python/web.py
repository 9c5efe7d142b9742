"""The page of the shop, and the routes beside it."""

import contextlib
import json
import re
import traceback
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

# The page may load its own files and pictures, and nothing that somebody smuggled into it.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data: http: https:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {"content-security-policy": POLICY, "x-content-type-options": "nosniff", "cache-control": "no-store"}

# An answer is a status, a type and bytes.
DONE = (204, None, b"")


def as_json(status, value):
    return status, "application/json", json.dumps(value).encode()


MISSING = as_json(404, {"message": "Não encontramos o que você procura."})
FAILED = as_json(500, {"message": "Algo deu errado na loja. Tente de novo em instantes."})


def page_file(name, content_type):
    return 200, f"{content_type}; charset=utf-8", (Path(__file__).parent.parent / "shop-page" / name).read_bytes()


PAGE = {
    "GET /": page_file("index.html", "text/html"),
    "GET /shop.css": page_file("shop.css", "text/css"),
    "GET /shop.js": page_file("shop.js", "text/javascript"),
}


def serve(routes, explain, port):
    """Routes get the body as it came, the headers and the id. `explain` has words for what they raised, or None."""

    class Handler(BaseHTTPRequestHandler):
        timeout = 30  # seconds a caller may be silent

        def do_GET(self):
            self.respond(b"")

        def do_POST(self):
            length = self.headers.get("content-length", "0")
            if not length.isdecimal() or len(length) > 6:  # nobody sends the shop a megabyte
                return self.send_error(413)
            self.respond(self.rfile.read(int(length)))

        def respond(self, body):
            try:
                status, content_type, content = self.find_answer(body)
            except Exception as error:
                status, content_type, content = self.answer_to(error)
            self.send_response(status)
            for name, value in {**HEADERS, "content-type": content_type, "content-length": len(content)}.items():
                if value is not None:
                    self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        def find_answer(self, body):
            path = self.path.split("?")[0]
            order = re.match(r"/orders/([^/]+)", path)
            wanted = self.command + " " + re.sub(r"^/orders/[^/]+", "/orders/:id", path)
            if wanted in routes:
                return routes[wanted](body, self.headers, order[1] if order else "")
            return PAGE.get(wanted, MISSING)

        def answer_to(self, error):
            if isinstance(error, (json.JSONDecodeError, UnicodeDecodeError)):
                return as_json(400, {"message": str(error)})
            answer = explain(error)
            if answer is None:
                traceback.print_exc()
            return answer or FAILED

        def log_message(self, *_):
            """Not a line for every question of the page."""

    with ThreadingHTTPServer(("127.0.0.1", port), Handler) as server, contextlib.suppress(KeyboardInterrupt):
        print(f"The shop is ready at http://127.0.0.1:{port}", flush=True)
        server.serve_forever()
