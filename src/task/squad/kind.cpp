// SPDX-License-Identifier: Apache-2.0
// Extractive question answering as one of the tasks of task/tasks.def.
#include "base/log.h"
#include "task/squad/dataset.h"
#include "task/squad/files.h"
#include "task/squad/objective.h"

namespace tutti::task::squad {
namespace {

constexpr std::string_view kHead = "ForQuestionAnswering";

class QuestionAnswering : public Task {
 public:
  QuestionAnswering(const ModelFolder& folder, Arguments arguments)
      : folder_(folder),
        arguments_(std::move(arguments)),
        objective_(question_answering(folder.model)) {}

  const Objective& objective() const override { return objective_; }
  std::unique_ptr<Dataset> read(const Reading& reading) const override {
    return read_dataset(folder_, arguments_, reading);
  }
  std::unique_ptr<Dataset> example(Use use, int64_t max_length, int threads) const override {
    return example_dataset(folder_, arguments_, use, max_length, threads);
  }
  void describe(nlohmann::ordered_json& config) const override {
    config["architectures"] = {folder_.model.architecture + std::string(kHead)};
  }

 private:
  const ModelFolder& folder_;
  Arguments arguments_;
  Objective objective_;
};

class QuestionAnsweringKind : public TaskKind {
 public:
  explicit QuestionAnsweringKind(Use use) : use_(use), arguments_(use) {}

  std::string_view name() const override { return "question-answering"; }
  std::vector<std::string_view> heads() const override { return {kHead}; }
  std::string arguments_to_try() const override { return "--question \"...\" --context \"...\""; }
  ArgumentList arguments() override { return list_arguments(arguments_, use_); }
  std::vector<std::string> metrics() const override { return {"f1", "exact_match"}; }
  task::Metric metric(const std::string& name) const override {
    const bool is_exact = name == "exact_match" && arguments_.version_2_with_negative;
    return {is_exact ? "exact" : name};  // as SQuAD v2.0's script calls it
  }

  std::vector<Path> find_files(const Path& folder, Split split,
                               const std::string& dataset) const override {
    const bool version_2 = arguments_.version_2_with_negative || dataset.find("v2") != dataset.npos;
    return squad::find_files(folder, split, version_2);
  }
  std::string wanted_files(Split split) const override {
    return squad::wanted_files(split, arguments_.version_2_with_negative);
  }
  std::string hub_name(const std::string& dataset) const override {
    // Names of old, without an organisation, are the hub's short form of these.
    return (dataset.find('/') == dataset.npos ? "rajpurkar/" : "") + dataset;
  }

  std::string_view report_name() const override { return "SQUAD"; }
  std::string_view adapter_task() const override { return "QUESTION_ANS"; }

  // In run_qa padding takes places among the best positions. An evaluation in float32 gives
  // run_qa's answers to the last of the n-best; one in bf16 was chosen for its speed.
  bool pads_evaluations() const override { return true; }

  std::unique_ptr<Task> open(const Opening& opening) const override {
    return std::make_unique<QuestionAnswering>(opening.folder, arguments_);
  }

  Evaluation score(const Path& dataset, const Path& predictions) const override {
    const Corpus corpus = read_corpus(dataset);
    const squad::Metric metric =
        arguments_.version_2_with_negative ? squad::Metric::v2 : metric_of(corpus);
    const Score score = squad::score(corpus, read_predictions(predictions), metric);
    if (!score.missing.empty())
      log_warning("{} of {} questions have no prediction; {}", score.missing.size(),
                  corpus.questions.size(),
                  metric == squad::Metric::v1 ? "they score 0" : "they are left out");
    return {metrics_of(score, metric), score_text(score), {}};
  }

 private:
  Use use_;
  Arguments arguments_;
};

}  // namespace

std::shared_ptr<TaskKind> kind(Use use) {
  return std::make_shared<QuestionAnsweringKind>(use);
}

}  // namespace tutti::task::squad
