// SPDX-License-Identifier: Apache-2.0
// `tutti benchmark`: the rate of a whole training step, dropout, clipping and AdamW included.
#include <algorithm>
#include <chrono>
#include <numeric>

#include "app/hub.h"
#include "app/output.h"
#include "app/plugins.h"
#include "app/product_rate.h"
#include "app/question_answering.h"
#include "data/loader.h"
#include "train/trainer.h"

namespace tutti::app {
namespace {

using Clock = std::chrono::steady_clock;

/// FLOPs of a training step over real tokens only: products, forward once and backward twice.
/// 6 T [L (4 H^2 + 2 H F) + 2 H] + 12 L H sum(length^2), T = sum(length).
double training_flops(const model::BertConfig& config, const std::vector<int32_t>& lengths) {
  const auto layers = static_cast<double>(config.num_hidden_layers),
             h = static_cast<double>(config.hidden_size),
             f = static_cast<double>(config.intermediate_size);
  double tokens = 0, squares = 0;
  for (int32_t length : lengths) {
    tokens += length;
    squares += static_cast<double>(length) * length;
  }
  return 6 * tokens * (layers * (4 * h * h + 2 * h * f) + 2 * h) + 12 * layers * h * squares;
}

constexpr int64_t kWarmUp = 3;  // steps

/// Compiles each shape before the clock runs, as is done once in a training. Returns the tokens of
/// the features of each step behind the warm-up.
std::vector<int32_t> compile_steps(train::Programs& programs, data::Loader& loader,
                                   const task::squad::FeatureSet& features, int64_t steps) {
  std::vector<int32_t> lengths;
  for (int64_t step = 0; step < steps; step++) {
    programs.get("step", train::shape_of(loader.batch(step, 0)));
    if (step < kWarmUp) continue;
    for (int64_t feature : loader.indices(step, 0)) lengths.push_back(features.length(feature));
  }
  return lengths;
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
  const QaModel model(arguments.model_name_or_path, arguments.tokenizer_name, arguments.cache_dir);
  expect_positions(model, arguments.max_seq_length);
  QaDataOptions reading;
  reading.files = {arguments.train_file};
  reading.features = {static_cast<int32_t>(arguments.max_seq_length),
                      static_cast<int32_t>(arguments.doc_stride), task::squad::Purpose::train};
  reading.threads = global.threads;
  const auto seed = static_cast<uint64_t>(arguments.seed);
  const auto backend = open_backend(arguments.backend, global.threads);
  const auto start = Clock::now();
  const QaData data = read_data(model, reading);
  const int64_t batch = arguments.per_device_train_batch_size;
  data::Loader loader(*data.features, {batch, 1, true, seed,
                                       layout_of(arguments.pack, arguments.max_seq_length,
                                                 backend->wants_few_shapes(), batch)});
  const double preparation = std::chrono::duration<double>(Clock::now() - start).count();
  step::StepOptions options;
  options.schedule = {step::Schedule::Kind::linear, 3e-5, 0, arguments.steps + kWarmUp};
  options.bf16 = wants_bf16(arguments.precision, arguments.backend);
  options.max_segment = arguments.max_seq_length;
  train::Programs programs(*backend, model.objective, options);
  train::TrainingState state(*backend, model.objective,
                             read_or_make_weights(model, {seed, arguments.allow_missing_tensors}),
                             seed);
  train::StopFlag stop{0};

  const std::vector<int32_t> lengths =
      compile_steps(programs, loader, *data.features, kWarmUp + arguments.steps);
  const int64_t tokens = std::accumulate(lengths.begin(), lengths.end(), int64_t{0});
  train::TrainerOptions training;
  training.logging_steps = arguments.steps + kWarmUp;
  training.total_steps = arguments.steps + kWarmUp;
  std::vector<Clock::time_point> ends;
  train::TrainerHooks hooks;
  hooks.on_step = [&](int64_t) { ends.push_back(Clock::now()); };
  train::Trainer(programs, state, loader, training, hooks, stop).run();
  const double seconds = std::chrono::duration<double>(ends.back() - ends[kWarmUp - 1]).count();

  const double flops = training_flops(model.config, lengths) / seconds;
  const double peak = product_rate(*backend, model.config, tokens / arguments.steps, options.bf16);
  const nlohmann::ordered_json result = {
      {"features_per_second", static_cast<double>(lengths.size()) / seconds},
      {"tokens_per_second", static_cast<double>(tokens) / seconds},
      {"step_seconds", seconds / static_cast<double>(arguments.steps)},
      {"features", data.features->size()},
      {"preparation_seconds", preparation},
      {"model_flops_per_second", flops},
      {"peak_flops_per_second", peak},
      {"peak_share", flops / peak},
      {"peak_bytes", programs.memory().peak},
      {"precision", options.bf16 ? "bf16" : "f32"},
      {"threads", global.threads},
      {"device", backend->devices()[0].description}};
  if (global.json)
    write_result_json(result);
  else
    write_result(rates_text(result));
  return ExitCode::done;
}

}  // namespace tutti::app
