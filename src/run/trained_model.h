// SPDX-License-Identifier: Apache-2.0
// A trained model as a value: opened once, asked many times. What a program calls after a training.
#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "run/context.h"
#include "run/model_settings.h"
#include "task/task.h"

namespace tutti::run {

/// Which model, and where it runs.
struct TrainedModelSettings : ModelSettings {
  std::string backend = "cpu";
  std::string precision = "auto";
  std::optional<int64_t> max_seq_length;  // nothing: the task's own
};

/// Pieces of a text as they are written; false ends it.
using OnText = std::function<bool(const std::string& piece)>;

/// A model's folder, an adapter's folder that names its model, a GGUF file, or a name in the
/// Hugging Face cache. Weights are read when they are first needed. Errors are as run::Training's;
/// an object is used by one thread at a time.
class TrainedModel {
 public:
  explicit TrainedModel(const TrainedModelSettings& settings, const Context& context = {});
  ~TrainedModel();
  TrainedModel(const TrainedModel&) = delete;
  TrainedModel& operator=(const TrainedModel&) = delete;

  /// The task that it is for: "question-answering", "text-generation".
  std::string task() const;

  /// What it says of one input, at most `most` answers. `inputs` are the arguments of
  /// `tutti predict` for the task, as {"question", "..."} and {"context", "..."}.
  task::Answer predict(const std::vector<std::pair<std::string, std::string>>& inputs,
                       int64_t most = 5);

  /// Continues a text or a conversation: {"prompt": "..."} or {"messages": [...], "tools": [...]},
  /// and the flags of `tutti generate` that choose tokens: {"max_new_tokens": 64}. Gives
  /// {"generated_text", "finish_reason", "prompt_tokens", "new_tokens"}. A conversation that goes
  /// on computes what it has in common with the one before only once.
  nlohmann::ordered_json generate(const nlohmann::ordered_json& request,
                                  const OnText& on_text = {});

 private:
  class Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace tutti::run
