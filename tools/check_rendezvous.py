#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Starts small jobs beside strangers and leftovers, and counts what goes wrong.

    check_rendezvous.py PROGRAM [--runs N] [--train N] [--seed N] [--ways address,file,etcd]

Each run starts 2 to 4 processes of `tutti doctor --distributed`, or every N-th time of a training,
in any order and some of them late. They meet at an address, by a file or by etcd (Debian's package
etcd-server; left out with a message where it is not installed). Meanwhile, chosen at random:
leftovers of earlier jobs lie there, whole, cut off, of another token or no entries at all; another
program has the port until rank 0 comes, or the one that a leftover names; strangers connect and say
nothing, garbage, half a message or a claim without a proof; and a process has another token.
Prints what failed. Exit codes: 0 every good process met the others and no stranger did, 1 not so,
2 wrong usage.
"""

import argparse
import base64
import collections
import contextlib
import ctypes
import json
import os
import pathlib
import random
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

import check_faults

TOKEN, OTHER_TOKEN = "0123456789abcdef0123456789abcdef", "another secret of nobody"
LIMIT = 120  # seconds for a job
STEPS = 3
XXH3 = ctypes.CDLL("libxxhash.so.0").XXH3_64bits
XXH3.argtypes, XXH3.restype = [ctypes.c_char_p, ctypes.c_size_t], ctypes.c_uint64
STRANGERS = ("silent", "garbage", "half", "unproven", "crowd", "process")


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class File:
    """A job's entry as a file."""

    def __init__(self, folder, number):
        self.path = folder / f"job{number}"
        self.flags = ["--rendezvous", f"file://{self.path}"]

    def read(self):
        try:
            return self.path.read_bytes()
        except OSError:
            return b""

    def write(self, text):
        part = self.path.with_suffix(".part")
        part.write_bytes(text)
        part.replace(self.path)


class Key:
    """A job's entry as a key of etcd."""

    def __init__(self, server, number):
        self.server, self.key = server, f"job{number}".encode()
        self.flags = ["--rendezvous", f"etcd://127.0.0.1:{server.port}/job{number}"]

    def read(self):
        found = self.server.call("kv/range", {"key": base64.b64encode(self.key).decode()})
        return base64.b64decode(found["kvs"][0]["value"]) if "kvs" in found else b""

    def write(self, text):
        self.server.call("kv/put", {"key": base64.b64encode(self.key).decode(),
                                    "value": base64.b64encode(text).decode()})


class Address:
    """The address of rank 0, which all know."""

    def __init__(self):
        self.port = free_port()
        self.flags = ["--master_addr", "127.0.0.1", "--master_port", str(self.port)]


class Etcd:
    def __init__(self, folder):
        self.port = free_port()
        client, peer = (f"http://127.0.0.1:{port}" for port in (self.port, free_port()))
        self.process = subprocess.Popen(
            ["etcd", "--data-dir", str(folder / "etcd"), "--listen-client-urls", client,
             "--advertise-client-urls", client, "--listen-peer-urls", peer,
             "--initial-advertise-peer-urls", peer, "--initial-cluster", f"default={peer}"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        end = time.time() + 60
        while True:
            try:
                self.call("kv/range", {"key": "YQ=="})
                return
            except OSError:
                if time.time() > end:
                    raise
                time.sleep(0.05)

    def call(self, what, said):
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}/v3/{what}",
                                         json.dumps(said).encode())
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.load(answer)

    def stop(self):
        self.process.kill()
        self.process.wait()


@contextlib.contextmanager
def other_program(port, seconds):
    """Listens at a port for a while and answers everybody with nonsense."""
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", port))
        listener.listen()
        listener.settimeout(0.05)
        ends = threading.Event()

        def answer():
            end = time.time() + seconds
            while time.time() < end and not ends.is_set():
                with contextlib.suppress(OSError), listener.accept()[0] as guest:
                    guest.sendall(b"SSH-2.0-OpenSSH_9.2\r\n")
            listener.close()

        thread = threading.Thread(target=answer)
        thread.start()
        try:
            yield
        finally:
            ends.set()
            thread.join()


