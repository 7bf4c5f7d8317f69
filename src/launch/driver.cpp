// SPDX-License-Identifier: Apache-2.0
#include "launch/driver.h"

#include <fmt/format.h>

#include <charconv>

#include "base/error.h"
#include "base/text.h"

namespace tutti::launch {
namespace {

// $1: the attempt's number, $2: its time limit in seconds. Kubernetes may run it again. It forwards
// signals to the training, which then saves its state, and writes the exit code to a file. A `wait`
// interrupted by a signal returns a code above 128; then it asks again for the training's own.
constexpr std::string_view kRunScript = R"sh(#!/bin/sh
cd "$(dirname "$0")" || exit 1
attempt=attempt-$1
mkdir -p "$attempt" output
part=
[ "${{JOB_COMPLETION_INDEX:-0}}" = 0 ] || part=.$JOB_COMPLETION_INDEX
rm -f "$attempt/exit$part"
child=
stopped=
trap 'stopped=1; [ -z "$child" ] || kill -TERM "$child"' TERM INT HUP
{setup}timeout --preserve-status --signal=TERM --kill-after=300 "$2" \
  {command} >"$attempt/log$part" 2>&1 &
child=$!
echo "$child" >"$attempt/child"
[ -z "$stopped" ] || kill -TERM "$child"
wait "$child"
code=$?
while [ "$code" -gt 128 ]; do
  wait "$child"
  next=$?
  [ "$next" != 127 ] || break
  [ "$next" != "$code" ] || kill -0 "$child" 2>/dev/null || break
  code=$next
done
echo "$code" >"$attempt/exit$part.part"
mv "$attempt/exit$part.part" "$attempt/exit$part"
exit "$code"
)sh";

// Ends processes left by earlier attempts, if they are the job's own: a process id may have been
// reused.
constexpr std::string_view kEndTrainings =
    "for a in attempt-*; do p=$(cat \"$a/child\" 2>/dev/null) && "
    "[ \"$(readlink \"/proc/$p/cwd\")\" = \"$(pwd -P)\" ] && kill -KILL -- \"-$p\"; done";

/// A shell test in a job's folder. A job begun by an earlier version has neither a key nor a file.
std::string is_own(const RemoteJob& job) {
  return fmt::format("[ \"$(cat owner 2>/dev/null)\" = \"{}\" ]", job.key);
}

constexpr size_t kMostLog = 1'000'000;  // bytes of a poll

}  // namespace

ClientCommand Driver::create(const RemoteJob&) const {
  return {};
}

ClientCommand Driver::ask_machine(const RemoteJob&) const {
  return {};
}

MachineState Driver::machine_state(const std::string&, RemoteJob&) const {
  return MachineState::ready;
}

std::string Driver::ready_answer() const {
  return "";
}

ClientCommand Driver::remove_machine(const RemoteJob&) const {
  return {};
}

BundleTexts Driver::texts(const RemoteJob& job) const {
  const std::string own = job.target.text("program"), setup = job.target.text("setup");
  const std::string program = own.empty() ? "./program/tutti" : own;
  const std::string libraries =
      "LD_LIBRARY_PATH=\"$PWD/program/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}\"\n"
      "export LD_LIBRARY_PATH\n";
  const std::string before = (setup.empty() ? "" : setup + "\n") + (own.empty() ? libraries : "");
  return {{"run.sh", fmt::format(kRunScript, fmt::arg("setup", before),
                                 fmt::arg("command", command_line(job, program)))}};
}

std::string Driver::command_line(const RemoteJob& job, const std::string& program) const {
  if (job.processes == 1) return program + " train job.json";
  return fmt::format("{} launch --nproc_per_node {} -- train job.json", program, job.processes);
}

ClientCommand Driver::start(const RemoteJob& job) const {
  // Only the first request makes the attempt's folder, so that repeating it starts nothing.
  return shell(job, fmt::format("cd {0} && if mkdir attempt-{1} 2>/dev/null; then {2}; "
                                "setsid nohup sh run.sh {1} {3} </dev/null >/dev/null 2>&1 & "
                                "echo $! >attempt-{1}/pid; fi",
                                folder(job), job.attempt, kEndTrainings, job.seconds));
}

