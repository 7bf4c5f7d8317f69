// SPDX-License-Identifier: Apache-2.0
// Slurm: files go to the login machine, or are copied on this one; sbatch starts the job there.
#include <fmt/format.h>

#include <cmath>

#include "launch/ssh_driver.h"

namespace tutti::launch {
namespace {

class SlurmDriver : public SshDriver {
 public:
  ClientCommand start(const RemoteJob& job) const override {
    std::string flags = fmt::format(
        "--parsable --no-requeue --job-name={0} --chdir=\"$PWD\" --output=slurm.log "
        "--open-mode=append --time={1} --signal=B:TERM@120 --nodes={2} --ntasks-per-node={3}",
        job.unit(), (job.seconds + 59) / 60 + 2, job.target.number("nodes"), tasks(job));
    const auto add = [&](const char* member, const char* flag) {
      const std::string value = job.target.text(member);
      if (!value.empty()) flags += fmt::format(" --{}={}", flag, value);
    };
    add("partition", "partition");
    add("account", "account");
    add("qos", "qos");
    add("constraint", "constraint");
    add("gpus", "gpus-per-node");
    add("memory", "mem");
    if (const int64_t cpus = job.target.number("cpus"); cpus > 0)
      flags += fmt::format(" --cpus-per-task={}", std::max<int64_t>(1, cpus / tasks(job)));
    // A client that fails after doing its work may leave an unknown job.
    return shell(job, fmt::format("cd {0} && {{ [ -s attempt-{1}/job ] || {{ "
                                  "scancel --quiet --name={2} && mkdir -p attempt-{1} && "
                                  "sbatch {3} --wrap=\"exec sh run.sh {1} {4}\" "
                                  ">attempt-{1}/job; }}; }}",
                                  folder(job), job.attempt, job.unit(), flags, job.seconds));
  }

  ClientCommand ask_unit(const RemoteJob& job) const override {
    return shell(job, fmt::format("squeue --me --noheader --format=%T --name={}", job.unit()));
  }

  bool unit_exists(const std::string& answer) const override {
    return answer.find_first_not_of(" \t\r\n") != std::string::npos;
  }

  ClientCommand stop(const RemoteJob& job) const override {
    return shell(job, fmt::format("scancel --quiet --state=PENDING --name={0} && "
                                  "scancel --quiet --signal=TERM --batch --name={0}",
                                  job.unit()));
  }

  ClientCommand remove_unit(const RemoteJob& job) const override {
    return shell(job, fmt::format("scancel --quiet --name={}", job.unit()));
  }

  ClientCommand clean(const RemoteJob& job) const override { return clean_after(job, ":"); }

 protected:
  std::string command_line(const RemoteJob& job, const std::string& program) const override {
    if (job.target.number("nodes") == 1) return SshDriver::command_line(job, program);
    return fmt::format("srun --kill-on-bad-exit=1 {} train job.json", program);
  }

 private:
  /// Slurm starts the processes of several machines, and `tutti launch` those of one.
  static int64_t tasks(const RemoteJob& job) {
    return job.target.number("nodes") == 1 ? 1 : job.processes;
  }
};

}  // namespace

std::unique_ptr<Driver> make_slurm_driver() {
  return std::make_unique<SlurmDriver>();
}

}  // namespace tutti::launch
