#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Copies checkpoints to real servers and back while requests fail and processes are killed.

  check_storage.py PROGRAM BIN [--faults 200] [--megabytes 20] [--only moto|rclone|gcs] [--rates]

BIN is a folder with moto_server, rclone and gcp-storage-emulator, as
`pip install --require-hashes -r tools/check_storage.txt` puts them there; moto checks signatures.
Between PROGRAM and each server is a proxy that resets connections, delays, cuts answers short, and
answers 500, 503 and 429. Whenever complete.json of a checkpoint is at the server, everything that
it speaks for must be there as it was; so must it in the folder that is copied back. Every seventh
process is killed on its way, and the same command has to go on. At the end no key may be in any
file or output. --rates has no faults: it copies MEGABYTES to `rclone serve s3` and back by `tutti
sync`, `aws s3 cp` and `rclone copy` in turns and prints the rates of all rounds but the first.
Exit codes: 0 all is so, 1 something is not, 2 a server does not start.
"""

import argparse
import hashlib
import http.client
import http.server
import json
import os
import pathlib
import random
import shutil
import signal
import socket
import statistics
import struct
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

FAULTS = ("reset", "delay", "cut", "500", "503", "429")
SECRETS = []


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Proxy(http.server.ThreadingHTTPServer):
    """Hands requests on to a server; each third one meets a fault."""
    daemon_threads = True

    def __init__(self, port):
        super().__init__(("127.0.0.1", 0), ProxyHandler)
        self.upstream, self.asked, self.faults = port, 0, 0
        self.guard = threading.Lock()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, request, client_address):
        pass

    def next_fault(self):
        with self.guard:
            self.asked += 1
            if self.asked % 3:
                return ""
            self.faults += 1
            return FAULTS[self.faults % len(FAULTS)]


class ProxyHandler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *words):
        pass

    def hang_up(self):
        self.close_connection = True
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()

    def serve(self):
        fault = self.server.next_fault()
        length = int(self.headers.get("Content-Length", "0"))
        if fault == "reset":
            self.rfile.read(length // 2)
            return self.hang_up()
        body = self.rfile.read(length)
        if len(body) < length:  # the client was killed: a server would wait for the rest
            return self.hang_up()
        if fault == "delay":
            time.sleep(1)
        if fault.isdigit():
            self.send_response(int(fault))
            self.send_header("Content-Length", "0")
            return self.end_headers()
        upstream = http.client.HTTPConnection("127.0.0.1", self.server.upstream)
        upstream.putrequest(self.command, self.path, skip_host=True, skip_accept_encoding=True)
        for name, value in self.headers.items():
            upstream.putheader(name, value)
        upstream.endheaders(body)
        answer = upstream.getresponse()
        data = answer.read()
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in ("transfer-encoding", "connection", "content-length", "date",
                                    "server"):
                self.send_header(name, value)
        shown = answer.getheader("Content-Length") if self.command == "HEAD" else len(data)
        self.send_header("Content-Length", str(shown or 0))
        self.end_headers()
        self.wfile.write(data[:len(data) // 2] if fault == "cut" and data else data)
        if fault == "cut":
            self.hang_up()

    do_GET = do_PUT = do_POST = do_HEAD = do_DELETE = serve


class Servers:
    """The real servers, each with its variables for the program."""

    def __init__(self, programs, folder):
        self.programs, self.folder, self.processes = programs, folder, []

    def start(self, words, port, variables=None):
        log = open(self.folder / f"server-{port}.log", "wb")
        self.processes.append(subprocess.Popen(
            [str(self.programs / words[0]), *words[1:]], stdout=log, stderr=log,
            env={**os.environ, **(variables or {})}))
        for _ in range(300):
            with socket.socket() as one:
                if one.connect_ex(("127.0.0.1", port)) == 0:
                    return
            time.sleep(0.1)
        sys.exit(f"{words[0]} does not start; see {log.name}")

    def moto(self):
        port = free_port()
        self.start(["moto_server", "-H", "127.0.0.1", "-p", str(port)], port,
                   {"INITIAL_NO_AUTH_ACTION_COUNT": "3"})

        def ask(service, query):
            link = http.client.HTTPConnection("127.0.0.1", port)
            link.request("POST", "/", urllib.parse.urlencode(query), {
                "Host": f"{service}.amazonaws.com",
                "Content-Type": "application/x-www-form-urlencoded",
                "Authorization": "AWS4-HMAC-SHA256 Credential=x/20200101/us-east-1/"
                                 f"{service}/aws4_request, SignedHeaders=host, Signature=x"})
            return link.getresponse().read().decode()

        ask("iam", {"Action": "CreateUser", "UserName": "u", "Version": "2010-05-08"})
        key = ask("iam", {"Action": "CreateAccessKey", "UserName": "u", "Version": "2010-05-08"})
        policy = {"Version": "2012-10-17",
                  "Statement": [{"Effect": "Allow", "Action": "*", "Resource": "*"}]}
        ask("iam", {"Action": "PutUserPolicy", "UserName": "u", "PolicyName": "p",
                    "PolicyDocument": json.dumps(policy), "Version": "2010-05-08"})
        name = key.split("<AccessKeyId>")[1].split("<")[0]
        secret = key.split("<SecretAccessKey>")[1].split("<")[0]
        keys = {"AWS_ACCESS_KEY_ID": name, "AWS_SECRET_ACCESS_KEY": secret}
        # moto brings AWS's own library, which makes the bucket.
        subprocess.run([str(self.programs / "python"), "-c",
                        "import boto3; boto3.client('s3', endpoint_url='http://127.0.0.1:"
                        f"{port}', region_name='us-east-1').create_bucket(Bucket='bucket')"],
                       env={**os.environ, **keys}, check=True)
        return port, "s3", keys

    def rclone(self):
        port = free_port()
        (self.folder / "rclone" / "bucket").mkdir(parents=True)
        self.start(["rclone", "serve", "s3", "--addr", f"127.0.0.1:{port}", "--auth-key",
                    "RCLONEKEYID,rclone-secret-key", "--config", "/dev/null",
                    str(self.folder / "rclone")], port)
        return port, "s3", {"AWS_ACCESS_KEY_ID": "RCLONEKEYID",
                            "AWS_SECRET_ACCESS_KEY": "rclone-secret-key"}

    def gcs(self):
        port = free_port()
        self.start(["gcp-storage-emulator", "start", "--host=127.0.0.1", f"--port={port}",
                    "--in-memory", "--default-bucket=bucket"], port)
        return port, "gs", {}

    def stop(self):
        for process in self.processes:
            process.terminate()
            process.wait()


def variables_for(scheme, port, keys, home):
    place = "AWS_ENDPOINT_URL" if scheme == "s3" else "STORAGE_EMULATOR_HOST"
    return {"PATH": os.environ["PATH"], "HOME": str(home), "AWS_EC2_METADATA_DISABLED": "true",
            "no_proxy": "127.0.0.1", place: f"http://127.0.0.1:{port}", **keys}


def make_checkpoints(folder, megabytes, seed):
    made = random.Random(seed)
    for step in (1, 2):
        place = folder / f"checkpoint-{step}"
        place.mkdir(parents=True, exist_ok=True)
        files = {}
        for name, size in (("model", megabytes << 20), ("state", 5000)):
            data = made.randbytes(size)
            (place / name).write_bytes(data)
            files[name] = {"bytes": size, "sha256": hashlib.sha256(data).hexdigest()}
        (place / "complete.json").write_text(json.dumps({"files": files}))


def damage_in(folder):
    """What is not as a complete.json says."""
    problems = []
    for mark in folder.glob("checkpoint-*/complete.json"):
        for name, said in json.loads(mark.read_text())["files"].items():
            path = mark.parent / name
            if not path.exists() or hashlib.sha256(
                    path.read_bytes()).hexdigest() != said["sha256"]:
                problems.append(str(path))
    return problems


class Check:
    def __init__(self, program, folder, server):
        self.program, self.folder = program, folder
        port, self.scheme, keys = server
        SECRETS.extend(value for name, value in keys.items() if "SECRET" in name)
        self.proxy = Proxy(port)
        home = folder / "home"
        home.mkdir(parents=True)
        self.faulty = variables_for(self.scheme, self.proxy.server_address[1], keys, home)
        self.direct = variables_for(self.scheme, port, keys, folder / "home-direct")
        self.runs = self.kills = 0
        self.problems, self.outputs = [], []

    def sync(self, *words):
        """Runs until it ends well; each seventh process is killed first."""
        for _ in range(20):
            self.runs += 1
            process = subprocess.Popen([self.program, "-v", "sync", *map(str, words)],
                                       env=self.faulty, stdout=subprocess.PIPE,
                                       stderr=subprocess.STDOUT)
            if self.runs % 7 == 3:
                time.sleep(0.1 * (self.runs % 5 + 1))
                process.send_signal(signal.SIGKILL)
            self.outputs.append(process.communicate()[0])
            if process.returncode == 0:
                return
            self.kills += process.returncode == -signal.SIGKILL
        self.problems.append(f"does not come to an end: {self.outputs[-1].decode()}")

    def look(self, url):
        """What a reader sees at the server now, without faults."""
        with tempfile.TemporaryDirectory(dir=self.folder) as seen:
            subprocess.run([self.program, "sync", url, seen], env=self.direct, check=False,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            self.problems += [f"at the server: {one}" for one in damage_in(pathlib.Path(seen))]

    def run(self, faults, megabytes):
        source, url, rounds = self.folder / "source", f"{self.scheme}://bucket/run", 0
        while self.proxy.faults < faults and not self.problems:
            make_checkpoints(source, megabytes, rounds)
            rounds += 1
            upload = threading.Thread(target=self.sync, args=(source, url))
            upload.start()
            while upload.is_alive():
                self.look(url)
                upload.join(0.3)
            target = self.folder / f"target-{rounds % 2}"
            download = threading.Thread(target=self.sync, args=(url, target))
            download.start()
            while download.is_alive():
                download.join(0.1)
            self.problems += damage_in(target)
            for path in source.rglob("*"):
                there = target / path.relative_to(source)
                if path.is_file() and (not there.exists() or
                                       there.read_bytes() != path.read_bytes()):
                    self.problems.append(f"{there} is not {path}")
        return rounds


def measure_rates(program, programs, folder, server, megabytes, rounds=5):
    """Copies checkpoints there and back by each client in turns. All fetch the same objects, which
    the server has hashed before: rclone's does so when they are first listed."""
    port, _, keys = server
    source, target = folder / "source", folder / "target"
    make_checkpoints(source, megabytes // 2, 0)
    endpoint = f"http://127.0.0.1:{port}"
    remote = (f":s3,provider=Other,env_auth=true,region=us-east-1,endpoint='{endpoint}':bucket")
    rclone = [programs / "rclone", "--config", "/dev/null", "copy"]
    aws = [programs / "aws", "--endpoint-url", endpoint, "--region", "us-east-1", "s3", "cp",
           "--recursive", "--only-show-errors"]
    clients = {"tutti sync": ([program, "sync"], "s3://bucket"),
               "aws s3 cp": (aws, "s3://bucket"), "rclone copy": (rclone, remote)}
    times = {name: ([], []) for name in clients}

    def copy(words, ends, home):
        home.mkdir()
        begin = time.monotonic()
        subprocess.run([str(word) for word in (*words, *ends)], check=True,
                       env=variables_for("s3", port, keys, home), stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
        seconds = time.monotonic() - begin
        shutil.rmtree(home)
        return seconds

    def expect_all_in(copied, name):
        for path in source.rglob("*"):
            if path.is_file() and (copied / path.relative_to(source)).read_bytes() != \
                    path.read_bytes():
                sys.exit(f"{name} brings another {path}")

    copy(aws, (source, "s3://bucket/common"), folder / "home")
    for number in range(rounds + 1):
        for name, (words, bucket) in clients.items():
            place = f"{name.split()[0]}-{number}"
            times[name][0].append(copy(words, (source, f"{bucket}/{place}"), folder / "home"))
            expect_all_in(folder / f"rclone/bucket/{place}", name)
            shutil.rmtree(folder / f"rclone/bucket/{place}")
            times[name][1].append(copy(words, (f"{bucket}/common", target), folder / "home"))
            expect_all_in(target, name)
            shutil.rmtree(target)
    for name, ways in times.items():
        rates = [megabytes / statistics.median(way[1:]) for way in ways]
        print(f"{name}: {rates[0]:.0f} MiB/s there, {rates[1]:.0f} MiB/s back")


def secrets_in(folder, outputs):
    texts = [("output", text) for text in outputs]
    texts += [(str(path), path.read_bytes()) for path in folder.rglob("*") if path.is_file()]
    return [where for where, text in texts for secret in SECRETS if secret.encode() in text]


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("programs", type=pathlib.Path)
    parser.add_argument("--faults", type=int, default=200)
    parser.add_argument("--megabytes", type=int, default=20)
    parser.add_argument("--only", default="")
    parser.add_argument("--rates", action="store_true")
    options = parser.parse_args()
    failed = False
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        servers = Servers(options.programs.resolve(), folder)
        try:
            if options.rates:
                measure_rates(options.program.resolve(), options.programs.resolve(), folder,
                              servers.rclone(), options.megabytes)
                return 0
            for kind in ("moto", "rclone", "gcs"):
                if options.only not in ("", kind):
                    continue
                server = getattr(servers, kind)()
                check = Check(str(options.program.resolve()), folder / kind, server)
                rounds = check.run(options.faults, options.megabytes)
                check.problems += secrets_in(folder / kind, check.outputs)
                print(f"{kind}: {check.proxy.faults} faults and {check.kills} kills in {rounds} "
                      f"rounds, {len(check.problems)} problems", flush=True)
                for problem in check.problems:
                    print(f"  {problem}")
                failed = failed or bool(check.problems)
        finally:
            servers.stop()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
