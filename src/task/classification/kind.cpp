// SPDX-License-Identifier: Apache-2.0
// Text classification as one of the tasks of task/tasks.def.
#include <algorithm>

#include "format/json.h"
#include "task/classification/dataset.h"
#include "task/classification/objective.h"

namespace tutti::task::classification {
namespace {

constexpr std::string_view kHead = "ForSequenceClassification";

/// The labels of a classifier's config.json, by id; empty where it has none.
std::vector<std::string> labels_in(const nlohmann::ordered_json& config) {
  std::vector<std::string> labels;
  const auto names = config.find("id2label");
  if (names == config.end() || !names->is_object()) return labels;
  for (size_t id = 0; names->contains(std::to_string(id)); id++)
    labels.push_back((*names)[std::to_string(id)].get<std::string>());
  return labels;
}

/// Those of the files to train on, in the order of the model's own where it knows them all.
std::vector<std::string> find_labels(const Opening& opening) {
  const std::vector<std::string> known = labels_in(opening.folder.config);
  if (opening.train_files.empty()) {
    if (known.size() < 2)
      user_error(
          "{}: config.json has no id2label, expected the names of at least two labels: train the "
          "model first",
          escaped(opening.folder.path.string(), 1000));
    return known;
  }
  const std::vector<std::string> found = labels_of(read_examples(opening.train_files.front()));
  const bool knows_all = std::all_of(found.begin(), found.end(), [&](const std::string& label) {
    return std::find(known.begin(), known.end(), label) != known.end();
  });
  if (knows_all) return known;
  if (found.size() < 2)
    user_error("{}: found one label, \"{}\", expected two or more",
               escaped(opening.train_files.front().string(), 1000), escaped(found.front()));
  return found;
}

struct Arguments {
  std::string text, text_pair;
};

class TextClassification : public Task {
 public:
  TextClassification(const Opening& opening, Arguments arguments)
      : folder_(opening.folder),
        arguments_(std::move(arguments)),
        labels_(find_labels(opening)),
        objective_(sequence_classification(folder_.model, static_cast<int64_t>(labels_.size()))) {}

  const Objective& objective() const override { return objective_; }
  std::unique_ptr<Dataset> read(const Reading& reading) const override {
    return dataset(read_examples(reading.files.front()), reading);
  }
  std::unique_ptr<Dataset> example(Use, int64_t max_length, int threads) const override {
    if (arguments_.text.find_first_not_of(" \t\r\n") == std::string::npos)
      user_error("--text is empty: expected the text to classify");
    Example example{arguments_.text, std::nullopt, labels_.front(), "--text"};
    if (!arguments_.text_pair.empty()) example.pair = arguments_.text_pair;
    return dataset({std::move(example)}, {.max_length = max_length, .threads = threads});
  }
  void describe(nlohmann::ordered_json& config) const override {
    config["architectures"] = {folder_.model.architecture + std::string(kHead)};
    config["problem_type"] = "single_label_classification";
    config["id2label"] = config["label2id"] = nlohmann::ordered_json::object();
    for (size_t id = 0; id < labels_.size(); id++) {
      config["id2label"][std::to_string(id)] = labels_[id];
      config["label2id"][labels_[id]] = id;
    }
  }

 private:
  std::unique_ptr<Dataset> dataset(std::vector<Example> examples, const Reading& reading) const {
    return std::make_unique<TextDataset>(std::move(examples), folder_.tokenizer, labels_, reading);
  }

  const ModelFolder& folder_;
  Arguments arguments_;
  std::vector<std::string> labels_;
  Objective objective_;
};

class TextClassificationKind : public TaskKind {
 public:
  explicit TextClassificationKind(Use use) : use_(use) {
    if (use == Use::validate) arguments_.text = "A film that is as quick as it is clever.";
  }

  std::string_view name() const override { return "text-classification"; }
  std::string_view head() const override { return kHead; }
  std::string_view report_name() const override { return "CLASSIFICATION"; }
  ArgumentList arguments() override {
    ArgumentLister list;
    if (use_ == Use::predict || use_ == Use::validate)
      list.group("Text classification")
          .add("text", arguments_.text, "the text to classify")
          .add("text_pair", arguments_.text_pair, "a second text, where the classes are of pairs");
    return list.take();
  }
  std::vector<std::string> metrics() const override { return {"accuracy", "f1"}; }
  Metric metric(const std::string& name) const override { return {name}; }

  std::vector<Path> find_files(const Path& folder, Split split, const std::string&) const override {
    const char* const stem = split == Split::train ? "train" : "validation";
    for (const char* kind : {".jsonl", ".json", ".csv", ".tsv"})
      if (std::filesystem::exists(folder / (std::string(stem) + kind)))
        return {folder / (std::string(stem) + kind)};
    return {};
  }
  std::string wanted_files(Split split) const override {
    return fmt::format("{}.jsonl, .json, .csv nor .tsv in this folder",
                       split == Split::train ? "train" : "validation");
  }

  std::unique_ptr<Task> open(const Opening& opening) const override {
    return std::make_unique<TextClassification>(opening, arguments_);
  }

  Evaluation score(const Path& dataset, const Path& predictions) const override {
    const std::vector<Example> examples = read_examples(dataset);
    const nlohmann::json named = format::read_json(predictions);
    if (!named.is_array() || named.size() != examples.size())
      user_error("{}: expected a list of {}, as an evaluation of that data set writes it",
                 escaped(predictions.string(), 1000),
                 counted(static_cast<int64_t>(examples.size()), "label"));
    const std::vector<std::string> labels = labels_of(examples);
    std::vector<int32_t> found, expected;
    for (size_t i = 0; i < examples.size(); i++) {
      expected.push_back(label_index(examples[i], labels));
      const Example predicted{"",
                              {},
                              named[i].is_string() ? named[i].get<std::string>() : named[i].dump(),
                              fmt::format("{}[{}]", escaped(predictions.string(), 1000), i)};
      found.push_back(label_index(predicted, labels));
    }
    return score_labels(found, expected, labels.size());
  }

 private:
  Use use_;
  Arguments arguments_;
};

}  // namespace

std::shared_ptr<TaskKind> kind(Use use) {
  return std::make_shared<TextClassificationKind>(use);
}

}  // namespace tutti::task::classification
