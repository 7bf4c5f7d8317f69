#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Shows the commands of tests/golden/launch, and the manifests of examples/kubernetes, to the real
clients, as far as those are installed.

gcloud, kubectl and Slurm's clients read their flags before they look for credentials or a server,
of which there are none here: what they complain of must be those. Manifests of Kubernetes' own
kinds are held against its schemas (PyPI kubernetes-validate). aws runs against moto
(PyPI moto[server]), so that instances are really made and ended there.
Usage: check_launch_clients.py [--python PYTHON], the interpreter that has those two packages.
Exit codes: 0 all that is installed accepts all, 1 one does not.
"""
import argparse
import os
import pathlib
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import time

SOURCE = pathlib.Path(__file__).resolve().parent.parent
GOLDEN = SOURCE / "tests" / "golden" / "launch"
EXAMPLES = SOURCE / "examples" / "kubernetes"
SLURM = ("controller", "timed out")
# So far they come without one: its client then asks a controller, and waits for it.
SLURM_CONF = """ClusterName=none
SlurmctldHost=localhost
AuthType=auth/none
GresTypes=gpu
NodeName=localhost
PartitionName=gpu Nodes=localhost
"""
# What each client says when it has read its flags and lacks credentials or a server.
LACKS = {
    "gcloud": ("do not currently have an active account", "auth login"),
    "kubectl": ("connection refused", "was refused", "context"),
    "sbatch": SLURM,
    "squeue": SLURM,
    "scancel": SLURM,
}
REFUSED = ("unrecognized argument", "invalid choice", "unknown flag", "unknown shorthand",
           "unrecognized option", "invalid option", "Unknown options", "must be specified")
CHECK_MANIFEST = """
import sys, yaml, kubernetes_validate
for manifest in yaml.safe_load_all(sys.stdin):
    if "." not in manifest["apiVersion"].split("/")[0]:
        kubernetes_validate.validate(manifest, kubernetes_validate.latest_version(), strict=True)
"""


def commands_of(text):
    """(words, input) of each command of a dry run, up to the list of what is sent."""
    lines = iter(text.split("\n# what is sent:")[0].split("\n"))
    for line in lines:
        whole = line
        while True:
            try:
                words = shlex.split(whole)
                break
            except ValueError:  # a quoted text goes on in the next line
                whole += "\n" + next(lines)
        given = ""
        if "<<END" in words:
            words.remove("<<END")
            for line in lines:
                if line == "END":
                    break
                given += line + "\n"
        for mark in ("<", ">"):
            if mark in words:
                del words[words.index(mark):words.index(mark) + 2]
        if words:
            yield words, given
            yield from nested(words)


def nested(words):
    """Slurm's clients are called in scripts."""
    for word in words:
        for client in ("sbatch", "squeue", "scancel"):
            start = word.find(client + " --")
            while start >= 0 and " " in word:
                end = min((at for at in (word.find(mark, start) for mark in ("&&", ">", ";"))
                           if at >= 0), default=len(word))
                yield shlex.split(word[start:end].replace("$PWD", "/tmp")), ""
                start = word.find(client + " --", end)


def run(words, given, environment):
    limit = 5 if LACKS.get(words[0]) is SLURM else 120
    try:
        return subprocess.run(words, input=given, capture_output=True, text=True, check=False,
                              env=environment, timeout=limit)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(words, 124, "", "timed out")


class Moto:
    """moto's server, and the environment in which aws finds it."""

    def __init__(self, python):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        program = pathlib.Path(python).parent / "moto_server"
        self.process = subprocess.Popen([program, "-H", "127.0.0.1", "-p", str(self.port)],
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(100):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    break
            time.sleep(0.2)

    def environment(self, folder):
        config = folder / "config"
        keys = f"aws_access_key_id = {'k' * 16}\naws_secret_access_key = {'s' * 16}\n"
        config.write_text("[profile lab]\n" + keys, encoding="utf-8")
        return dict(os.environ, AWS_ENDPOINT_URL=f"http://127.0.0.1:{self.port}",
                    AWS_CONFIG_FILE=str(config), NO_PROXY="127.0.0.1", AWS_ACCESS_KEY_ID="k" * 16,
                    AWS_SECRET_ACCESS_KEY="s" * 16)


def aws_problem(words, environment, known):
    """Instances are of the image and network that moto has; the id is the one that it gave."""
    region = words[words.index("--region"):][:2]

    def one(*more):
        question = ["aws", "ec2", *more, *region, "--output", "text"]
        return run(question, "", environment).stdout.split()

    for flag, question in {"--image-id": ["describe-images", "--query", "Images[0].ImageId"],
                           "--subnet-id": ["describe-subnets", "--query", "Subnets[0].SubnetId"],
                           "--security-group-ids": ["describe-security-groups", "--query",
                                                    "SecurityGroups[0].GroupId"]}.items():
        if flag in words:
            words[words.index(flag) + 1] = one(*question)[0]
    if "--key-name" in words:
        one("create-key-pair", "--key-name", words[words.index("--key-name") + 1])
    words = [known.get("id", word) if word == "INSTANCE_ID" else word for word in words]
    done = run(words, "", environment)
    if "describe-instances" in words and done.stdout.split():
        known["id"] = done.stdout.split()[0]
    if "describe-instances" in words and known.get("id") and not known.get("seen"):
        known["seen"] = True
        if done.stdout.split()[1] not in ("pending", "running"):
            return f"found {done.stdout!r}, expected an instance that runs"
    return done.stderr if done.returncode else ""


def problem_of(words, given, environment, python):
    name = words[0]
    if name == "kubectl" and "apply" in words:
        done = run([python, "-c", CHECK_MANIFEST], given, environment)
        if done.returncode:
            return done.stderr
    done = run(words, given, environment)
    text = done.stdout + done.stderr
    if any(mark in text for mark in REFUSED):
        return text
    if done.returncode and not any(mark in text for mark in LACKS[name]):
        return text
    return ""


def texts():
    """(name, text) of each file, an example as the command that applies it."""
    for file in sorted(GOLDEN.glob("*.txt")):
        yield file.name, file.read_text(encoding="utf-8")
    for file in sorted(EXAMPLES.glob("*.yaml")):
        manifest = file.read_text(encoding="utf-8")
        yield file.name, f"kubectl apply --dry-run=client --filename=- <<'END'\n{manifest}END"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--python", default=sys.executable)
    python = parser.parse_args().python
    counts, problems, moto = {}, [], None
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        environment = dict(os.environ, CLOUDSDK_CONFIG=name, HOME=name, KUBECONFIG="/dev/null",
                           CLOUDSDK_CORE_DISABLE_PROMPTS="1", SLURM_CONF=name + "/slurm.conf")
        (folder / "slurm.conf").write_text(SLURM_CONF, encoding="utf-8")
        seen = set()
        for what, text in texts():
            known = {}
            for words, given in commands_of(text):
                client = words[0]
                if not shutil.which(client) or (client != "aws" and client not in LACKS):
                    continue
                if client != "aws" and (tuple(words), given) in seen:
                    continue
                seen.add((tuple(words), given))
                if client == "aws":
                    moto = moto or Moto(python)
                    problem = aws_problem(words, moto.environment(folder), known)
                else:
                    problem = problem_of(words, given, environment, python)
                counts[client] = counts.get(client, 0) + 1
                if problem:
                    problems.append(f"{what}: {shlex.join(words)}\n{problem}")
    if moto:
        moto.process.kill()
    for problem in problems:
        print(problem, file=sys.stderr)
    print(", ".join(f"{client} {count}" for client, count in sorted(counts.items())),
          f"commands, {len(problems)} refused")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
