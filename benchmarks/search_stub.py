"""A search index in its own process: prints its port and accepts everything."""

import json
from http.server import BaseHTTPRequestHandler, HTTPServer


class Index(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1  # an answer is one packet: two wait for each other

    def do_POST(self) -> None:
        lines = self.rfile.read(int(self.headers["Content-Length"])).splitlines()
        operations = sum(line.startswith((b'{"index"', b'{"delete"')) for line in lines)
        body = json.dumps({"items": [{"index": {"status": 200}}] * operations}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *_: object) -> None:
        """Quiet."""


if __name__ == "__main__":
    with HTTPServer(("127.0.0.1", 0), Index) as server:
        print(server.server_port, flush=True)
        server.serve_forever()
