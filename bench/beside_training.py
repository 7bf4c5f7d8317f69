#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures how much a training is slowed by what Tutti does beside it.

    beside_training.py PROGRAM MODEL TRAIN_FILE [--uploads BIN] [--clients N] [--steps 60]
                       [--save_steps 10] [--rounds 5] [-- FLAG...]

--uploads: checkpoints go to an S3 server instead of a folder. BIN has rclone, which is the server,
as `pip install --require-hashes -r tools/check_storage.txt` puts it there. --clients: N clients
send `tutti serve` a byte each second, and come again when they are turned away; without that, the
page is served to nobody. The training has one thread on a processor that it shares with what is
measured; the server and the clients, which would be other machines, have another processor.
Trainings with and without it take turns. Compared is the time from the first step's end to the last
one's; as other load makes that differ, the share of the processor that the page takes is shown too.
FLAGs are further ones of `tutti train`.
"""

import argparse
import asyncio
import contextlib
import json
import multiprocessing
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from checkpoint_cost import seconds_of_steps

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tools"))
import check_storage  # noqa: E402: after its path is known

TRAINING, OTHERS = sorted(os.sched_getaffinity(0))[-2:]
PAUSE = 1  # seconds of a client between two bytes, or before it comes again


def pinned(processor, words, **options):
    return subprocess.Popen(["taskset", "--cpu-list", str(processor), *map(str, words)], **options)


def processor_seconds(stat):
    fields = pathlib.Path(stat).read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def train(options, flags, output, variables):
    training = pinned(TRAINING, [
        options.program, "train", "--model_name_or_path", options.model, "--train_file",
        options.train_file, "--do_train", "--max_steps", options.steps, "--logging_steps", 1,
        "--save_steps", options.save_steps, "--save_total_limit", 2, "--threads", 1, "--quiet",
        "--output_dir", output, *flags], env=variables)
    if training.wait() != 0:
        sys.exit(f"the training to {output} failed")


def compare_uploads(options, flags, work):
    """Pairs of seconds: to a folder, and to the server."""
    os.sched_setaffinity(0, {OTHERS})  # the server inherits it
    servers = check_storage.Servers(options.uploads.resolve(), work)
    try:
        port, scheme, keys = servers.rclone()
        for number in range(options.rounds):
            folder, name = work / f"home-{number}", f"run-{number}"
            folder.mkdir()
            variables = check_storage.variables_for(scheme, port, keys, folder)
            train(options, flags, folder / name, variables)
            train(options, flags, f"s3://bucket/{name}", variables)
            there = work / "rclone" / "bucket" / name
            yield seconds_of_steps(folder / name), seconds_of_steps(there)
            shutil.rmtree(there)
            shutil.rmtree(folder)
    finally:
        servers.stop()


async def be_slow(port):
    request = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: " + 1000 * b"x"
    while True:
        with contextlib.suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            for at in range(len(request)):
                writer.write(request[at:at + 1])
                await writer.drain()
                await asyncio.sleep(PAUSE)
        await asyncio.sleep(PAUSE)


def be_clients(port, count):
    async def all_of_them():
        await asyncio.gather(*(be_slow(port) for _ in range(count)))
    os.sched_setaffinity(0, {OTHERS})
    asyncio.run(all_of_them())


def compare_clients(options, flags, work):
    """Pairs of seconds: beside a page that nobody asks for, and beside one with slow clients."""
    served = work / "served"
    served.mkdir()
    page = pinned(TRAINING, [options.program, "serve", served, "--json"],
                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        port = json.loads(page.stdout.readline())["port"]
        for number in range(options.rounds):
            quiet, busy = work / f"quiet-{number}", work / f"busy-{number}"
            train(options, flags, quiet, None)
            clients = multiprocessing.Process(target=be_clients, args=(port, options.clients))
            clients.start()
            time.sleep(3 * PAUSE)
            begin, before = time.monotonic(), processor_seconds(f"/proc/{page.pid}/stat")
            train(options, flags, busy, None)
            used = processor_seconds(f"/proc/{page.pid}/stat") - before
            print(f"the page takes {used / (time.monotonic() - begin):.2%} of the processor")
            if not clients.is_alive() or page.poll() is not None:
                sys.exit("the clients or the page ended")
            clients.terminate()
            clients.join()
            yield seconds_of_steps(quiet), seconds_of_steps(busy)
            shutil.rmtree(quiet)
            shutil.rmtree(busy)
    finally:
        page.terminate()
        page.wait()


def show(what, pairs):
    slower = []
    for without, beside in pairs:
        slower.append(beside / without - 1)
        print(f"{what}: {without:.2f} s without, {beside:.2f} s with ({slower[-1]:+.2%})",
              flush=True)
    print(f"{what}: {statistics.median(slower):+.2%} of the training's time, median", flush=True)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("model")
    parser.add_argument("train_file")
    parser.add_argument("--uploads", type=pathlib.Path)
    parser.add_argument("--clients", type=int)
    parser.add_argument("--steps", type=int, default=60)
    parser.add_argument("--save_steps", type=int, default=10)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = sys.argv[1:] + ["--"]
    end = arguments.index("--")
    options = parser.parse_args(arguments[:end])
    flags = arguments[end + 1:-1]
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        if options.uploads:
            show("uploads", compare_uploads(options, flags, work))
        if options.clients:
            show(f"{options.clients} slow clients", compare_clients(options, flags, work))


if __name__ == "__main__":
    main()
