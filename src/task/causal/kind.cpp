// SPDX-License-Identifier: Apache-2.0
// Language modelling as one of the tasks of task/tasks.def: documents, each token of which counts.
#include "base/text.h"
#include "format/json.h"
#include "format/records.h"
#include "task/causal/dataset.h"
#include "task/causal/objective.h"

namespace tutti::task::causal {
namespace {

constexpr std::string_view kHead = "ForCausalLM";

std::vector<std::string> read_texts(const Reading& reading) {
  std::vector<std::string> texts;
  for (const Path& file : reading.files)
    for (const format::Record& record : format::read_records(file)) {
      const auto text = record.values.find("text");
      if (text == record.values.end() || !text->is_string())
        user_error("{}: found no text under \"text\", expected the document to learn",
                   record.where);
      texts.push_back(text->get<std::string>());
    }
  if (reading.max_samples && static_cast<size_t>(*reading.max_samples) < texts.size())
    texts.resize(static_cast<size_t>(*reading.max_samples));
  return texts;
}

class LanguageModelling : public Task {
 public:
  LanguageModelling(const ModelFolder& folder, std::string text)
      : folder_(folder), text_(std::move(text)), objective_(next_token(folder.model)) {}

  const Objective& objective() const override { return objective_; }
  std::unique_ptr<Dataset> read(const Reading& reading) const override {
    return std::make_unique<DocumentDataset>(read_texts(reading), folder_.tokenizer, reading);
  }
  std::unique_ptr<Dataset> example(Use, int64_t max_length, int threads) const override {
    if (text_.empty()) user_error("--document is empty: expected the text to measure");
    return std::make_unique<DocumentDataset>(std::vector<std::string>{text_}, folder_.tokenizer,
                                             Reading{.max_length = max_length, .threads = threads});
  }
  void describe(nlohmann::ordered_json& config) const override {
    config["architectures"] = {folder_.model.architecture + std::string(kHead)};
  }

 private:
  const ModelFolder& folder_;
  std::string text_;
  Objective objective_;
};

class LanguageModellingKind : public TaskKind {
 public:
  explicit LanguageModellingKind(Use use) : use_(use) {
    if (use == Use::validate) text_ = "A program computes the same wherever it runs.";
  }

  std::string_view name() const override { return "text-generation"; }
  std::string_view head() const override { return kHead; }
  std::string_view report_name() const override { return "CAUSAL"; }
  ArgumentList arguments() override {
    ArgumentLister list;
    if (use_ == Use::predict || use_ == Use::validate)
      list.group("Text generation")
          .add("document", text_, "a text; what is shown is how likely the model finds it");
    return list.take();
  }
  std::vector<std::string> metrics() const override {
    return {"loss", "perplexity", "token_accuracy"};
  }
  Metric metric(const std::string& name) const override { return {name, name == "token_accuracy"}; }

  std::unique_ptr<Task> open(const Opening& opening) const override {
    return std::make_unique<LanguageModelling>(opening.folder, text_);
  }
  Evaluation score(const Path&, const Path&) const override {
    user_error("--task text-generation: an evaluation writes no predictions, so none are scored");
  }

 private:
  Use use_;
  std::string text_;
};

}  // namespace

std::shared_ptr<TaskKind> kind(Use use) {
  return std::make_shared<LanguageModellingKind>(use);
}

}  // namespace tutti::task::causal
