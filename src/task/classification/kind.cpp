// SPDX-License-Identifier: Apache-2.0
// Text classification as one of the tasks of task/tasks.def.
#include "format/json.h"
#include "task/classification/dataset.h"
#include "task/classification/objective.h"

namespace tutti::task::classification {
namespace {

constexpr std::string_view kHead = "ForSequenceClassification";

LabelNames labels_of(const std::vector<Example>& examples) {
  std::vector<std::string> labels;
  for (const Example& example : examples) labels.push_back(example.label);
  return LabelNames::of_samples(std::move(labels));
}

/// The labels of the file to train on, in the order of the model's own where it has them all.
LabelNames find_labels(const Opening& opening) {
  const std::string config = (opening.folder.path / "config.json").string();
  LabelNames known = LabelNames::of_config(opening.folder.config, escaped(config, 1000));
  if (!opening.train_files.empty()) {
    LabelNames found = labels_of(read_examples(opening.train_files.front()));
    if (!known.contains_all(found)) known = std::move(found);
  }
  if (known.size() < 2)
    user_error("{}: expected at least two labels, in its id2label or in the file to train on",
               escaped(config, 1000));
  return known;
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
    Example example{arguments_.text, std::nullopt, labels_[0], "--text"};
    if (!arguments_.text_pair.empty()) example.pair = arguments_.text_pair;
    return dataset({std::move(example)}, {.max_length = max_length, .threads = threads});
  }
  void describe(nlohmann::ordered_json& config) const override {
    config["architectures"] = {folder_.model.architecture + std::string(kHead)};
    config["problem_type"] = "single_label_classification";
    labels_.write(config);
  }

 private:
  std::unique_ptr<Dataset> dataset(std::vector<Example> examples, const Reading& reading) const {
    return std::make_unique<TextDataset>(std::move(examples), folder_.tokenizer, labels_, reading);
  }

  const ModelFolder& folder_;
  Arguments arguments_;
  LabelNames labels_;
  Objective objective_;
};

class TextClassificationKind : public TaskKind {
 public:
  explicit TextClassificationKind(Use use) : use_(use) {
    if (use == Use::validate) arguments_.text = "A film that is as quick as it is clever.";
  }

  std::string_view name() const override { return "text-classification"; }
  std::vector<std::string_view> heads() const override { return {kHead}; }
  std::string_view report_name() const override { return "CLASSIFICATION"; }
  std::string_view adapter_task() const override { return "SEQ_CLS"; }
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
    std::vector<std::string> names;
    for (const nlohmann::json& name : named)
      names.push_back(name.is_string() ? name.get<std::string>() : name.dump());
    for (const Example& example : examples) names.push_back(example.label);
    const LabelNames labels = LabelNames::of_samples(names);
    std::vector<int32_t> found, expected;
    for (size_t i = 0; i < examples.size(); i++) {
      found.push_back(labels.id_of(names[i], ""));
      expected.push_back(labels.id_of(examples[i].label, ""));
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
