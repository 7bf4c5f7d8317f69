#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Looks for keys in whatever a run with keys leaves behind.

  check_secrets.py PROGRAM CLIENT

Trains from and to an object store, tells an MLflow server of it, launches a training by clients of
vendors, and ends one with SIGABRT where core dumps are allowed; servers and clients are stand-ins
of tests/, CLIENT the one that CMake builds of tests/launch/stand_in.cpp. Keys are in the
environment alone. Afterwards none may be in a file, a log, a core, or the command line of any
process, which are looked at all the while. Exit codes: 0 there is none, 1 there is one, 2 a run did
not do what it should.
"""

import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).parents[1]
DATA = ROOT / "examples" / "quickstart"
KEYS = {"AWS_SECRET_ACCESS_KEY": "test-secret-key", "MLFLOW_TRACKING_TOKEN": "test-mlflow-token",
        "HF_TOKEN": "hf_test-key-0123456789abc", "TUTTI_TOKEN": "a-token-that-nobody-should-see"}
SMALL = ("--do_train --allow_missing_tensors --max_train_samples 16 --max_seq_length 64 "
         "--doc_stride 16 --per_device_train_batch_size 2 --save_steps 2").split()
CLIENTS = ("ssh", "rsync", "gcloud", "aws", "kubectl", "sbatch", "squeue", "scancel")


class CommandLines:
    """All command lines that there are while it runs."""

    def __init__(self):
        self.seen, self.ends = set(), threading.Event()
        self.thread = threading.Thread(target=self.look)

    def look(self):
        while not self.ends.is_set():
            for file in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
                try:
                    self.seen.add(file.read_bytes())
                except OSError:
                    pass
            time.sleep(0.01)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *error):
        self.ends.set()
        self.thread.join()


class Server:
    def __init__(self, script):
        self.process = subprocess.Popen([sys.executable, "-B", ROOT / script],
                                        stdout=subprocess.PIPE, text=True)
        self.address = f"http://127.0.0.1:{self.process.stdout.readline().strip()}"

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


class Runs:
    def __init__(self, program, client, folder, store, mlflow):
        self.program, self.folder, self.logs = program, folder, 0
        clients = folder / "clients" / "bin"
        clients.mkdir(parents=True)
        for name in CLIENTS:
            (clients / name).symlink_to(client)
        self.environment = {
            **KEYS, "PATH": f"{clients}:{os.environ['PATH']}", "HOME": str(folder / "home"),
            "AWS_ENDPOINT_URL": store.address, "AWS_ACCESS_KEY_ID": "AKIDTEST",
            "AWS_EC2_METADATA_DISABLED": "true", "MLFLOW_TRACKING_URI": mlflow.address}

    def start(self, *words):
        """A process that may dump its core here; its outputs go to files."""
        self.logs += 1
        log = self.folder / f"{self.logs}.log"
        with open(log, "wb") as file:
            return subprocess.Popen([self.program, *words], env=self.environment, cwd=self.folder,
                                    stdout=file, stderr=file)

    def run(self, *words):
        with self.start(*words) as process:
            code = process.wait(timeout=300)
        if code != 0:
            log = (self.folder / f"{self.logs}.log").read_text(errors="replace")
            sys.exit(f"{' '.join(map(str, words))}: exit code {code}\n{log}")

    def train(self, output, steps):
        return ["train", "--model_name_or_path", "s3://bucket/base", "--train_file",
                DATA / "train.json", "--output_dir", output, *SMALL, "--max_steps", str(steps),
                "--report_to", "all,mlflow"]

    def store_and_mlflow(self):
        self.run("sync", DATA / "tiny_bert", "s3://bucket/base")
        self.run(*self.train("s3://bucket/run", 4))
        self.run("sync", "s3://bucket/run", self.folder / "back")
        self.run("sync", self.folder / "back", "mlflow")
        self.run("doctor")

    def launch(self):
        (self.folder / "targets.yaml").write_text("targets:\n  lab: {kind: ssh, host: me@lab}\n")
        self.run("launch", "--on", "lab", "--name", "one", "--jobs_dir", self.folder / "jobs",
                 "--targets", self.folder / "targets.yaml", "--look_seconds", "0.1", "--", "train",
                 "--model_name_or_path", DATA / "tiny_bert", "--train_file", DATA / "train.json",
                 "--output_dir", self.folder / "launched", *SMALL, "--max_steps", "2")

    def aborted(self):
        output = self.folder / "aborted"
        with self.start(*self.train(output, 100000000)) as process:
            for _ in range(1200):
                if (output / "checkpoint-2").exists() or process.poll() is not None:
                    break
                time.sleep(0.1)
            limits = pathlib.Path(f"/proc/{process.pid}/limits").read_text()
            process.send_signal(signal.SIGABRT)
            if process.wait(timeout=60) != -signal.SIGABRT:
                sys.exit("the training ended before it was aborted")
        return next(line for line in limits.splitlines() if "core file" in line).split()[4]


def main():
    if len(sys.argv) != 3:
        print(__doc__)
        return 2
    resource.setrlimit(resource.RLIMIT_CORE,
                       (resource.getrlimit(resource.RLIMIT_CORE)[1],) * 2)
    found = []
    with tempfile.TemporaryDirectory() as name, Server("tests/storage/stand_in.py") as store, \
            Server("tests/app/mlflow_stand_in.py") as mlflow, CommandLines() as lines:
        folder = pathlib.Path(name)
        program, client = (pathlib.Path(word).resolve() for word in sys.argv[1:])
        runs = Runs(program, client, folder, store, mlflow)
        runs.store_and_mlflow()
        runs.launch()
        # The kernel writes no core of at most one byte, and pipes none to a program either.
        if runs.aborted() not in ("0", "1"):
            found.append("a process with keys may dump its core")
        files = [file for file in folder.rglob("*") if file.is_file() and not file.is_symlink()]
        for variable, key in KEYS.items():
            found += [f"{variable} in {file.relative_to(folder)}" for file in files
                      if key.encode() in file.read_bytes()]
            found += [f"{variable} in a command line: {line!r}" for line in lines.seen
                      if key.encode() in line]
    print("\n".join(found) or
          f"none of {len(KEYS)} keys in {len(files)} files and {len(lines.seen)} command lines")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
