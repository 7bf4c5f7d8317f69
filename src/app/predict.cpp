// SPDX-License-Identifier: Apache-2.0
// `tutti predict`: answers to one question about one context, and how long they take.
#include <algorithm>

#include "app/output.h"
#include "app/qa_evaluation.h"
#include "base/text.h"
#include "report/latency.h"

namespace tutti::app {
namespace {

using Json = nlohmann::ordered_json;

// On a terminal: control characters of an answer are shown, not obeyed.
void print_answers(const std::vector<task::squad::Candidate>& best, size_t count) {
  std::string text;
  for (size_t i = 0; i < std::min(count, best.size()); i++)
    text += fmt::format(
        "{:.4f}  {}\n", best[i].probability,
        best[i].text.empty() ? "(no answer)" : escaped(best[i].text, best[i].text.size()));
  write_result(text);
}

/// Windows of a third of their length in common at 384, as run_qa's; smaller ones in half.
int64_t default_stride(const QaModel& model, const PredictArguments& arguments) {
  const auto question = model.tokenizer.encode(arguments.question).ids.size();
  const task::squad::PairLayout layout(model.tokenizer.pair_template());
  const int64_t room =
      arguments.max_seq_length - layout.special_tokens - static_cast<int64_t>(question);
  return std::clamp<int64_t>(room / 2, 0, 128);
}

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
  expect_texts(arguments.question, arguments.context);
  const QaModel model(arguments.model_name_or_path, arguments.tokenizer_name, arguments.cache_dir);
  expect_positions(model, arguments.max_seq_length);
  const int64_t stride = arguments.doc_stride.value_or(default_stride(model, arguments));
  const QaData data = one_question(model, arguments.question, arguments.context,
                                   {static_cast<int32_t>(arguments.max_seq_length),
                                    static_cast<int32_t>(stride), task::squad::Purpose::evaluate},
                                   global.threads);
  LoadedModel loaded(model, arguments.backend, arguments.precision, arguments.max_seq_length,
                     {static_cast<uint64_t>(arguments.seed), arguments.allow_missing_tensors},
                     global.threads);
  const auto predict = [&] {
    return train::Predictions(
        loaded.programs, loaded.parameters, *data.features, data.features->size(),
        // One batch has one shape in any case.
        layout_of("auto", arguments.max_seq_length, /*few_shapes=*/false, data.features->size()));
  };
  const train::Predictions predictions = predict();
  const task::squad::AnswerOptions answering{arguments.version_2_with_negative, 20,
                                             static_cast<int32_t>(arguments.max_answer_length),
                                             0.0};
  const auto answers = task::squad::extract_answers(data.corpus, *data.features,
                                                    logits_of(predictions.outputs()), answering);
  const auto& best = answers.front().n_best;

  Json result = {{"model", model.folder.string()},
                 {"question", arguments.question},
                 {"context", arguments.context}};
  Json list = Json::array();
  for (size_t i = 0; i < std::min(static_cast<size_t>(arguments.top_k), best.size()); i++)
    list.push_back({{"answer", best[i].text},
                    {"score", best[i].start_logit + best[i].end_logit},
                    {"probability", best[i].probability},
                    {"start", best[i].offsets[0]},
                    {"end", best[i].offsets[1]}});
  result["answers"] = list;
  if (!global.json) print_answers(best, static_cast<size_t>(arguments.top_k));
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
