#!/usr/bin/python3 -SE
# SPDX-License-Identifier: Apache-2.0
"""Stands in for ssh, rsync, gcloud, aws, kubectl, sbatch, squeue and scancel, whose names it has as
links in FOLDER/bin. Machines are folders below FOLDER/hosts, in which it runs what it is given.

FOLDER/calls has a line for each call: its words as JSON. FOLDER/state.json is what a vendor knows.
FOLDER/fault, if it is there: {"call": N, "when": WHEN}, where WHEN is "before" or "after" the Nth
call (from 1) has done its work, "always" from it on, "kill", which kills the caller after the
work, or "take", which takes every machine away before it.
"""
import fcntl
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys

FOLDER = pathlib.Path(os.path.abspath(sys.argv[0])).parent.parent
NAME, WORDS = os.path.basename(sys.argv[0]), sys.argv[1:]


class Refused(Exception):
    pass


def load():
    try:
        return json.loads((FOLDER / "state.json").read_text())
    except FileNotFoundError:
        return {"machines": {}, "tokens": {}, "jobs": {}}


def save(state):
    part = FOLDER / f"state.{os.getpid()}"
    part.write_text(json.dumps(state))
    part.rename(FOLDER / "state.json")


def note_call():
    with open(FOLDER / "calls", "a+", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.write(json.dumps([NAME, *WORDS]) + "\n")
        file.flush()
        file.seek(0)
        return len(file.readlines())


def home(host):
    folder = FOLDER / "hosts" / host
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def run_in(folder, words, stdin=None):
    environment = dict(os.environ, HOME=str(folder))
    done = subprocess.run(words, cwd=folder, env=environment, stdin=stdin, check=False)
    return done.returncode


def start_in(folder, words):
    """A process of its own, as a vendor starts one; its id."""
    with open(os.devnull, "r+b") as null:
        return subprocess.Popen(words, cwd=folder, stdin=null, stdout=null, stderr=null,
                                start_new_session=True).pid


def is_alive(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def end_machine(name):
    """With its processes: all that have its folder as theirs."""
    folder = str(home(name))
    for entry in pathlib.Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and os.readlink(entry / "cwd").startswith(folder + "/"):
                os.kill(int(entry.name), signal.SIGKILL)
        except OSError:
            pass
    shutil.rmtree(folder, ignore_errors=True)


def end_session(pid):
    for entry in pathlib.Path("/proc").iterdir():
        try:
            fields = (entry / "stat").read_text().rsplit(")", 1)[1].split()
            if entry.name.isdigit() and int(fields[3]) == pid:
                os.kill(int(entry.name), signal.SIGKILL)
        except (OSError, IndexError):
            pass


def copy(source, target):
    if source.is_dir():
        shutil.copytree(source, target, symlinks=True, dirs_exist_ok=True)
    else:
        shutil.copy2(source, target)


def machine_of(host):
    """The name of the machine that an address or a name leads to."""
    host = host.split("@")[-1]
    for name, machine in load()["machines"].items():
        if host in (name, machine.get("address")):
            return name
    if host.startswith(("10.", "tutti-")):
        raise Refused(f"{host}: no route")
    return host


def ssh():
    words = list(WORDS)
    while words[0].startswith("-"):
        words = words[2:]
    return run_in(home(machine_of(words[0])), ["sh", "-c", words[1]])


def rsync():
    words, plain, deletes = list(WORDS), [], False
    while words:
        word = words.pop(0)
        if word == "-e":
            words.pop(0)
        elif not word.startswith("-"):
            plain.append(word)
        deletes |= word == "--delete"

    def place(text):
        if ":" not in text:
            return pathlib.Path(text)
        host, path = text.split(":", 1)
        return home(machine_of(host)) / path

    source, target = map(place, plain)
    if deletes:
        shutil.rmtree(target, ignore_errors=True)
    copy(source, target)
    return 0


def create(name, **more):
    state = load()
    if name in state["machines"]:
        raise Refused(f"{name} exists already")
    state["machines"][name] = {"state": "ready", **more}
    save(state)
    home(name)


def delete(name):
    state = load()
    if name not in state["machines"]:
        raise Refused(f"{name}: NOT_FOUND")
    end_machine(name)
    del state["machines"][name]
    save(state)


def flag(name):
    for word in WORDS:
        if word.startswith(f"--{name}="):
            return word.split("=", 1)[1]
    return ""


def gcloud():
    group = "tpu" if "tpus" in WORDS else "gpu"
    if "create" in WORDS:
        create(WORDS[WORDS.index("create") + 1], kind=group)
    elif "delete" in WORDS:
        delete(WORDS[WORDS.index("delete") + 1])
    elif "list" in WORDS:
        name = flag("filter").split("/")[-1].removeprefix("name=").rstrip("$")
        machine = load()["machines"].get(name)
        ready = {"tpu": "ACTIVE", "gpu": "RUNNING"}[group]
        ended = {"tpu": "SUSPENDED", "gpu": "TERMINATED"}[group]
        if machine:
            print(ready if machine["state"] == "ready" else ended)
    elif "ssh" in WORDS:
        name = WORDS[WORDS.index("ssh") + 1]
        expect_ready(name)
        return run_in(home(name), ["sh", "-c", flag("command")])
    elif "scp" in WORDS:
        plain = [word for word in WORDS[WORDS.index("scp") + 1:] if not word.startswith("--")]

        def place(text):
            if not text.startswith("tutti-"):
                return pathlib.Path(text)
            name, path = text.split(":", 1)
            expect_ready(name)
            return home(name) / path

        *sources, target = map(place, plain)
        for source in sources:
            copy(source, target / source.name if target.is_dir() else target)
    return 0


def expect_ready(name):
    machine = load()["machines"].get(name)
    if not machine or machine["state"] != "ready":
        raise Refused(f"{name}: cannot be reached")


def after(name):
    return WORDS[WORDS.index(name) + 1]


def aws():
    state = load()
    if "run-instances" in WORDS:
        token, tags = after("--client-token"), after("--tag-specifications")
        name = tags.split("Value=")[1].rstrip("]}")
        if token not in state["tokens"]:
            number = len(state["tokens"]) + 1
            create(name, address=f"10.0.0.{number}", id=f"i-{number:08x}")
            state = load()
            state["tokens"][token] = name
            save(state)
        print("i-0")
    elif "describe-instances" in WORDS:
        name = after("--filters").split("Values=")[1]
        machine = state["machines"].get(name)
        if machine:
            word = "running" if machine["state"] == "ready" else "stopped"
            print(machine["id"], word, machine["address"], sep="\t")
    elif "terminate-instances" in WORDS:
        for name, machine in state["machines"].items():
            if machine["id"] == after("--instance-ids"):
                delete(name)
                return 0
        raise Refused("InvalidInstanceID.NotFound")
    return 0


def on_volume(text):
    return text.replace("/tutti/", f"{FOLDER}/hosts/volume/")


def kubectl():
    state, words = load(), [word for word in WORDS if not word.startswith("--namespace")]
    if words[0] == "apply":
        manifest = json.load(sys.stdin)
        name = manifest["metadata"]["name"]
        if manifest["kind"] == "Pod":
            state["machines"].setdefault(name, {"state": "ready"})
            home("volume")
        elif name not in state["jobs"]:
            pod = manifest["spec"]["template"]["spec"]["containers"][0]
            words = [on_volume(word) for word in pod["command"]]
            state["jobs"][name] = {"pid": start_in(home("volume"), words),
                                   "label": manifest["metadata"]["labels"]["tutti"]}
        save(state)
    elif words[:2] == ["get", "pod"]:
        if words[2] in state["machines"]:
            print(" Running" if state["machines"][words[2]]["state"] == "ready" else " Failed")
    elif words[0] == "get":
        job = state["jobs"].get(words[2])
        if job:
            print(words[2], "" if is_alive(job["pid"]) else "Complete")
    elif words[:2] == ["delete", "pod"]:
        state["machines"].pop(words[2], None)
        save(state)
    elif words[0] == "delete":
        for name, job in list(state["jobs"].items()):
            if name == words[2] or words[2] == "--selector=tutti=" + job["label"]:
                if is_alive(job["pid"]):
                    os.kill(job["pid"], signal.SIGTERM)
                if words[2] != name:
                    del state["jobs"][name]
        save(state)
    elif words[0] == "exec":
        expect_ready(words[1] if words[1] != "--stdin" else words[2])
        command = [on_volume(word) for word in words[words.index("--") + 1:]]
        return run_in(home("volume"), command, sys.stdin)
    return 0


def slurm():
    state, jobs = load(), {}
    name = flag("job-name") or flag("name")
    for job, entry in state["jobs"].items():
        if is_alive(entry["pid"]):
            jobs[job] = entry
    if NAME == "sbatch":
        wrap = next(word for word in WORDS if word.startswith("--wrap=")).split("=", 1)[1]
        jobs[name] = {"pid": start_in(flag("chdir"), ["sh", "-c", wrap])}
        print(len(jobs))
    elif name in jobs and NAME == "squeue":
        print("RUNNING")
    elif name in jobs and "--state=PENDING" not in WORDS:
        if flag("signal"):
            os.kill(jobs[name]["pid"], signal.SIGTERM)
        else:
            end_session(jobs[name]["pid"])
    state["jobs"] = jobs
    save(state)
    return 0


CLIENTS = {"ssh": ssh, "rsync": rsync, "gcloud": gcloud, "aws": aws, "kubectl": kubectl,
           "sbatch": slurm, "squeue": slurm, "scancel": slurm}


def main():
    number = note_call()
    fault = {"call": 0, "when": ""}
    if (FOLDER / "fault").exists():
        fault = json.loads((FOLDER / "fault").read_text())
    is_it, when = number == fault["call"], fault["when"]
    if (is_it and when == "before") or (when == "always" and number >= fault["call"]):
        print(f"{NAME}: injected failure", file=sys.stderr)
        return 255
    if is_it and when == "take":
        state = load()
        for name, machine in state["machines"].items():
            end_machine(name)
            machine["state"] = "ended"
        save(state)
    try:
        code = CLIENTS[NAME]()
    except (Refused, OSError, shutil.Error) as error:
        print(f"{NAME}: {error}", file=sys.stderr)
        code = 255
    if is_it and when == "kill":
        os.kill(os.getppid(), signal.SIGKILL)
    if is_it and when == "after":
        print(f"{NAME}: injected failure", file=sys.stderr)
        return 255
    return code


if __name__ == "__main__":
    sys.exit(main())
