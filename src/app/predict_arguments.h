// SPDX-License-Identifier: Apache-2.0
// What `tutti predict` takes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/model_arguments.h"
#include "task/task.h"

namespace tutti::app {

struct PredictArguments : ModelArguments {
  task::TaskKinds tasks = task::all_tasks(task::Use::predict);
  int64_t top_k = 3;
  std::optional<int64_t> max_seq_length;
  int64_t seed = 42;
  bool benchmark = false;
  int64_t iterations = 100;
  std::string backend = "cpu";
  std::string precision = "auto";
};

}  // namespace tutti::app
