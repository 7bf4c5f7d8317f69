// SPDX-License-Identifier: Apache-2.0
// Measures whole training steps on this machine, and predicts their time with other numbers of
// processes.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "run/context.h"
#include "run/job_settings.h"
#include "run/lora_settings.h"
#include "run/model_settings.h"
#include "run/step_settings.h"
#include "task/task.h"

namespace tutti::run {

struct BenchmarkSettings : ModelSettings, JobSettings, StepSettings {
  task::TaskKinds tasks = task::all_tasks(task::Use::benchmark);
  std::string train_file;
  int64_t per_device_train_batch_size = 16;
  int64_t gradient_accumulation_steps = 1;
  std::optional<int64_t> max_seq_length;
  LoraSettings lora;
  int64_t steps = 20;
  int64_t seed = 42;
  std::string backend = "cpu";
  std::string pack = "auto";
  std::string report;        // folder of a report on each of a step's switches; empty: one rate
  int64_t repeats = 3;       // rounds of a report
  bool profile = false;      // also break down the time and memory of a step
  bool collectives = false;  // measure a job's processes and links instead of steps
  std::string plan_world;    // numbers of processes to predict steps for; empty: none
  std::string link;          // between their hosts, see run/link_argument.h
  std::string local_link = "20gbit,10us";  // between the processes of a host
  int64_t nproc_per_node = 1;              // of them
  std::optional<int64_t> micro_batches;    // of their steps; default: as many per process as here
  std::string shares;                      // by rank; empty: equal
};

struct MeasuredSteps {
  nlohmann::ordered_json result;  // as `tutti benchmark --json` prints it
  std::string profile;            // a table; empty without `profile`
};

/// Measures steps, including dropout, clipping and AdamW, after a few warm-up steps.
MeasuredSteps measured_steps(const BenchmarkSettings& settings, const Context& context);

/// The step times of the worlds in `plan_world`, from measurements on this machine and a simulation
/// of the messages between processes.
nlohmann::ordered_json planned_world_times(const BenchmarkSettings& settings,
                                           const Context& context);

}  // namespace tutti::run
