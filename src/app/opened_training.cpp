// SPDX-License-Identifier: Apache-2.0
#include "app/opened_training.h"

#include <chrono>

#include "app/batch_layout.h"
#include "app/loaded_model.h"
#include "app/model_files.h"
#include "app/model_weights.h"
#include "app/plugins.h"
#include "app/product_rate.h"
#include "app/train_precision.h"
#include "task/data_files.h"

namespace tutti::app {
namespace {

/// The options of the steps that are measured.
step::StepOptions options_of(const BenchmarkArguments& arguments, backend::Backend& backend,
                             const task::Objective& objective, int64_t length) {
  step::StepOptions options;
  options.schedule = {step::Schedule::Kind::linear, 3e-5, 0, arguments.steps + kWarmUpSteps};
  options.precision = precision_for(named_precision(arguments), backend);
  options.loss_scale = loss_scale_of(arguments, options.precision);
  options.memory_budget = memory_budget_of(arguments);
  options.host_optimizer = offloads_optimizer(arguments, backend);
  options.max_segment = length;
  options.pad_to_multiple_of = arguments.pad_to_multiple_of == "auto"
                                   ? measured_padding(backend, objective, length, options)
                                   : padding_of(arguments);
  return options;
}

std::vector<Path> files_of(const BenchmarkArguments& arguments) {
  return task::named_files(arguments.train_file, "train_file");
}

}  // namespace

OpenedTraining::OpenedTraining(const GlobalOptions& global, const BenchmarkArguments& arguments,
                               backend::Profile* profile)
    : model_(
          arguments, arguments.tasks, task::Use::benchmark,
          [&](const task::TaskKind&) { return files_of(arguments); }, &arguments.lora),
      backend_(open_backend(arguments.backend, global.threads, profile)) {
  const int64_t length = model_.length_of(arguments.max_seq_length);
  const auto seed = static_cast<uint64_t>(arguments.seed);
  const auto start = std::chrono::steady_clock::now();
  data_ = model_.read({.files = files_of(arguments),
                       .max_length = length,
                       .threads = global.threads,
                       .cache = feature_cache()});
  const int64_t batch = arguments.per_device_train_batch_size;
  const Shapes shapes = shapes_for(*backend_, model_.kind(), task::Split::train);
  loader_.emplace(data_->features(),
                  data::LoaderOptions{batch, arguments.gradient_accumulation_steps, true, seed,
                                      layout_of(arguments.pack, length, shapes, batch),
                                      splits_batches(shapes, model_.kind())});
  preparation_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const model::Weights weights =
      read_or_make_weights(model_, first_values(arguments, arguments.seed));
  objective_.emplace(
      kept_objective(model_, weights, precision_for(named_precision(arguments), *backend_)));
  options_ = options_of(arguments, *backend_, *objective_, length);
  programs_.emplace(*backend_, *objective_, options_);
  state_.emplace(*backend_, *objective_, weights, seed,
                 train::form_of(options_, host_place(arguments, global.threads)));
}

}  // namespace tutti::app
