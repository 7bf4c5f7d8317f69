// SPDX-License-Identifier: Apache-2.0
// Masked words (pretraining of encoders, and their adaptation to a domain) as one of the tasks of
// task/tasks.def.
#include "base/text.h"
#include "task/masked/dataset.h"
#include "task/masked/objective.h"

namespace tutti::task::masked {
namespace {

struct Arguments : TextArguments {
  std::string fill;
};

class MaskedModelling : public Task {
 public:
  MaskedModelling(const ModelFolder& folder, Arguments arguments, bool fills)
      : folder_(folder),
        arguments_(std::move(arguments)),
        objective_(fills ? word_logits(folder.model) : masked_words(folder.model)) {}

  const Objective& objective() const override { return objective_; }
  std::unique_ptr<Dataset> read(const Reading& reading) const override {
    return dataset(read_texts(reading, arguments_), reading);
  }
  std::unique_ptr<Dataset> example(Use use, int64_t max_length, int threads) const override {
    if (arguments_.fill.empty())
      user_error("--fill is empty: expected a text with a mask where a word is missing");
    if (use == Use::predict)
      return std::make_unique<FilledDataset>(arguments_.fill, folder_.tokenizer, max_length);
    return dataset({arguments_.fill}, {.max_length = max_length, .threads = threads});
  }
  void describe(nlohmann::ordered_json& config) const override {
    config["architectures"] = {folder_.model.architecture + "ForMaskedLM"};
  }

 private:
  std::unique_ptr<Dataset> dataset(const std::vector<std::string>& texts,
                                   const Reading& reading) const {
    const auto mask = folder_.tokenizer.special_id("mask");
    if (!mask) user_error("the tokenizer has no token for a mask, expected a \"mask_token\"");
    const MaskOptions options = {arguments_.mlm_probability, arguments_.whole_word_mask, *mask,
                                 folder_.tokenizer.vocabulary_size()};
    return std::make_unique<MaskedDataset>(
        features_of(texts, folder_.tokenizer, arguments_.line_by_line, reading), options,
        folder_.tokenizer.pad_id());
  }

  const ModelFolder& folder_;
  Arguments arguments_;
  Objective objective_;
};

class MaskedModellingKind : public TaskKind {
 public:
  explicit MaskedModellingKind(Use use) : use_(use) {
    if (use == Use::validate) {
      arguments_.fill = "A program computes the same wherever it runs.";
      arguments_.mlm_probability = 0.5;
    }
  }

  std::string_view name() const override { return "masked-lm"; }
  /// Most pretrained encoders have this head. A training keeps it only if --task says so.
  std::vector<std::string_view> heads() const override {
    const bool uses_it = use_ == Use::predict || use_ == Use::evaluate;
    return uses_it ? std::vector<std::string_view>{"ForMaskedLM"} : std::vector<std::string_view>{};
  }
  std::string_view report_name() const override { return "MASKED"; }
  std::string_view adapter_task() const override { return "FEATURE_EXTRACTION"; }
  bool counts_tokens() const override { return true; }
  std::string arguments_to_try() const override { return "--fill \"... [MASK] ...\""; }
  ArgumentList arguments() override {
    ArgumentLister list;
    list.group("Masked words");
    if (use_ == Use::predict || use_ == Use::validate) {
      list.add("fill", arguments_.fill,
               "a text with masks, [MASK] or <mask>: show what fits there");
      return list.take();
    }
    if (use_ == Use::score) return {};
    list.add("text_column_name", arguments_.text_column_name, "column of the text; default: text")
        .number("mlm_probability", arguments_.mlm_probability, 1e-6, 1,
                "share of the tokens, or words, that are hidden")
        .add("whole_word_mask", arguments_.whole_word_mask,
             "hide all tokens of a word together, each behind the mask")
        .add("line_by_line", arguments_.line_by_line,
             "a feature has one text; without, all texts are joined and cut");
    return list.take();
  }
  std::vector<std::string> metrics() const override {
    return {"loss", "perplexity", "token_accuracy"};
  }
  Metric metric(const std::string& name) const override { return {name, name == "token_accuracy"}; }
  std::vector<Path> find_files(const Path& folder, Split split,
                               const std::string& dataset) const override {
    if (auto files = TaskKind::find_files(folder, split, dataset); !files.empty()) return files;
    const Path file = folder / fmt::format("{}.txt", name_of(split));
    return std::filesystem::exists(file) ? std::vector<Path>{file} : std::vector<Path>{};
  }
  std::string wanted_files(Split split) const override {
    return fmt::format("{}.txt, {}", name_of(split), TaskKind::wanted_files(split));
  }

  std::unique_ptr<Task> open(const Opening& opening) const override {
    return std::make_unique<MaskedModelling>(opening.folder, arguments_, use_ == Use::predict);
  }
  Evaluation score(const Path&, const Path&) const override {
    user_error("--task masked-lm: an evaluation writes no predictions, so none are scored");
  }

 private:
  Use use_;
  Arguments arguments_;
};

}  // namespace

std::shared_ptr<TaskKind> kind(Use use) {
  return std::make_shared<MaskedModellingKind>(use);
}

}  // namespace tutti::task::masked
