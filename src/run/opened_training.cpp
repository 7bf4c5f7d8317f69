// SPDX-License-Identifier: Apache-2.0
#include "run/opened_training.h"

#include <chrono>

#include "run/backends.h"
#include "run/model_weights.h"
#include "run/train_precision.h"

namespace tutti::run {
namespace {

/// The training whose steps are measured.
TrainSettings settings_of(const BenchmarkSettings& arguments) {
  TrainSettings settings;
  static_cast<ModelSettings&>(settings) = arguments;
  static_cast<StepSettings&>(settings) = arguments;
  settings.precision = named_precision(arguments);
  settings.tasks = arguments.tasks;
  settings.do_train = true;
  settings.train_file = arguments.train_file;
  settings.per_device_train_batch_size = arguments.per_device_train_batch_size;
  settings.gradient_accumulation_steps = arguments.gradient_accumulation_steps;
  settings.max_seq_length = arguments.max_seq_length;
  settings.lora = arguments.lora;
  settings.seed = arguments.seed;
  settings.backend = arguments.backend;
  settings.pack = arguments.pack;
  settings.learning_rate = 3e-5;
  settings.max_steps = arguments.steps + kWarmUpSteps;
  settings.max_processes = 0;
  return settings;
}

}  // namespace

OpenedTraining::OpenedTraining(const Context& context, const BenchmarkSettings& arguments,
                               backend::Profile* profile)
    : run_(settings_of(arguments), context, task::Use::benchmark) {
  run_.set_backend(open_backend(arguments.backend, run_.context(), profile));
  const auto start = std::chrono::steady_clock::now();
  run_.read_data();
  run_.make_loader();
  preparation_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const model::Weights weights =
      read_or_make_weights(run_.model(), first_values(arguments, arguments.seed));
  run_.make_objective(&weights);
  run_.measure_padding();
  run_.make_programs(run_.total_steps());
  state_.emplace(run_.backend(), run_.objective(), weights, static_cast<uint64_t>(arguments.seed),
                 train::form_of(run_.programs().options(), host_place(arguments, context.threads)));
}

}  // namespace tutti::run
