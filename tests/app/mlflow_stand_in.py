#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A small server that stands in for MLflow's, by its documentation of the REST API 2.0.

Prints its port. Requests have to bring the token test-mlflow-token. Metrics are kept as they come,
so that one that is sent twice is seen twice. /control?fault=NAME&count=N&match=WORD lets the next N
requests whose address or body has WORD fail: a number is the status of the answer; lost: the
request is done and the connection ends without an answer; stall: so too, after twelve seconds.
/control/state gives all that was sent as JSON, and how many requests have failed as told.
"""

import http.server
import json
import re
import socket
import struct
import threading
import time
import urllib.parse

GUARD = threading.RLock()
EXPERIMENTS = {"Default": "0"}  # id by name
RUNS = {}  # by id
FAULT = {"name": "", "count": 0, "match": "", "done": 0}
NAME = re.compile(r"[\w\-. :/]{1,250}")


class Refused(Exception):
    def __init__(self, status, code, message):
        super().__init__(message)
        self.status, self.code = status, code


def expect(holds, message):
    if not holds:
        raise Refused(400, "INVALID_PARAMETER_VALUE", message)


def run_of(name):
    if name not in RUNS:
        raise Refused(404, "RESOURCE_DOES_NOT_EXIST", f"Run '{name}' not found")
    return RUNS[name]


def get_experiment(query):
    name = query["experiment_name"]
    if name not in EXPERIMENTS:
        raise Refused(404, "RESOURCE_DOES_NOT_EXIST", f"no experiment {name}")
    return {"experiment": {"experiment_id": EXPERIMENTS[name], "name": name}}


def create_experiment(body):
    if body["name"] in EXPERIMENTS:
        raise Refused(400, "RESOURCE_ALREADY_EXISTS", "it is there")
    EXPERIMENTS[body["name"]] = str(len(EXPERIMENTS))
    return {"experiment_id": EXPERIMENTS[body["name"]]}


def shown(run):
    latest = {}
    for key, value, at, step in run["metrics"]:
        if key not in latest or step >= latest[key]["step"]:
            latest[key] = {"key": key, "value": value, "timestamp": at, "step": step}
    data = {"metrics": list(latest.values()),
            "params": [{"key": key, "value": value} for key, value in run["params"].items()],
            "tags": [{"key": key, "value": value} for key, value in run["tags"].items()]}
    # As a real server does, what is empty is left out.
    return {"info": {"run_id": run["id"], "status": run["status"]},
            "data": {key: value for key, value in data.items() if value}}


def create_run(body):
    expect(body["experiment_id"] in EXPERIMENTS.values(), "no such experiment")
    name = f"run{len(RUNS)}"
    RUNS[name] = {"id": name, "experiment": body["experiment_id"], "name": body["run_name"],
                  "status": "RUNNING", "start": body["start_time"], "end": None, "metrics": [],
                  "params": {}, "tags": {tag["key"]: tag["value"] for tag in body["tags"]}}
    return {"run": shown(RUNS[name])}


def search_runs(body):
    tag, value = re.fullmatch(r"tags\.`([\w.]+)` = '(\w+)'", body["filter"]).groups()
    found = [shown(run) for run in RUNS.values() if run["tags"].get(tag) == value and
             run["experiment"] in body["experiment_ids"]]
    return {"runs": found[:body["max_results"]]} if found else {}


def log_batch(body):
    run = run_of(body["run_id"])
    metrics, params, tags = (body.get(name, []) for name in ("metrics", "params", "tags"))
    expect(len(params) <= 100 and len(tags) <= 100, "too many parameters or tags")
    expect(len(metrics) + len(params) + len(tags) <= 1000, "too many values")
    for item in metrics + params + tags:
        expect(NAME.fullmatch(item["key"]), f"a wrong name: {item['key']}")
    for param in params:
        expect(isinstance(param["value"], str) and len(param["value"]) <= 6000, "a long value")
        expect(run["params"].get(param["key"], param["value"]) == param["value"],
               f"{param['key']} has another value already")
    for metric in metrics:
        expect(isinstance(metric["step"], int) and isinstance(metric["timestamp"], int), "no step")
        expect(metric["value"] == "NaN" or isinstance(metric["value"], (int, float)), "no number")
    run["metrics"] += [[m["key"], m["value"], m["timestamp"], m["step"]] for m in metrics]
    run["params"].update({param["key"]: param["value"] for param in params})
    run["tags"].update({tag["key"]: tag["value"] for tag in tags})
    return {}


def update_run(body):
    run = run_of(body["run_id"])
    expect(body["status"] in ("RUNNING", "SCHEDULED", "FINISHED", "FAILED", "KILLED"), "a status")
    run.update(status=body["status"], end=body.get("end_time"))
    return {"run_info": shown(run)["info"]}


CALLS = {"GET experiments/get-by-name": get_experiment,
         "POST experiments/create": create_experiment,
         "GET runs/get": lambda query: {"run": shown(run_of(query["run_id"]))},
         "POST runs/create": create_run, "POST runs/search": search_runs,
         "POST runs/log-batch": log_batch, "POST runs/update": update_run}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *words):
        pass

    def handle(self):
        try:
            super().handle()
        except (ConnectionResetError, BrokenPipeError, ValueError):
            pass

    def answer(self, status, value, headers=()):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        for name, text in headers:
            self.send_header(name, text)
        self.end_headers()
        self.wfile.write(body)

    def hang_up(self):
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close_connection = True
        self.connection.close()
        raise ConnectionResetError

    def next_fault(self, body):
        with GUARD:
            is_meant = FAULT["match"].encode() in self.path.encode() + body
            if not is_meant or FAULT["done"] >= FAULT["count"]:
                return ""
            FAULT["done"] += 1
            return FAULT["name"]

    def control(self, path, query):
        with GUARD:
            if path == "/control/state":
                return self.answer(200, {"runs": list(RUNS.values()), "faults": FAULT["done"],
                                         "experiments": EXPERIMENTS})
            FAULT.update(name=query["fault"], count=int(query["count"]), match=query["match"],
                         done=0)
        return self.answer(200, {})

    def serve(self):
        path, _, query = self.path.partition("?")
        query = dict(urllib.parse.parse_qsl(query, keep_blank_values=True))
        body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        if path.startswith("/control"):
            return self.control(path, query)
        fault = self.next_fault(body)
        if fault.isdigit():
            return self.answer(int(fault), {"error_code": "A_FAULT", "message": "as was asked"},
                               [("Retry-After", "1")])
        try:
            if self.headers.get("Authorization") != "Bearer test-mlflow-token":
                raise Refused(401, "UNAUTHENTICATED", "who are you?")
            call = CALLS.get(f"{self.command} {path.removeprefix('/api/2.0/mlflow/')}")
            if call is None:
                raise Refused(404, "ENDPOINT_NOT_FOUND", path)
            with GUARD:
                value = call(json.loads(body) if body else query)
        except Refused as refused:
            return self.answer(refused.status,
                               {"error_code": refused.code, "message": str(refused)})
        if fault == "stall":
            time.sleep(12)
        if fault:
            self.hang_up()
        return self.answer(200, value)

    do_GET = do_POST = serve


if __name__ == "__main__":
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    print(server.server_port, flush=True)
    server.serve_forever()
