#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A small server that stands in for S3, Google Cloud Storage, and what lends their keys.

  stand_in.py [--public_key MODULUS]

Prints its port. Objects are in memory. Requests to S3 must be signed (Signature Version 4, checked
here by the rules of AWS's documentation) with the key AKIDTEST / test-secret-key or with one that
was lent; those to Google have to bring a token that was lent. What goes wrong is said by requests
to /control?fault=NAME&count=N&match=WORD&every=K: of the requests whose address has WORD, each Kth
has the fault, N times. /control/log gives the addresses that were asked for, a line each.
"""

import argparse
import base64
import datetime
import hashlib
import hmac
import http.server
import json
import socket
import struct
import threading
import time
import urllib.parse
from xml.sax.saxutils import escape

KEYS = {"AKIDTEST": ("test-secret-key", None)}  # id: secret, session token
TOKENS = set()
OBJECTS = {}  # (bucket, key): Object
UPLOADS = {}  # id: (bucket, key, metadata, {number: bytes})
LOG = []
FAULT = {"name": "", "count": 0, "match": "", "every": 1, "seen": 0, "done": 0}
GUARD = threading.RLock()
PUBLIC_KEY = None


class Object:
    def __init__(self, data, sha256, tag=None):
        self.data, self.sha256 = data, sha256
        self.md5 = hashlib.md5(data)
        self.tag = tag or self.md5.hexdigest()
        self.generation = str(time.time_ns())


def soon():
    end = datetime.datetime.utcnow() + datetime.timedelta(hours=1)
    return end.strftime("%Y-%m-%dT%H:%M:%SZ")


def lend_key(name):
    KEYS[name] = (name + "-secret", name + "-token")
    return {"AccessKeyId": name, "SecretAccessKey": name + "-secret", "Token": name + "-token",
            "Expiration": soon(), "Code": "Success"}


def lend_token(name):
    TOKENS.add(name)
    return {"access_token": name, "expires_in": 3600, "token_type": "Bearer"}


def digest(key, text):
    return hmac.new(key, text.encode(), hashlib.sha256).digest()


def signature_problem(request, body):
    """The code of S3's error, or None."""
    given = request.headers.get("Authorization", "")
    if not given.startswith("AWS4-HMAC-SHA256 "):
        return "AccessDenied"
    fields = dict(part.strip().split("=", 1) for part in given.split(" ", 1)[1].split(","))
    name, day, region, service, end = fields["Credential"].split("/")
    if name not in KEYS or end != "aws4_request" or service != "s3":
        return "InvalidAccessKeyId"
    secret, token = KEYS[name]
    if token != request.headers.get("x-amz-security-token"):
        return "InvalidToken"
    time_text = request.headers["x-amz-date"]
    age = datetime.datetime.utcnow() - datetime.datetime.strptime(time_text, "%Y%m%dT%H%M%SZ")
    if abs(age.total_seconds()) > 900:
        return "RequestTimeTooSkewed"
    names = fields["SignedHeaders"].split(";")
    if "host" not in names or any(header.lower().startswith("x-amz-") and
                                  header.lower() not in names for header in request.headers):
        return "AccessDenied"
    path, _, query = request.path.partition("?")
    pairs = sorted(tuple(part.partition("=")[::2]) for part in query.split("&") if part)
    canonical = "\n".join([
        request.command, path, "&".join(f"{key}={value}" for key, value in pairs),
        *(f"{header}:{' '.join(request.headers[header].split())}" for header in names), "",
        ";".join(names), request.headers["x-amz-content-sha256"]])
    scope = f"{day}/{region}/{service}/aws4_request"
    to_sign = "\n".join(["AWS4-HMAC-SHA256", time_text, scope,
                         hashlib.sha256(canonical.encode()).hexdigest()])
    key = ("AWS4" + secret).encode()
    for part in (day, region, service, "aws4_request"):
        key = digest(key, part)
    if digest(key, to_sign).hex() != fields["Signature"]:
        return "SignatureDoesNotMatch"
    if hashlib.sha256(body).hexdigest() != request.headers["x-amz-content-sha256"]:
        return "XAmzContentSHA256Mismatch"
    if "content-md5" in request.headers and base64.b64encode(
            hashlib.md5(body).digest()).decode() != request.headers["content-md5"]:
        return "BadDigest"
    return None


def claim_is_signed(claim):
    """Whether a service account's claim (RFC 7523) was signed with the key that we know, by
    RSASSA-PKCS1-v1_5 (RFC 8017, 8.2.2)."""
    text, _, signature = claim.rpartition(".")
    number = int.from_bytes(
        base64.urlsafe_b64decode(signature + "=" * (-len(signature) % 4)), "big")
    size = (PUBLIC_KEY.bit_length() + 7) // 8
    end = bytes.fromhex("3031300d060960864801650304020105000420")
    end += hashlib.sha256(text.encode()).digest()
    return pow(number, 65537, PUBLIC_KEY).to_bytes(size, "big") == \
        b"\0\1" + b"\xff" * (size - len(end) - 3) + b"\0" + end


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *words):
        pass

    # Answers

    def answer(self, status, body=b"", headers=()):
        body = body.encode() if isinstance(body, str) else body
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        if not any(name.lower() == "content-length" for name, _ in headers):
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command == "HEAD":
            return
        if self.fault == "truncate" and len(body) > 1:
            self.wfile.write(body[:len(body) // 2])
            self.hang_up()
        elif self.fault == "stall" and len(body) > 1:
            self.wfile.write(body[:len(body) // 2])
            time.sleep(1)
            self.wfile.write(body[len(body) // 2:])
        else:
            self.wfile.write(body)

    def answer_json(self, value, status=200, headers=()):
        self.answer(status, json.dumps(value), headers)

    def fail(self, status, code):
        self.answer(status, f"<?xml version='1.0'?><Error><Code>{code}</Code>"
                            f"<Message>a stand-in's message</Message></Error>")

    def hang_up(self):
        self.wfile.flush()
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close_connection = True
        self.connection.close()
        raise ConnectionResetError

    # Requests

    def handle(self):
        try:
            super().handle()
        except (ConnectionResetError, BrokenPipeError, ValueError):
            pass

    def serve(self):
        path, _, query = self.path.partition("?")
        self.query = dict(urllib.parse.parse_qsl(query, keep_blank_values=True))
        self.fault = ""
        if path.startswith("/control"):
            return self.control(path)
        with GUARD:
            LOG.append(f"{self.command} {self.path}")
            if FAULT["match"] in f"{self.command} {self.path}" and FAULT["done"] < FAULT["count"]:
                FAULT["seen"] += 1
                if FAULT["seen"] % FAULT["every"] == 0:
                    FAULT["done"] += 1
                    self.fault = FAULT["name"]
        length = int(self.headers.get("Content-Length", "0"))
        if self.fault == "reset":
            self.rfile.read(length // 2)
            self.hang_up()
        body = self.rfile.read(length)
        if self.fault.isdigit():
            return self.fail(int(self.fault), "SlowDown")
        while self.fault == "hold" and FAULT["name"] == "hold":  # until another fault is set
            time.sleep(0.01)
        if self.fault == "lost":  # done, and the answer never comes
            self.wfile = open("/dev/null", "wb")
        path = urllib.parse.unquote(path)
        if path.startswith("/latest/") or path.startswith("/computeMetadata") or path == "/token":
            self.lend(path, body)
        elif self.query.get("Action") or (path == "/" and self.command == "POST"):
            self.lend(path, body)
        elif path.startswith("/storage/") or path.startswith("/upload/"):
            self.google(path, body)
        else:
            self.s3(path, body)
        if self.fault == "lost":
            self.hang_up()

    do_GET = do_PUT = do_POST = do_HEAD = do_DELETE = serve

    def control(self, path):
        with GUARD:
            if path == "/control/log":
                return self.answer(200, "\n".join(LOG))
            if path == "/control/done":
                return self.answer(200, str(FAULT["done"]))
            FAULT.update(name=self.query.get("fault", ""), count=int(self.query.get("count", "1")),
                         match=self.query.get("match", ""), every=int(self.query.get("every", "1")),
                         seen=0, done=0)
            LOG.clear()
        return self.answer(200)

    def lend(self, path, body):
        form = dict(urllib.parse.parse_qsl(body.decode()))
        if path == "/latest/api/token" and self.command == "PUT":
            return self.answer(200, "imds-session")
        if path.startswith("/latest/"):
            if self.headers.get("x-aws-ec2-metadata-token") != "imds-session":
                return self.answer(401)
            if path.endswith("/security-credentials/"):
                return self.answer(200, "the-role")
            return self.answer_json(lend_key("AKIDMACHINE"))
        if form.get("Action") == "AssumeRoleWithWebIdentity":
            if form["WebIdentityToken"] != "web-identity":
                return self.fail(400, "InvalidIdentityToken")
            key = lend_key("AKIDWEB")
            return self.answer(200, "<R><Credentials><AccessKeyId>{AccessKeyId}</AccessKeyId>"
                                    "<SecretAccessKey>{SecretAccessKey}</SecretAccessKey>"
                                    "<SessionToken>{Token}</SessionToken><Expiration>{Expiration}"
                                    "</Expiration></Credentials></R>".format(**key))
        if path.startswith("/computeMetadata"):
            if self.headers.get("Metadata-Flavor") != "Google":
                return self.answer(403)
            return self.answer_json(lend_token("machine-token"), 200,
                                    [("Metadata-Flavor", "Google")])
        if form.get("grant_type") == "refresh_token" and form.get("refresh_token") == "refresh-me":
            return self.answer_json(lend_token("user-token"))
        if form.get("assertion") and claim_is_signed(form["assertion"]):
            return self.answer_json(lend_token("account-token"))
        return self.answer_json({"error": "invalid_grant"}, 400)

    # S3

    def s3(self, path, body):
        problem = signature_problem(self, body)
        if problem:
            return self.fail(403, problem)
        bucket, _, key = path[1:].partition("/")
        if bucket == "missing":
            return self.fail(404, "NoSuchBucket")
        with GUARD:
            if not key:
                return self.s3_list(bucket)
            if "uploads" in self.query or "uploadId" in self.query:
                return self.s3_parts(bucket, key, body)
            return self.s3_object(bucket, key, body)

    def s3_list(self, bucket):
        keys = sorted(key for (place, key) in OBJECTS
                      if place == bucket and key.startswith(self.query["prefix"]))
        start = int(self.query.get("continuation-token", "0"))
        items = "".join(
            f"<Contents><Key>{escape(key)}</Key><Size>{len(OBJECTS[bucket, key].data)}</Size>"
            f"<ETag>&quot;{OBJECTS[bucket, key].tag}&quot;</ETag></Contents>"
            for key in keys[start:start + 3])
        more = start + 3 < len(keys)
        items += f"<IsTruncated>{'true' if more else 'false'}</IsTruncated>"
        if more:
            items += f"<NextContinuationToken>{start + 3}</NextContinuationToken>"
        self.answer(200, f"<?xml version='1.0'?><ListBucketResult xmlns='s3'>{items}"
                         "</ListBucketResult>")

    def s3_parts(self, bucket, key, body):
        if "uploads" in self.query:
            name = f"upload {len(UPLOADS)}+/"
            UPLOADS[name] = (bucket, key, self.headers.get("x-amz-meta-sha256"), {})
            return self.answer(200, f"<R><UploadId>{name}</UploadId></R>")
        if UPLOADS.get(self.query["uploadId"], ("", ""))[:2] != (bucket, key):
            return self.fail(404, "NoSuchUpload")
        _, _, sha256, parts = UPLOADS[self.query["uploadId"]]
        if self.command == "PUT":
            parts[int(self.query["partNumber"])] = body
            return self.answer(200, b"", [("ETag", f'"{hashlib.md5(body).hexdigest()}"')])
        if self.command == "GET":
            return self.answer(200, "<R>" + "".join(
                f"<Part><PartNumber>{number}</PartNumber><Size>{len(part)}</Size><ETag>\""
                f"{hashlib.md5(part).hexdigest()}\"</ETag></Part>"
                for number, part in sorted(parts.items())) + "</R>")
        tags = b"".join(hashlib.md5(part).digest() for _, part in sorted(parts.items()))
        made = Object(b"".join(part for _, part in sorted(parts.items())), sha256,
                      f"{hashlib.md5(tags).hexdigest()}-{len(parts)}")
        OBJECTS[bucket, key] = made
        del UPLOADS[self.query["uploadId"]]
        return self.answer(200, f"<R><ETag>\"{made.tag}\"</ETag></R>")

    def s3_object(self, bucket, key, body):
        if self.command == "PUT":
            made = Object(body, self.headers.get("x-amz-meta-sha256"))
            OBJECTS[bucket, key] = made
            return self.answer(200, b"", [("ETag", f'"{made.tag}"')])
        there = OBJECTS.get((bucket, key))
        if self.command == "DELETE":
            OBJECTS.pop((bucket, key), None)
            return self.answer(204)
        if not there:
            return self.fail(404, "NoSuchKey")
        if self.headers.get("If-Match", f'"{there.tag}"') != f'"{there.tag}"':
            return self.fail(412, "PreconditionFailed")
        headers = [("ETag", f'"{there.tag}"')]
        if there.sha256:
            headers.append(("x-amz-meta-sha256", there.sha256))
        if self.command == "HEAD":
            return self.answer(200, b"", headers + [("Content-Length", str(len(there.data)))])
        return self.send_range(there, headers)

    def send_range(self, there, headers):
        first, last = self.headers["Range"].removeprefix("bytes=").split("-")
        data = there.data[int(first):int(last) + 1]
        if self.fault == "damage" and data:
            data = bytes([data[0] ^ 1]) + data[1:]
        return self.answer(206, data, headers)

    # Google

    def google(self, path, body):
        if self.headers.get("Authorization", "").removeprefix("Bearer ") not in TOKENS:
            return self.answer_json({"error": {"message": "Invalid Credentials"}}, 401)
        parts = path.split("/")
        bucket = parts[parts.index("b") + 1]
        key = path.partition(f"/b/{bucket}/o/")[2]
        with GUARD:
            if path.startswith("/upload/"):
                return self.google_write(bucket, body)
            if key.endswith("/compose"):
                return self.google_compose(bucket, key.removesuffix("/compose"), json.loads(body))
            if not key:
                return self.google_list(bucket)
            there = OBJECTS.get((bucket, key))
            if self.command == "DELETE":
                return self.answer(204 if OBJECTS.pop((bucket, key), None) else 404)
            if not there or self.query.get("generation", there.generation) != there.generation:
                return self.answer_json({"error": {"message": "No such object"}}, 404)
            if self.query.get("alt") == "media":
                return self.send_range(there, [])
            return self.answer_json(self.google_item(key, there))

    @staticmethod
    def google_item(key, there):
        item = {"name": key, "size": str(len(there.data)), "generation": there.generation,
                "crc32c": "AAAAAA==", "metadata": {"sha256": there.sha256}}
        if there.tag != "composed":
            item["md5Hash"] = base64.b64encode(there.md5.digest()).decode()
        return item

    def google_list(self, bucket):
        keys = sorted(key for (place, key) in OBJECTS
                      if place == bucket and key.startswith(self.query["prefix"]))
        start = int(self.query.get("pageToken", "0"))
        page = {"items": [self.google_item(key, OBJECTS[bucket, key])
                          for key in keys[start:start + 3]]}
        if start + 3 < len(keys):
            page["nextPageToken"] = str(start + 3)
        self.answer_json(page)

    def google_write(self, bucket, body):
        border = self.headers["Content-Type"].partition("boundary=")[2].encode()
        first, _, rest = body.partition(b"\r\n\r\n")[2].partition(b"\r\n--" + border)
        data = rest.partition(b"\r\n\r\n")[2].removesuffix(b"\r\n--" + border + b"--\r\n")
        fields = json.loads(first)
        made = Object(data, fields["metadata"]["sha256"])
        if fields["md5Hash"] != base64.b64encode(made.md5.digest()).decode():
            return self.answer_json({"error": {"message": "md5"}}, 400)
        LOG.append(f"writes {fields['name']}")
        OBJECTS[bucket, fields["name"]] = made
        return self.answer_json(self.google_item(fields["name"], made))

    def google_compose(self, bucket, key, request):
        sources = [(bucket, source["name"]) for source in request["sourceObjects"]]
        if len(sources) > 32 or any(source not in OBJECTS for source in sources):
            return self.answer_json({"error": {"message": "sources"}}, 404)
        made = Object(b"".join(OBJECTS[source].data for source in sources),
                      request["destination"]["metadata"]["sha256"], "composed")
        OBJECTS[bucket, key] = made
        return self.answer_json(self.google_item(key, made))


def main():
    global PUBLIC_KEY
    parser = argparse.ArgumentParser()
    parser.add_argument("--public_key", default="0")
    PUBLIC_KEY = int(parser.parse_args().public_key, 16)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    print(server.server_address[1], flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
