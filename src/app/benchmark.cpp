// SPDX-License-Identifier: Apache-2.0
// `tutti benchmark`: the rate of a whole training step, dropout, clipping and AdamW included.
#include <algorithm>
#include <chrono>
#include <numeric>

#include "app/opened_model.h"
#include "app/output.h"
#include "app/plugins.h"
#include "app/product_rate.h"
#include "data/loader.h"
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

}  // namespace

ExitCode run_benchmark(const GlobalOptions& global, const BenchmarkArguments& arguments) {
  if (arguments.collectives) return benchmark_collectives(global, arguments);
  if (arguments.train_file.empty())
    user_error("--train_file is missing: the file whose steps are measured");
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
  data::Loader loader(data->features(),
                      {batch, 1, true, seed,
                       layout_of(arguments.pack, length,
                                 shapes_for(*backend, model.kind(), task::Split::train), batch),
                       splits_batches(*backend, model.kind())});
  const double preparation = std::chrono::duration<double>(Clock::now() - start).count();
  step::StepOptions options;
  options.schedule = {step::Schedule::Kind::linear, 3e-5, 0, arguments.steps + kWarmUp};
  options.precision = precision_for(arguments.precision, *backend);
  if (options.precision == pass::Precision::fp16) options.loss_scale.emplace();
  options.max_segment = length;
  train::Programs programs(*backend, model.objective(), options);
  train::TrainingState state(*backend, model.objective(),
                             read_or_make_weights(model, {seed, arguments.allow_missing_tensors}),
                             seed, 1, options.loss_scale);
  train::StopFlag stop{0};

  const StepsWork work =
      compile_steps(programs, loader, data->features(), kWarmUp + arguments.steps);
  const int64_t tokens = std::accumulate(work.lengths.begin(), work.lengths.end(), int64_t{0});
  train::TrainerOptions training;
  training.logging_steps = arguments.steps + kWarmUp;
  training.total_steps = arguments.steps + kWarmUp;
  std::vector<Clock::time_point> ends;
  train::TrainerHooks hooks;
  hooks.on_step = [&](int64_t) { ends.push_back(Clock::now()); };
  train::Trainer(programs, state, loader, training, hooks, stop).run();
  const double seconds = std::chrono::duration<double>(ends.back() - ends[kWarmUp - 1]).count();

  const double flops = train::training_flops(model.objective(), work.lengths) / seconds;
  const double peak = product_rate(*backend, model.objective(), tokens / arguments.steps, options);
  const nlohmann::ordered_json result = {
      {"features_per_second", static_cast<double>(work.features) / seconds},
      {"tokens_per_second", static_cast<double>(tokens) / seconds},
      {"step_seconds", seconds / static_cast<double>(arguments.steps)},
      {"features", data->features().size()},
      {"preparation_seconds", preparation},
      {"model_flops_per_second", flops},
      {"peak_flops_per_second", peak},
      {"peak_share", flops / peak},
      {"peak_bytes", programs.memory().peak},
      {"precision", pass::name_of(options.precision)},
      {"threads", global.threads},
      {"device", backend->devices()[0].description}};
  if (global.json)
    write_result_json(result);
  else
    write_result(rates_text(result));
  return ExitCode::done;
}

}  // namespace tutti::app
