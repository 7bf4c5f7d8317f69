// SPDX-License-Identifier: Apache-2.0
// Models of word files as one of the tasks of task/tasks.def: every word of a file is predicted, as
// WikiText's perplexities are counted.
#include "base/lines.h"
#include "base/text.h"
#include "format/data_file.h"
#include "task/causal/objective.h"
#include "task/lm/dataset.h"
#include "task/samples.h"

namespace tutti::task::lm {
namespace {

constexpr std::string_view kHead = "ForWordModeling";

/// Refuses files of rows, whose punctuation would be words.
void expect_text(const Path& file) {
  const std::string kind = format::data_kind(file);
  for (const char* other : {".jsonl", ".json", ".csv", ".tsv", ".parquet"})
    if (kind == other)
      user_error(
          "{}: found a file of rows, expected a text; rows are read by --task text-generation",
          escaped(file.string(), 1000));
}

/// The lines of the files, without their ends.
std::vector<std::string> read_lines(const Reading& reading) {
  constexpr size_t kMost = size_t{4} << 30;
  if (reading.share)
    user_error(
        "--validation_split: expected --validation_file with --task lm, whose words follow "
        "one another");
  std::vector<std::string> lines;
  for (const Path& file : reading.files) {
    expect_text(file);
    const std::string text = format::read_data_file(file, kMost);
    format::expect_utf8(text, escaped(file.string(), 1000));
    for (size_t at = 0; at < text.size();) lines.emplace_back(next_line(text, at));
  }
  keep_samples(lines, reading);
  return lines;
}

class WordModelling : public Task {
 public:
  WordModelling(const ModelFolder& folder, std::string text)
      : folder_(folder), text_(std::move(text)), objective_(causal::next_token(folder.model)) {}

  const Objective& objective() const override { return objective_; }
  std::unique_ptr<Dataset> read(const Reading& reading) const override {
    return dataset(read_lines(reading), reading);
  }
  std::unique_ptr<Dataset> example(Use, int64_t max_length, int threads) const override {
    if (text_.empty()) user_error("--words is empty: expected a line of words to measure");
    return dataset({text_}, {.max_length = max_length, .threads = threads});
  }
  bool measures(std::string_view metric) const override {
    return metric != "perplexity" || !folder_.model.sees_later_tokens;
  }
  void describe(nlohmann::ordered_json& config) const override {
    config["architectures"] = {folder_.model.architecture + std::string(kHead)};
  }

 private:
  std::unique_ptr<Dataset> dataset(const std::vector<std::string>& lines,
                                   const Reading& reading) const {
    return std::make_unique<WordDataset>(lines, folder_.tokenizer, reading,
                                         folder_.model.sees_later_tokens);
  }

  const ModelFolder& folder_;
  std::string text_;
  Objective objective_;
};

/// The names that a split's file may have in a data set's folder, WikiText's among them.
std::vector<std::string> names_of(Split split) {
  if (split == Split::train) return {"train.txt", "wiki.train.tokens"};
  return {"validation.txt", "wiki.valid.tokens"};
}

class WordModellingKind : public TaskKind {
 public:
  explicit WordModellingKind(Use use) : use_(use) {
    if (use == Use::validate) text_ = "a program computes the same wherever it runs .";
  }

  std::string_view name() const override { return "lm"; }
  std::vector<std::string_view> heads() const override { return {kHead}; }
  std::string_view report_name() const override { return "LM"; }
  std::string_view adapter_task() const override { return "CAUSAL_LM"; }
  ArgumentList arguments() override {
    ArgumentLister list;
    if (use_ == Use::predict || use_ == Use::validate)
      list.group("Word modeling")
          .add("words", text_, "a line: show how likely the model finds its words");
    return list.take();
  }
  std::vector<std::string> metrics() const override {
    return {"loss", "perplexity", "token_accuracy"};
  }
  Metric metric(const std::string& name) const override { return {name, name == "token_accuracy"}; }

  std::vector<Path> find_files(const Path& folder, Split split, const std::string&) const override {
    for (const std::string& name : names_of(split))
      if (std::filesystem::exists(folder / name)) return {folder / name};
    return {};
  }
  std::string wanted_files(Split split) const override {
    return fmt::format("{} in this folder", fmt::join(names_of(split), " nor "));
  }

  std::unique_ptr<Task> open(const Opening& opening) const override {
    return std::make_unique<WordModelling>(opening.folder, text_);
  }
  Evaluation score(const Path&, const Path&) const override {
    user_error("--task lm: an evaluation writes no predictions, so none are scored");
  }

 private:
  Use use_;
  std::string text_;
};

}  // namespace

std::shared_ptr<TaskKind> kind(Use use) {
  return std::make_shared<WordModellingKind>(use);
}

}  // namespace tutti::task::lm
