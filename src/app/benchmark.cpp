// SPDX-License-Identifier: Apache-2.0
// `tutti benchmark`: the rate of a whole training step, dropout, clipping and AdamW included.
#include <algorithm>
#include <chrono>
#include <ctime>
#include <numeric>

#include "app/opened_model.h"
#include "app/output.h"
#include "app/plugins.h"
#include "app/product_rate.h"
#include "app/train_precision.h"
#include "data/loader.h"
#include "train/memory_plan.h"
#include "train/process_memory.h"
#include "train/products.h"
#include "train/step_batches.h"
#include "train/trainer.h"

namespace tutti::app {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int64_t kWarmUp = 3;  // steps

/// What the steps after the warm-up compute.
struct StepsWork {
  int64_t features = 0;
  std::vector<int32_t> lengths;  // tokens of each of their segments
};

/// Compiles each shape before the clock runs, as is done once in a training.
StepsWork compile_steps(train::Programs& programs, data::Loader& loader,
                        const data::FeatureSource& features, int64_t steps) {
  StepsWork work;
  for (int64_t step = 0; step < steps; step++) {
    train::compile_step(programs, loader, step);
    if (step < kWarmUp) continue;
    for (int64_t micro = 0; micro < train::micro_batches_of(loader, step); micro++)
      for (const int64_t feature : loader.indices(step, micro)) {
        work.features++;
        for (const data::Segment& segment : features.segments(feature))
          work.lengths.push_back(segment.length);
      }
  }
  return work;
}

std::string rates_text(const nlohmann::ordered_json& result) {
  const auto number = [&](const char* name) { return result[name].get<double>(); };
  return fmt::format(
      "{:.2f} features/s  {:.0f} tokens/s  {:.1f} GFLOP/s, {:.0f} % of the {:.1f} GFLOP/s of the "
      "products alone  {:.3f} s a step\n",
      number("features_per_second"), number("tokens_per_second"),
      number("model_flops_per_second") / 1e9, 100 * number("peak_share"),
      number("peak_flops_per_second") / 1e9, number("step_seconds"));
}

/// The options of the steps that are measured.
step::StepOptions options_of(const BenchmarkArguments& arguments, backend::Backend& backend,
                             const task::Objective& objective, int64_t length) {
  step::StepOptions options;
  options.schedule = {step::Schedule::Kind::linear, 3e-5, 0, arguments.steps + kWarmUp};
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

/// Of the process; a machine that others use too says little by the clock.
double processor_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

/// What the steps after the warm-up took.
struct StepTimes {
  double seconds = 0, processor_seconds = 0;
  std::vector<double> losses;  // of all steps
};

StepTimes run_steps(train::Programs& programs, train::TrainingState& state, data::Loader& loader,
                    int64_t steps) {
  train::TrainerOptions training;
  training.logging_steps = steps;
  training.total_steps = steps;
  StepTimes times;
  Clock::time_point begin;
  train::TrainerHooks hooks;
  hooks.on_loss = [&](int64_t, double loss) { times.losses.push_back(loss); };
  hooks.on_step = [&](int64_t step) {
    if (step == kWarmUp) {
      begin = Clock::now();
      times.processor_seconds = -processor_seconds();
    }
    if (step < steps) return;
    times.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    times.processor_seconds += processor_seconds();
  };
  train::StopFlag never{0};
  train::Trainer(programs, state, loader, training, hooks, never).run();
  return times;
}

/// The memory of the steps by their plan.
train::MemoryPlan plan_of(train::Programs& programs, data::Loader& loader, int64_t steps) {
  train::RunShape shape{train::largest_shape(loader, 0, steps)};
  shape.accumulate = loader.micro_batches();
  const train::Fit fit = train::plan_memory(programs, shape, 0);
  if (!fit.plan) throw UserError(ExitCode::out_of_memory, fit.lack);
  return *fit.plan;
}

nlohmann::ordered_json measured_steps(const GlobalOptions& global,
                                      const BenchmarkArguments& arguments) {
  const OpenedModel model(
      arguments, arguments.tasks, task::Use::benchmark,
      [&](const task::TaskKind&) { return std::vector<Path>{arguments.train_file}; });
  const int64_t length = model.length_of(arguments.max_seq_length);
  const auto seed = static_cast<uint64_t>(arguments.seed);
  const auto backend = open_backend(arguments.backend, global.threads);
  const auto start = Clock::now();
  const auto data = model.task().read({.files = {arguments.train_file},
                                       .max_length = length,
                                       .threads = global.threads,
                                       .cache = feature_cache()});
  const int64_t batch = arguments.per_device_train_batch_size;
  const Shapes shapes = shapes_for(*backend, model.kind(), task::Split::train);
  data::Loader loader(data->features(), {batch, arguments.gradient_accumulation_steps, true, seed,
                                         layout_of(arguments.pack, length, shapes, batch),
                                         splits_batches(shapes, model.kind())});
  const double preparation = std::chrono::duration<double>(Clock::now() - start).count();
  const step::StepOptions options = options_of(arguments, *backend, model.objective(), length);
  train::Programs programs(*backend, model.objective(), options);
  train::TrainingState state(*backend, model.objective(),
                             read_or_make_weights(model, {seed, arguments.allow_missing_tensors}),
                             seed, train::form_of(options, host_place(arguments, global.threads)));
  const int64_t steps = kWarmUp + arguments.steps;
  const StepsWork work = compile_steps(programs, loader, data->features(), steps);
  const train::MemoryPlan plan = plan_of(programs, loader, steps);
  const StepTimes times = run_steps(programs, state, loader, steps);
  const int64_t resident = train::peak_resident_memory();  // measuring products takes more
  const int64_t tokens = std::accumulate(work.lengths.begin(), work.lengths.end(), int64_t{0});
  const double flops = train::training_flops(model.objective(), work.lengths) / times.seconds;
  const double peak = product_rate(*backend, model.objective(), tokens / arguments.steps, options);
  const auto count = static_cast<double>(arguments.steps);
  return {{"features_per_second", static_cast<double>(work.features) / times.seconds},
          {"tokens_per_second", static_cast<double>(tokens) / times.seconds},
          {"step_seconds", times.seconds / count},
          {"step_processor_seconds", times.processor_seconds / count},
          {"features", data->features().size()},
          {"preparation_seconds", preparation},
          {"model_flops_per_second", flops},
          {"peak_flops_per_second", peak},
          {"peak_share", flops / peak},
          {"peak_bytes", programs.memory().peak},
          {"planned_bytes", plan.total()},
          {"state_bytes", plan.state},
          {"step_bytes", plan.step},
          {"resident_peak_bytes", resident},
          {"losses", times.losses},
          {"precision", pass::name_of(options.precision)},
          {"padded_to_multiple_of", options.pad_to_multiple_of},
          {"threads", global.threads},
          {"device", backend->devices()[0].description}};
}

}  // namespace

ExitCode run_benchmark(const GlobalOptions& global, const BenchmarkArguments& arguments) {
  if (arguments.collectives) return benchmark_collectives(global, arguments);
  if (arguments.train_file.empty())
    user_error("--train_file is missing: the file whose steps are measured");
  expect_offload_folder(arguments);
  if (!arguments.report.empty()) return benchmark_switches(global, arguments);
  const nlohmann::ordered_json result = measured_steps(global, arguments);
  if (global.json)
    write_result_json(result);
  else
    write_result(rates_text(result));
  return ExitCode::done;
}

}  // namespace tutti::app
