// SPDX-License-Identifier: Apache-2.0
// `tutti predict`: what a model says about one input, and how long it takes.
#include <unistd.h>

#include <algorithm>

#include "app/model/answer_table.h"
#include "app/model/predict_arguments.h"
#include "app/process/context.h"
#include "app/process/output.h"
#include "base/text.h"
#include "report/latency.h"
#include "run/batch_layout.h"
#include "run/loaded_model.h"
#include "run/opened_model.h"
#include "train/predictions.h"

namespace tutti::app {
namespace {

using Json = nlohmann::ordered_json;

std::string latency_text(const Json& benchmark) {
  const auto row = [&](const char* name, const char* key, const char* unit) {
    return fmt::format("{:<11} {:>10.3f} {}\n", name, benchmark[key].get<double>(), unit);
  };
  return fmt::format("{} measured on {}\n",
                     counted(benchmark["iterations"].get<int64_t>(), "answer"),
                     benchmark["device"].get<std::string>()) +
         row("mean", "mean_ms", "ms") + row("deviation", "std_ms", "ms") +
         row("least", "min_ms", "ms") + row("median", "p50_ms", "ms") +
         row("95 %", "p95_ms", "ms") + row("99 %", "p99_ms", "ms") + row("most", "max_ms", "ms") +
         row("throughput", "throughput_qps", "answers/s");
}

}  // namespace

ExitCode run_predict(const GlobalOptions& global, const PredictArguments& arguments) {
  const run::Context context = context_of(global);
  const run::OpenedModel model(arguments, arguments.tasks, task::Use::predict, context);
  const int64_t length = model.length_of(arguments.max_seq_length);
  const auto data = model.example(task::Use::predict, length, global.threads);
  const data::FeatureSource& features = data->features();
  run::LoadedModel loaded(model, arguments.backend, arguments.precision, length,
                          run::first_values(arguments, arguments.seed), context);
  const auto predict = [&] {
    return train::Predictions(loaded.programs, loaded.parameters, features, features.size(),
                              // One batch has one shape in any case.
                              run::layout_of("auto", length, run::Shapes::any, features.size()));
  };
  const train::Predictions predictions = predict();
  const auto most = static_cast<size_t>(arguments.top_k);
  const task::Answer answer = data->answer(predictions.outputs(), most);
  Json result = {{"model", model.path().string()}};
  result.update(answer.json);
  if (!global.json && answer.json.contains("answers")) {
    // The table has only one of several that overlap.
    const task::Answer all = data->answer(predictions.outputs(), SIZE_MAX);
    write_result(answer_table(all.json["answers"], most, columns_of_terminal(STDOUT_FILENO)));
  } else if (!global.json) {
    write_text(answer.text);
  }
  if (arguments.benchmark) {
    constexpr int kWarmUp = 10;
    for (int i = 0; i < kWarmUp; i++) predict();
    std::vector<double> milliseconds;
    for (int64_t i = 0; i < arguments.iterations; i++)
      milliseconds.push_back(1000 * predict().seconds());
    result["benchmark"] = report::latency(std::move(milliseconds));
    result["benchmark"]["device"] = loaded.backend->devices()[0].description;
    if (!global.json) write_result(latency_text(result["benchmark"]));
  }
  if (global.json) write_result_json(result);
  return ExitCode::done;
}

}  // namespace tutti::app
