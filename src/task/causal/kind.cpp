// SPDX-License-Identifier: Apache-2.0
// Language modelling as one of the tasks of task/tasks.def: documents, or conversations of which
// the answers count.
#include "data/tokenizer/tokenizer_files.h"
#include "task/causal/dataset.h"
#include "task/causal/documents.h"
#include "task/causal/objective.h"

namespace tutti::task::causal {
namespace {

class LanguageModelling : public Task {
 public:
  LanguageModelling(const ModelFolder& folder, std::string text, DataArguments arguments)
      : folder_(folder),
        text_(std::move(text)),
        arguments_(std::move(arguments)),
        objective_(next_token(folder.model)),
        chat_(open_template(arguments_, folder.tokenizer)) {
    if (folder.model.sees_later_tokens)
      user_error(
          "--task text-generation: the model sees the tokens that it predicts, expected one "
          "that sees those before them; --task lm measures it without a perplexity");
  }

  const Objective& objective() const override { return objective_; }
  std::unique_ptr<Dataset> read(const Reading& reading) const override {
    return std::make_unique<DocumentDataset>(
        read_documents(reading, arguments_, folder_.tokenizer, chat_).tokens, reading,
        packing_of(arguments_, reading.split));
  }
  std::unique_ptr<Dataset> example(Use, int64_t max_length, int threads) const override {
    if (text_.empty()) user_error("--document is empty: expected the text to measure");
    const std::vector<Example> examples = {{.where = "--document", .text = text_}};
    return std::make_unique<DocumentDataset>(
        Labeller(folder_.tokenizer, nullptr, {}).label(examples, threads),
        Reading{.max_length = max_length, .threads = threads});
  }
  void describe(nlohmann::ordered_json& config) const override {
    config["architectures"] = {folder_.model.architecture + folder_.model.next_token_head};
  }
  std::vector<ResultFile> files() const override {
    const bool has_own = arguments_.chat_template_path.empty();
    const Path& own = folder_.tokenizer.path();
    if (!chat_ || (has_own && !std::filesystem::exists(own / data::kToolTemplateFile))) return {};
    if (!chat_->source.with_tools) return {{data::kChatTemplateFile, chat_->source.plain.text}};
    // A checkpoint has no folders below it, so both templates are in a file that it has.
    return {{data::kChatTemplateFile, std::nullopt},
            {data::kTokenizerConfig, data::config_with_templates(own, chat_->source)}};
  }

 private:
  const ModelFolder& folder_;
  std::string text_;
  DataArguments arguments_;
  Objective objective_;
  std::optional<OpenedTemplate> chat_;
};

class LanguageModellingKind : public TaskKind {
 public:
  explicit LanguageModellingKind(Use use) : use_(use) {
    if (use == Use::validate) text_ = "A program computes the same wherever it runs.";
  }

  std::string_view name() const override { return "text-generation"; }
  std::vector<std::string_view> heads() const override { return {"ForCausalLM", "LMHeadModel"}; }
  std::string_view report_name() const override { return "CAUSAL"; }
  std::string_view adapter_task() const override { return "CAUSAL_LM"; }
  bool counts_tokens() const override { return true; }
  ArgumentList arguments() override {
    ArgumentLister list;
    list.group("Text generation");
    if (use_ == Use::predict || use_ == Use::validate)
      list.add("document", text_, "a text: show how likely the model finds it");
    if (use_ == Use::train || use_ == Use::benchmark)
      list_arguments(arguments_, /*trains=*/true, list);
    if (use_ == Use::evaluate) list_arguments(arguments_, /*trains=*/false, list);
    return list.take();
  }
  std::vector<std::string> metrics() const override {
    return {"loss", "perplexity", "token_accuracy"};
  }
  Metric metric(const std::string& name) const override { return {name, name == "token_accuracy"}; }

  int64_t default_length(const model::Model& model) const override {
    return std::min(kDefaultLength, model.positions);
  }
  bool fills_rows(Split split) const override { return packing_of(arguments_, split).has_value(); }

  std::unique_ptr<Task> open(const Opening& opening) const override {
    return std::make_unique<LanguageModelling>(opening.folder, text_, arguments_);
  }
  Evaluation score(const Path&, const Path&) const override {
    user_error("--task text-generation: an evaluation writes no predictions, so none are scored");
  }

 private:
  Use use_;
  std::string text_;
  DataArguments arguments_;
};

}  // namespace

std::shared_ptr<TaskKind> kind(Use use) {
  return std::make_shared<LanguageModellingKind>(use);
}

}  // namespace tutti::task::causal
