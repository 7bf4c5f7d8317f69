#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Disturbs a training on several hosts of an emulated cluster, and compares what comes out.

    check_cluster_faults.py PROGRAM CLUSTER [--runs N] [--faults N] [--at_once N] [--kinds A,B]
                            [--hosts N] [--steps N] [--pause SECONDS] [--deadline SECONDS]
                            [--link OPTIONS] [--damage PERCENT] [--seed N] [-- FLAGS]

CLUSTER is a program with the commands `can`, `up N`, `down`, `run HOST CMD...`, `pids HOST`,
`crash`, `boot`, `partition`, `unplug` and `heal`: network namespaces, which need root. OPTIONS are
`up`'s, such as "--delay 1ms --corrupt 0.1"; FLAGS are added to `tutti train`.
Each run trains the quickstart's model for N steps, one process a host, and disturbs hosts: by the
default one fault a run, later ones a random time of up to --pause seconds after all are back. The
host is well again some time after the deadline; a process that has ended is then started again. The
deadline is --heartbeat_timeout. `--runs 1 --faults 500 --steps 30000` makes it a long soak.
With --damage, runs have no other fault than that one bit of so many frames is changed on its way,
and processes that end are not started again: each run has to end with the bits of one process, or
in every process, and then with errors of which one names a rank.
Prints how long after a fault the others had met again. Where pauses are long enough, it prints the
goodput too: the time of a step of the same run at least SETTLING seconds after all were back, as a
part of the run's time a step. Exit codes: 0 every run has the bits of one process, none hung, no
two processes wrote into the output folder at once, and the others had met again a second after the
deadline; 1 not so; 2 wrong usage, or a machine that cannot emulate hosts.
"""

import argparse
import collections
import contextlib
import json
import os
import pathlib
import random
import re
import secrets
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

import check_faults
import watch_writers

GOES_ON = re.compile(r"(\d+) of \d+ processes continue( with \d+ more)? after .*generation (\d+)")
LOAD = "world/micro_batches/rank_"
LIMIT = 60  # seconds in which whatever is awaited has to happen
DAMAGE_LIMIT = 900  # seconds in which a training on links that damage frames has to end
TICK = 0.05
NAMES_RANK = re.compile(r"error: .*\brank \d+")
SETTLING = 5  # seconds in which a group finds its shares again
UNDISTURBED_STEPS = 300  # at most, of the run without faults
NFT_KINDS = {"deaf", "mute", "cut pair", "one-way pair"}


class Hang(Exception):
    """What was awaited did not happen."""


class Cluster:
    def __init__(self, program, count, link):
        self.program, self.count = program, count
        self.off = set()  # hosts without power
        self("up", count, *link)

    def __call__(self, *words):
        subprocess.run([self.program, *map(str, words)], check=True, stdout=subprocess.DEVNULL)

    def down(self):
        self("down")

    def others(self, host):
        """The other hosts, whose connections can be cut."""
        return [other for other in range(self.count) if other not in self.off | {host}]

    def signal(self, host, number):
        found = subprocess.run([self.program, "pids", str(host)], check=True, text=True,
                               stdout=subprocess.PIPE).stdout
        for process in map(int, found.split()):
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, number)

    # The kinds of faults, each of a host.
    def kill(self, host):
        self.signal(host, signal.SIGKILL)

    def stop(self, host):
        self.signal(host, signal.SIGSTOP)

    def power_cut(self, host):
        self("crash", host)
        self.off.add(host)

    def partition(self, host):
        self("partition", host)

    def unplug(self, host):
        self("unplug", host)

    def deaf(self, host):
        for other in self.others(host):
            self("partition", other, host, "--one-way")

    def mute(self, host):
        for other in self.others(host):
            self("partition", host, other, "--one-way")

    def cut_pair(self, host):
        self("partition", host, random.choice(self.others(host)))

    def one_way_pair(self, host):
        self("partition", host, random.choice(self.others(host)), "--one-way")

    def mend(self, kinds):
        """Ends faults: a dictionary of their kinds by host."""
        for host, kind in kinds.items():
            if kind == "power cut":
                self("boot", host)
                self.off.remove(host)
            elif kind == "stop":
                self.signal(host, signal.SIGCONT)
        self("heal")


KINDS = {"kill": Cluster.kill, "stop": Cluster.stop, "power cut": Cluster.power_cut,
         "partition": Cluster.partition, "unplug": Cluster.unplug, "deaf": Cluster.deaf,
         "mute": Cluster.mute, "cut pair": Cluster.cut_pair, "one-way pair": Cluster.one_way_pair}


def seconds_a_step(stretches):
    """Of stretches of times at which steps were done, one after another."""
    counted = [times for times in stretches if len(times) > 1]
    steps = sum(len(times) - 1 for times in counted)
    return sum(times[-1] - times[0] for times in counted) / steps if steps else 0


class Training:
    """A job with a process on each host of a cluster."""

    def __init__(self, cluster, arguments, folder, number):
        self.cluster, self.arguments = cluster, arguments
        self.output = folder / f"run{number}"
        self.flags = ["--rendezvous", f"file://{folder}/job{number}", "--world_size",
                      str(cluster.count), "--heartbeat_timeout", str(arguments.deadline),
                      "--resume_from_checkpoint", "auto", "--save_total_limit", "3",
                      *arguments.flags]
        self.ended = []      # processes of before
        self.processes = {}  # by host
        self.struck = {}     # kinds of the faults of now, by host
        self.counts = collections.Counter()  # of faults, by kind
        self.seconds = []                    # until the others had met again
        self.quiet = []                      # when no fault was felt: (begin, end)
        self.stops = 0                       # faults after which too few were left
        self.is_damaged = False              # the links damage frames
        self.problems = []
        for host in range(cluster.count):
            self.start(host)

    def start(self, host):
        if host in self.processes:
            self.ended.append((host, self.processes[host]))
        words = check_faults.words(self.arguments.program, self.output, self.flags,
                                   self.arguments.steps, self.arguments.save_steps)
        self.processes[host] = check_faults.Logged(
            [self.cluster.program, "run", str(host), *words, "--rank", str(host)])

    def code(self, host):
        return self.processes[host].process.poll()

    def is_done(self):
        return any(self.code(host) == 0 for host in self.processes)

    def newest_step(self):
        """The last step that was logged: when, and by how many processes."""
        try:
            lines = (self.output / "metrics.jsonl").read_bytes()[-20000:].splitlines(True)
        except OSError:
            return 0, 0, 0
        for line in reversed(lines):
            with contextlib.suppress(json.JSONDecodeError):
                entry = json.loads(line)
                if entry["phase"] == "train":
                    # A line that was written again from a run's history has no time.
                    return (entry["step"], entry.get("time", 0),
                            sum(key.startswith(LOAD) for key in entry))
        return 0, 0, 0

    def regrouped_after(self, begin):
        """When some had met again without others, after a time."""
        times = [at for process in self.processes.values() for at, message in process.messages
                 if at > begin and (match := GOES_ON.search(message)) and not match.group(2)]
        return min(times, default=None)

    def wait_until(self, what, condition, seconds=LIMIT):
        """Whether the condition came to hold; False where the training was done before it."""
        end = time.time() + seconds
        while not condition():
            if self.is_done():
                return False
            if time.time() > end:
                raise Hang(what)
            self.start_again()
            time.sleep(TICK)
        return True

    def start_again(self):
        """Processes that have failed, where no host is disturbed."""
        for host in () if self.struck or self.is_damaged else self.processes:
            if self.code(host) not in (None, 0):
                self.start(host)

    def all_take_part(self, since):
        _, at, count = self.newest_step()
        return at > since and count == self.cluster.count

    def strike(self):
        """Disturbs hosts, until some time after the deadline."""
        hosts = random.sample(range(self.cluster.count), self.arguments.at_once)
        self.struck = {host: random.choice(self.arguments.kinds) for host in hosts}
        first = self.newest_step()[0]
        for k, (host, kind) in enumerate(self.struck.items()):
            if k > 0:
                time.sleep(random.choice((0, 0.3, self.arguments.deadline)) * random.random())
            begin = time.time()
            KINDS[kind](self.cluster, host)
        self.counts.update(self.struck.values())
        hold = self.arguments.deadline * random.uniform(1.2, 2)
        self.wait_until("the others to meet again", lambda: self.others_know(begin))
        time.sleep(max(0, begin + hold - time.time()))
        self.note(first, begin)
        self.mend()

    def mend(self):
        self.cluster.mend(self.struck)
        for process in self.processes.values():
            process.process.send_signal(signal.SIGCONT)  # the shell around one that was stopped
        self.struck = {}

    def others_know(self, begin):
        """Those that are well have met again, or have all stopped."""
        well = [host for host in self.processes if host not in self.struck]
        return self.regrouped_after(begin) or all(self.code(host) is not None for host in well)

    def note(self, step, begin):
        text = ", ".join(f"{kind} of h{host}" for host, kind in self.struck.items())
        at = self.regrouped_after(begin)
        if at:
            self.seconds.append(at - begin)
            result = f"met again after {at - begin:.2f} s"
            if at - begin > self.arguments.deadline + 1:
                self.problems.append(f"{text}: {result}")
        else:
            self.stops += not self.is_done()
            result = "the training was done" if self.is_done() else "all stopped"
        print(f"  after step {step}: {text}: {result}", flush=True)

    def disturb(self):
        for k in range(self.arguments.faults):
            begin = time.time()
            if not self.wait_until("a step of all", lambda: self.all_take_part(begin)):
                return
            settled = time.time() + SETTLING
            time.sleep(random.uniform(0, self.arguments.pause))
            self.quiet.append((settled, time.time()))
            if self.is_done():
                return
            self.strike()

    def finish(self):
        self.wait_until("the end of the training", lambda: False,
                        LIMIT + 2 * self.arguments.steps)
        # A process that came too late waits for a job that begins.
        late = [host for host, process in self.processes.items()
                if "newcomer: " in process.text() or not process.messages]
        end = time.time() + LIMIT
        while any(self.code(host) is None for host in self.processes if host not in late):
            if time.time() > end:
                raise Hang("the others to end")
            time.sleep(TICK)
        for host in late:
            if self.code(host) is None:
                self.cluster.signal(host, signal.SIGKILL)

    def suffer(self):
        """Waits for the end of a training on links that damage frames; True where it was done."""
        self.is_damaged = True
        end = time.time() + DAMAGE_LIMIT
        while any(self.code(host) is None for host in self.processes):
            if time.time() > end:
                raise Hang("the end of all processes")
            time.sleep(TICK)
        codes = [process.end() for process in self.processes.values()]
        print(f"  damaged links: exit codes {codes}", flush=True)
        if not self.is_done() and not any(NAMES_RANK.search(process.text())
                                          for process in self.processes.values()):
            self.problems.append("no error names a rank")
        return self.is_done()

    def finish_with(self, damage):
        if damage:
            return self.suffer()
        self.disturb()
        self.finish()
        return True

    def run(self, expected, damage):
        begin = time.time()
        try:
            if self.finish_with(damage):
                found = check_faults.state_hash(self.output, self.arguments.steps)
                if found != expected:
                    self.problems.append(f"state {found} is wrong")
        except Hang as what:
            self.problems.append(f"hangs: awaited {what} with {self.struck or 'no fault'}")
            self.mend()
            for host in self.processes:
                self.cluster.signal(host, signal.SIGKILL)
        self.wall = time.time() - begin
        times = sorted(check_faults.step_times(self.output).values())
        self.step_seconds = seconds_a_step([times])
        self.quiet_step_seconds = seconds_a_step(
            [at for at in times if begin <= at <= end] for begin, end in self.quiet)

    def text(self):
        lines = sorted((at, f"h{host}: {message}")
                       for host, process in [*self.ended, *self.processes.items()]
                       for at, message in process.messages)
        return "\n".join(f"{at % 1000:.3f} {line}" for at, line in lines
                         if not re.search(r"step \d+/\d+ ", line))


def state_of_one_process(arguments, folder):
    output = folder / f"one{arguments.steps}"
    if not output.exists():
        subprocess.run(check_faults.words(arguments.program, output, arguments.flags,
                                          arguments.steps), check=True, stderr=subprocess.DEVNULL)
    state = check_faults.state_hash(output, arguments.steps)
    print(f"one process: state {state} after step {arguments.steps}", flush=True)
    return state


def one_run(cluster, arguments, folder, number, expected, damage=0):
    with watch_writers.Writers(folder / f"run{number}") as writers:
        training = Training(cluster, arguments, folder, number)
        training.run(expected, damage)
    for process, path in writers.returns[:3]:
        training.problems.append(f"process {process} still wrote {path}, in {writers.order}")
    print(f"run {number}: {sum(training.counts.values())} faults in {training.wall:.1f} s"
          + "".join(f"\n  PROBLEM: {problem}" for problem in training.problems), flush=True)
    if training.problems:
        print(training.text(), flush=True)
    shutil.rmtree(training.output, ignore_errors=True)
    return training


def expect_able(arguments):
    """The machine can emulate hosts; kinds of faults that it cannot are left out."""
    can = subprocess.run([arguments.cluster, "can"], check=True, text=True,
                         stdout=subprocess.PIPE).stdout
    lacks = re.search(r"^ *NO +(root|namespaces|veth).*", can, re.MULTILINE)
    if lacks:
        print(f"this machine cannot emulate hosts: {lacks.group().strip()}", file=sys.stderr)
        sys.exit(2)
    left_out = NFT_KINDS & set(arguments.kinds)
    if left_out and not shutil.which("nft"):
        print(f"left out: {', '.join(sorted(left_out))}; nft is missing (Debian: nftables)")
        arguments.kinds = [kind for kind in arguments.kinds if kind not in NFT_KINDS]


def parse():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program")
    parser.add_argument("cluster")
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--faults", type=int, default=1)
    parser.add_argument("--at_once", type=int, default=1)
    parser.add_argument("--kinds", type=lambda text: text.split(","), default=list(KINDS))
    parser.add_argument("--hosts", type=int, default=3)
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--save_steps", type=int, default=10)
    parser.add_argument("--pause", type=float, default=1)
    parser.add_argument("--deadline", type=float, default=2)
    parser.add_argument("--link", default="", type=str.split)
    parser.add_argument("--damage", type=float, default=0)
    parser.add_argument("--seed", type=int, default=1)
    arguments = check_faults.parsed(parser)
    for kind in arguments.kinds:
        if kind not in KINDS:
            parser.error(f"--kinds {kind}: expected some of {', '.join(KINDS)}")
    return arguments


def show_all(quiet, trainings):
    counts = sum((one.counts for one in trainings), collections.Counter())
    print(f"{sum(counts.values())} faults in {len(trainings)} runs: "
          + ", ".join(f"{count} {kind}" for kind, count in sorted(counts.items())))
    seconds = [value for one in trainings for value in one.seconds]
    if seconds:
        print(f"met again {len(seconds)} times: median {statistics.median(seconds):.2f} s, worst "
              f"{max(seconds):.2f} s; all stopped {sum(one.stops for one in trainings)} times")
        well = [one for one in trainings if one.quiet_step_seconds > 0]
        if well:
            quiet_step, step = (statistics.mean(values) for values in zip(
                *((one.quiet_step_seconds, one.step_seconds) for one in well)))
            print(f"goodput: a step takes {quiet_step:.4f} s where no fault is felt, {step:.4f} s "
                  f"with them: {quiet_step / step:.1%}")
    bad = sum(bool(one.problems) for one in [quiet, *trainings])
    print(f"{bad} runs have problems")
    return 1 if bad else 0


def main():
    arguments = parse()
    expect_able(arguments)
    random.seed(arguments.seed)
    os.environ["TUTTI_TOKEN"] = secrets.token_hex(16)
    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as stack:
        folder = pathlib.Path(name)
        stack.enter_context(watch_writers.file_system_of_its_own(folder))
        undisturbed = argparse.Namespace(**vars(arguments) | {
            "faults": 0, "steps": min(arguments.steps, UNDISTURBED_STEPS)})
        expected_undisturbed, expected = (state_of_one_process(some, folder)
                                          for some in (undisturbed, arguments))
        link = [*arguments.link, *(("--corrupt", "0") if arguments.damage else ())]
        cluster = Cluster(arguments.cluster, arguments.hosts, link)
        stack.callback(cluster.down)
        quiet = one_run(cluster, undisturbed, folder, "quiet", expected_undisturbed)
        if arguments.damage:
            cluster("set", "all", "--corrupt", arguments.damage)
        trainings = []
        with contextlib.suppress(KeyboardInterrupt):
            for k in range(arguments.runs):
                trainings.append(one_run(cluster, arguments, folder, k, expected,
                                         arguments.damage))
    return show_all(quiet, trainings)


if __name__ == "__main__":
    sys.exit(main())