ClientCommand Driver::ask_unit(const RemoteJob&) const {
  return {};
}

bool Driver::unit_exists(const std::string&) const {
  return false;
}

ClientCommand Driver::stop(const RemoteJob& job) const {
  return shell(job, fmt::format("cd {} && p=$(cat attempt-{}/pid) && kill -TERM \"$p\"; true",
                                folder(job), job.attempt));
}

ClientCommand Driver::remove_unit(const RemoteJob&) const {
  return {};
}

ClientCommand Driver::clean(const RemoteJob& job) const {
  return clean_after(job, kEndTrainings);
}

ClientCommand Driver::clean_after(const RemoteJob& job, std::string_view before) const {
  return shell(job, fmt::format("if cd {0} 2>/dev/null && {1}; then {2}; cd - >/dev/null; "
                                "rm -rf {0}; fi",
                                folder(job), is_own(job), before));
}

ClientCommand claim(const Driver& driver, const RemoteJob& job) {
  // If several find the folder empty, only one makes the file.
  return driver.shell(
      job, fmt::format("umask 077; mkdir -p {0} && cd {0} && {{ [ -n \"$(ls -A)\" ] || "
                       "(set -C; echo {1} >owner); if {2}; then mkdir -p output && "
                       "{{ [ -s token ] || od -An -N16 -tx1 /dev/urandom | tr -d ' \\n' >token; }} "
                       "&& if [ -f known ]; then echo known; else echo fresh; fi; "
                       "else echo taken; fi; }}",
                       driver.folder(job), job.key, is_own(job)));
}

Claimed read_claim(const std::string& answer) {
  const size_t end = answer.find_last_not_of(" \r\n") + 1;  // npos + 1 is 0
  const std::string_view text = std::string_view(answer).substr(0, end);
  if (text.ends_with("fresh")) return Claimed::fresh;
  if (text.ends_with("known")) return Claimed::known;
  if (text.ends_with("taken")) return Claimed::taken;
  io_error("the machine answers \"{}\", expected fresh, known or taken", escaped(answer));
}

ClientCommand poll_unit(const Driver& driver, const RemoteJob& job) {
  // A process that begins another program has no command line for a moment.
  return driver.shell(
      job,
      fmt::format("cd {0} || exit 1; state=gone; "
                  "runs() {{ grep -qs run.sh \"/proc/$(cat {1}/pid 2>/dev/null)/cmdline\"; }}; "
                  "[ -f {1}/exit ] || runs || {{ sleep 0.2; runs; }} && state=running; "
                  "[ ! -f {1}/exit ] || state=\"ended $(cat {1}/exit)\"; echo \"$state\"; "
                  "[ ! -f {1}/log ] || tail -c +{2} {1}/log | head -c {3}",
                  driver.folder(job), fmt::format("attempt-{}", job.attempt), job.log_bytes + 1,
                  kMostLog));
}

UnitStatus read_status(const std::string& answer) {
  const size_t end = answer.find('\n');
  const std::string state = answer.substr(0, end);
  UnitStatus found;
  found.log = end == std::string::npos ? "" : answer.substr(end + 1);
  if (state == "running") return found;
  found.state = UnitState::gone;
  if (state == "gone") return found;
  constexpr std::string_view kEnded = "ended ";
  const char* const last = state.data() + state.size();
  if (state.starts_with(kEnded)) {
    const auto [at, failure] = std::from_chars(state.data() + kEnded.size(), last, found.exit_code);
    if (failure == std::errc() && at == last && found.exit_code >= 0 && found.exit_code < 256) {
      found.state = UnitState::ended;
      return found;
    }
  }
  io_error("the machine answers \"{}\", expected running, gone, or ended with a code",
           escaped(state));
}

std::unique_ptr<Driver> make_driver(const Target& target) {
  if (target.kind() == "ssh") return make_ssh_driver();
  if (target.kind() == "slurm") return make_slurm_driver();
  if (target.kind() == "kubernetes") return make_kubernetes_driver();
  if (target.kind() == "gcp-tpu") return make_gcp_tpu_driver();
  if (target.kind() == "gcp-gpu") return make_gcp_gpu_driver();
  check(target.kind() == "aws", "{} is no kind of target", target.kind());
  return make_aws_driver();
}

}  // namespace tutti::launch
