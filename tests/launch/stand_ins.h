// SPDX-License-Identifier: Apache-2.0
// Clients that stand in for the vendors' own (stand_in.cpp), and a training that takes no time.
#pragma once

#include <fmt/format.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/files.h"
#include "format/json.h"
#include "launch/bundle.h"
#include "launch/life_cycle.h"
#include "support/temporary_folder.h"

namespace tutti::test {

/// A program that is called as tutti is. It writes checkpoints 1 to 3 and goes on after the newest
/// one that is there; with `preempt` in its arguments it ends with 75 after the first. A signal
/// ends it with 75 too. A key that is in its environment must not be in what it writes.
inline constexpr const char* kTrainer = R"sh(#!/bin/sh
trap 'echo stopped; exit 75' TERM
step=0
while [ -e output/checkpoint-$((step + 1)) ]; do step=$((step + 1)); done
echo "begins at $step"
while [ $step -lt 3 ]; do
  if grep -q slow job.json; then sleep 0.2; fi
  step=$((step + 1))
  mkdir -p output/.unfinished-$step
  echo "weights of $step" >output/.unfinished-$step/model
  echo whole >output/.unfinished-$step/complete.json
  mv output/.unfinished-$step output/checkpoint-$step
  echo "step $step"
  if [ $step = 1 ] && grep -q endless job.json; then sleep 60; fi
  if [ $step = 1 ] && grep -q preempt job.json && [ ! -e output/was_preempted ]; then
    touch output/was_preempted
    exit 75
  fi
done
echo trained >output/model
grep -q fails job.json && exit 3
exit 0
)sh";

/// A folder with the stand-ins, first on the PATH as long as it exists.
class StandIns {
 public:
  StandIns() : path_(::getenv("PATH")) {
    std::filesystem::create_directories(bin());
    for (const char* name :
         {"ssh", "rsync", "gcloud", "aws", "kubectl", "sbatch", "squeue", "scancel"})
      std::filesystem::create_symlink(TUTTI_STAND_IN_CLIENT, bin() / name);
    ::setenv("PATH", (bin().string() + ":" + path_).c_str(), 1);
  }
  ~StandIns() { ::setenv("PATH", path_.c_str(), 1); }
  StandIns(const StandIns&) = delete;
  StandIns& operator=(const StandIns&) = delete;

  const Path& path() const { return folder_.path(); }

  void fail_at(int call, const std::string& when) const {
    write_file_atomically(path() / "fault", nlohmann::json{{"call", call}, {"when", when}}.dump());
  }
  void mend() const { std::filesystem::remove(path() / "fault"); }

  std::vector<std::vector<std::string>> calls() const {
    std::vector<std::vector<std::string>> calls;
    std::ifstream file(path() / "calls");
    for (std::string line; std::getline(file, line);)
      calls.push_back(nlohmann::json::parse(line).get<std::vector<std::string>>());
    return calls;
  }

  /// What is left anywhere: machines, jobs that run, folders of jobs. Empty: nothing.
  std::string left() const {
    std::string left;
    if (std::filesystem::exists(path() / "state.json")) {
      const nlohmann::json state = format::read_json(path() / "state.json");
      for (const auto& [name, machine] : state["machines"].items()) left += " machine " + name;
      for (const auto& [name, job] : state["jobs"].items())
        if (std::filesystem::exists(fmt::format("/proc/{}", job["pid"].get<int>())))
          left += " job " + name;
    }
    std::error_code none;
    for (const char* folder : {"lab/tutti-jobs", "login/tutti-jobs", "volume"})
      for (const auto& entry : std::filesystem::directory_iterator(path() / "hosts" / folder, none))
        left += " folder " + entry.path().filename().string();
    return left;
  }

 private:
  Path bin() const { return path() / "bin"; }

  TemporaryFolder folder_;
  std::string path_;
};

inline constexpr const char* kTargets = R"(targets:
  lab: {kind: ssh, host: me@lab}
  batch: {kind: slurm, host: me@login, partition: gpu, gpus: 2}
  pods: {kind: kubernetes, image: registry.example/tutti:1, volume: work}
  tpu: {kind: gcp-tpu, project: p, zone: us-west4-a, type: v5litepod-8,
        runtime: v2-alpha-tpuv5-lite, spot: true}
  gpu: {kind: gcp-gpu, project: p, zone: us-central1-a, machine_type: g2-standard-8,
        accelerator: nvidia-l4, image_family: common-cu123, image_project: deeplearning-platform}
  ec2: {kind: aws, region: us-east-1, instance_type: g5.xlarge, image: ami-0123456789abcdef0,
        key_name: mine, spot: true, price_hour: 1.006}
)";

}  // namespace tutti::test