def port_in(entry):
    """The port of a whole entry: its fourth word."""
    words = entry.split()
    return int(words[3]) if len(words) > 4 and words[3].isdigit() else None


def message(text, number=0):
    """A message as comm/socket.h sends it before a proof, as the connection's of that number."""
    length = struct.pack(">I", len(text))
    return (length + struct.pack(">I", XXH3(length, len(length)) & 0xFFFFFFFF) + text +
            struct.pack("=QQ", XXH3(text, len(text)), number))


def receive_message(guest):
    def receive(count):
        data = b""
        while len(data) < count:
            piece = guest.recv(count - len(data))
            if not piece:
                raise ConnectionError("closed")
            data += piece
        return data

    length = struct.unpack(">I", receive(8)[:4])[0]
    return receive(length + 16)[:length]


def bother(kind, port, heard):
    """A stranger at a port. What it hears after the greeting goes into `heard`."""
    with contextlib.suppress(OSError):
        with contextlib.ExitStack() as stack:
            count = 300 if kind == "crowd" else 1
            guests = [stack.enter_context(socket.create_connection(("127.0.0.1", port), 2))
                      for _ in range(count)]
            guest = guests[0]
            guest.settimeout(random.uniform(0.1, 2.5))
            challenge = receive_message(guest).split()[-1]
            if kind == "garbage":
                guest.sendall(random.randbytes(random.randrange(1, 100_000)))
            elif kind == "half":
                guest.sendall(message(b"0011223344556677 8899")[:random.randrange(1, 40)])
            elif kind == "unproven":
                guest.sendall(message(challenge + b" " + b"0" * 64) +
                              message(b"join 1 2 0.1.0 aes_gcm", 1))
            said = guest.recv(4096)
            if said:
                heard.append((kind, said[:100]))


