#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Trains with --report_to mlflow while a real MLflow server comes, goes and comes back.

  check_mlflow.py PROGRAM MLFLOW

MLFLOW is the `mlflow` of a virtual environment (`pip install mlflow`). Four runs: one with the
server there, one that is resumed, one whose server is away and that `tutti sync` uploads, and one
whose server is killed and started again meanwhile. Of each, the server must have every value of
metrics.jsonl once, the parameters, and the state. Exit codes: 0 all is so, 1 something is not,
2 the server does not start.
"""

import argparse
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request

ROOT = pathlib.Path(__file__).parents[1]
FLAGS = ("--do_train --do_eval --allow_missing_tensors --max_train_samples 30 "
         "--max_eval_samples 4 --max_seq_length 64 --doc_stride 16 --per_device_train_batch_size 4 "
         "--logging_steps 1 --save_steps 5 "
         "--eval_strategy steps --eval_steps 5 --report_to all,mlflow").split()


class Server:
    def __init__(self, mlflow, folder):
        self.mlflow, self.folder, self.process = mlflow, folder, None
        with socket.socket() as one:
            one.bind(("127.0.0.1", 0))
            self.port = one.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"

    def start(self):
        words = [self.mlflow, "server", "--host", "127.0.0.1", "--port", str(self.port),
                 "--backend-store-uri", f"sqlite:///{self.folder}/runs.db", "--workers", "1",
                 "--default-artifact-root", f"{self.folder}/artifacts"]
        self.process = subprocess.Popen(words, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL, start_new_session=True,
                                        cwd=self.folder)
        for _ in range(600):
            try:
                with urllib.request.urlopen(self.address + "/health", timeout=5):
                    return
            except OSError:
                time.sleep(0.2)
        sys.exit("the MLflow server does not start")

    def stop(self):
        if self.process is not None:
            os.killpg(self.process.pid, 9)
            self.process.wait()
            self.process = None

    def ask(self, call, body=None, **query):
        url = f"{self.address}/api/2.0/mlflow/{call}?{urllib.parse.urlencode(query)}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(url, data, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)

    def runs(self, experiment):
        found = self.ask("experiments/get-by-name", experiment_name=experiment)
        ids = [found["experiment"]["experiment_id"]]
        return self.ask("runs/search", {"experiment_ids": ids}).get("runs", [])

    def history(self, run, key):
        return self.ask("metrics/get-history", run_id=run, metric_key=key)["metrics"]


def expected_values(output):
    """The values of metrics.jsonl by name and step; of one that is there twice, the first."""
    values = {}
    for line in (output / "metrics.jsonl").read_text(encoding="utf-8").splitlines():
        line = json.loads(line)
        for name, value in line.items():
            if name not in ("phase", "step", "time"):
                values.setdefault(name, {}).setdefault(line["step"], value)
    return values


def problems_of(server, experiment, output, status):
    runs = server.runs(experiment)
    if len(runs) != 1:
        return [f"{len(runs)} runs, expected 1"]
    run = runs[0]
    problems = []
    if run["info"]["status"] != status:
        problems.append(f"status {run['info']['status']}, expected {status}")
    params = {param["key"]: param["value"] for param in run["data"]["params"]}
    for name, value in json.loads((output / "run.json").read_text())["arguments"].items():
        if value is not None and params.get(name) is None:
            problems.append(f"no parameter {name}")
    for name, values in expected_values(output).items():
        points = server.history(run["info"]["run_id"], name)
        found = {int(point["step"]): point["value"] for point in points}
        if len(points) != len(found):
            problems.append(f"{name}: {len(points) - len(found)} steps are there twice")
        if sorted(found) != sorted(values):
            problems.append(f"{name}: steps {sorted(found)}, expected {sorted(values)}")
    return problems


class Check:
    def __init__(self, program, server, folder):
        self.program, self.server, self.folder, self.failed = program, server, folder, False

    def environment(self, experiment):
        return {"PATH": os.environ["PATH"], "MLFLOW_TRACKING_URI": self.server.address,
                "MLFLOW_EXPERIMENT_NAME": experiment}

    def words(self, output, steps, *more):
        data = ROOT / "examples" / "quickstart"
        return [self.program, "train", "--model_name_or_path", data / "tiny_bert", "--train_file",
                data / "train.json", "--validation_file", data / "dev.json", "--output_dir", output,
                *FLAGS, "--max_steps", str(steps), *more]

    def run(self, experiment, words):
        subprocess.run(words, env=self.environment(experiment), check=True, timeout=300,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def judge(self, experiment, output):
        problems = problems_of(self.server, experiment, output, "FINISHED")
        points = sum(len(values) for values in expected_values(output).values())
        print(f"{experiment}: {points} points, {'; '.join(problems) or 'all there once'}")
        self.failed |= bool(problems)

    def online_and_resumed(self):
        output = self.folder / "online"
        self.run("online", self.words(output, 20))
        self.judge("online", output)
        for step in (15, 20):
            shutil.rmtree(output / f"checkpoint-{step}")
        self.run("online", self.words(output, 30, "--resume_from_checkpoint", "auto"))
        self.judge("online", output)

    def away(self):
        output = self.folder / "away"
        self.server.stop()
        self.run("away", self.words(output, 20))
        self.server.start()
        self.run("away", [self.program, "sync", output, "mlflow"])
        self.judge("away", output)

    def restarted(self):
        output = self.folder / "restarted"
        with subprocess.Popen(self.words(output, 300), env=self.environment("restarted"),
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as training:
            for _ in range(600):
                if training.poll() is not None or (output / "checkpoint-20").exists():
                    break
                time.sleep(0.1)
            self.server.stop()
            training.wait(timeout=300)
        self.server.start()
        self.run("restarted", [self.program, "sync", output, "mlflow"])
        self.judge("restarted", output)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("mlflow")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        server = Server(arguments.mlflow, folder)
        check = Check(arguments.program, server, folder)
        try:
            server.start()
            check.online_and_resumed()
            check.away()
            check.restarted()
        finally:
            server.stop()
    return int(check.failed)


if __name__ == "__main__":
    sys.exit(main())