class Run:
    """One job and what disturbs it."""

    def __init__(self, number, folder, arguments, server, leftovers):
        self.number, self.folder, self.arguments = number, folder, arguments
        self.leftovers = leftovers
        self.way = random.choice(arguments.ways)
        self.size = random.randrange(2, 5)
        self.trains = arguments.train > 0 and number % arguments.train == 0
        self.place = (Address() if self.way == "address" else
                      File(folder, number) if self.way == "file" else Key(server, number))
        self.output = folder / f"run{number}"
        self.heard, self.problems, self.notes = [], [], []

    def words(self):
        if not self.trains:
            return [self.arguments.program, "doctor", "--distributed", "--json"]
        return check_faults.words(self.arguments.program, self.output, [], STEPS)

    def start(self, rank, token=TOKEN, limit=LIMIT):
        job = ["--rank", str(rank), "--world_size", str(self.size), *self.place.flags,
               "--rendezvous_timeout", str(limit)]
        return subprocess.Popen(self.words() + job, text=True, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, env={**os.environ, "TUTTI_TOKEN": token})

    def leave_something(self, stack):
        """What is there before the job."""
        if self.way == "address":
            if random.random() < 0.3:
                self.notes.append("taken port")
                stack.enter_context(other_program(self.place.port, 0.3))
            return
        kind = random.choice(("nothing", "whole", "half", "garbage", "other token", "taken port"))
        if kind == "nothing" or (not self.leftovers and kind in ("whole", "half", "taken port")):
            return
        self.notes.append(f"leftover: {kind}")
        if kind in ("whole", "taken port"):
            text = random.choice(self.leftovers)
            with contextlib.suppress(OSError):  # somebody has it already
                if kind == "taken port":
                    stack.enter_context(other_program(port_in(text), LIMIT))
        elif kind == "half":
            text = random.choice(self.leftovers)
            text = text[:random.randrange(len(text))]
        elif kind == "garbage":
            text = random.randbytes(random.randrange(2000))
        else:
            text = b"tutti-leader-1 0011223344556677 5 80 127.0.0.1 " + b"0" * 64 + b"\n"
        self.place.write(text)

    def listening_port(self, end):
        """Where rank 0 listens, as a stranger who reads along learns it."""
        while self.way != "address" and time.time() < end:
            found = port_in(self.place.read())
            if found:
                return found
            time.sleep(0.02)
        return getattr(self.place, "port", None)

    def send_strangers(self):
        """The threads of some strangers."""
        threads = []
        for kind in random.choices(STRANGERS, k=random.randrange(4)):
            self.notes.append(kind)
            threads.append(threading.Thread(
                target=self.impostor if kind == "process" else self.stranger,
                args=() if kind == "process" else (kind,)))
            threads[-1].start()
        return threads

    def stranger(self, kind):
        time.sleep(random.uniform(0, 0.5))
        port = self.listening_port(time.time() + 2)
        if port:
            bother(kind, port, self.heard)

    def impostor(self):
        """A process with another token."""
        process = self.start(random.randrange(1, self.size), OTHER_TOKEN, 2)
        out, _ = process.communicate()
        if process.returncode == 0 or "processes have it" in out:
            self.heard.append(("process", out[:100]))

    def run(self, expected):
        with contextlib.ExitStack() as stack:
            self.leave_something(stack)
            late = "taken port" in self.notes
            threads = self.send_strangers()
            processes = {}
            for rank in random.sample(range(self.size), self.size):
                if rank == 0 and late:
                    time.sleep(0.4)  # until the other program is gone
                processes[rank] = self.start(rank)
                time.sleep(random.choice((0, 0, random.uniform(0, 0.3))))
            entry = self.place.read() if self.way != "address" else b""
            for rank, process in sorted(processes.items()):
                self.check(rank, process)
            for thread in threads:
                thread.join()
        if port_in(entry) and len(self.leftovers) < 200:
            self.leftovers.append(entry)
        if self.trains and not self.problems and (
                check_faults.state_hash(self.output, STEPS) != expected):
            self.problems.append("other bits")
        shutil.rmtree(self.output, ignore_errors=True)

    def check(self, rank, process):
        try:
            out, messages = process.communicate(timeout=LIMIT + 30)
        except subprocess.TimeoutExpired:
            process.kill()
            self.problems.append(f"rank {rank} hangs: {process.communicate()[1]}")
            return
        met = self.trains or rank > 0 or f"{self.size} processes have it" in out
        if process.returncode != 0 or not met:
            self.problems.append(f"rank {rank} ended with {process.returncode}: {out}{messages}")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program")
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--train", type=int, default=20, help="every N-th job trains; 0: none does")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ways", type=lambda text: text.split(","),
                        default=["address", "file", "etcd"])
    arguments = parser.parse_args()
    random.seed(arguments.seed)
    if "etcd" in arguments.ways and not shutil.which("etcd"):
        print("etcd is not installed: jobs meet by the other ways")
        arguments.ways.remove("etcd")
    failed, strangers, counts = 0, 0, collections.Counter()
    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as stack:
        folder = pathlib.Path(name)
        server = None
        if "etcd" in arguments.ways:
            server = Etcd(folder)
            stack.callback(server.stop)
        subprocess.run(check_faults.words(arguments.program, folder / "one", [], STEPS),
                       check=True, stderr=subprocess.DEVNULL)
        expected = check_faults.state_hash(folder / "one", STEPS)
        leftovers = []
        for number in range(arguments.runs):
            one = Run(number, folder, arguments, server, leftovers)
            one.run(expected)
            counts.update([one.way, *one.notes])
            failed += bool(one.problems)
            strangers += len(one.heard)
            for problem in (*one.problems, *one.heard):
                print(f"run {number} ({one.size} processes by {one.way}; "
                      f"{', '.join(one.notes)}): {problem}", flush=True)
            if (number + 1) % 100 == 0:
                print(f"{number + 1} runs: {failed} failed, {strangers} strangers got in",
                      flush=True)
    print(", ".join(f"{what}: {count}" for what, count in sorted(counts.items())))
    print(f"{failed} of {arguments.runs} jobs failed, {strangers} strangers got in")
    return 1 if failed or strangers else 0


if __name__ == "__main__":
    sys.exit(main())
