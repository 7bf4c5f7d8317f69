// SPDX-License-Identifier: Apache-2.0
// Text classification as one of the tasks of task/tasks.def.
#include <algorithm>

#include "base/log.h"
#include "format/json.h"
#include "task/classification/dataset.h"
#include "task/classification/objective.h"
#include "task/head_labels.h"

namespace tutti::task::classification {
namespace {

constexpr std::string_view kHead = "ForSequenceClassification";

LabelNames labels_of(const std::vector<Example>& examples) {
  std::vector<std::string> labels;
  for (const Example& example : examples) labels.push_back(example.label);
  return LabelNames::of_samples(std::move(labels));
}

/// Refuses heads whose outputs are no classes of which a text has one.
void expect_classifier(const nlohmann::ordered_json& config, const std::string& where) {
  const auto type = config.find("problem_type");
  if (type != config.end() && type->is_string() && *type != "single_label_classification")
    user_error(
        "{}: problem_type is \"{}\", expected single_label_classification: --task "
        "text-classification learns only one class per text",
        where, escaped(type->get<std::string>()));
}

/// The labels of the files to train on, in the order of the model's own where it has them.
LabelNames find_labels(const Opening& opening, const ColumnArguments& columns) {
  if (names_head(opening.folder.config, {kHead}))
    expect_classifier(opening.folder.config, config_name(opening.folder.path));
  return head_labels(opening, kHead,
                     [&] { return labels_of(read_examples(opening.train_files, columns)); });
}

struct Arguments : ColumnArguments {
  std::string text, text_pair;
};

void add_columns(ArgumentLister& list, ColumnArguments& columns) {
  list.add(
          "text_column_names", columns.text_column_names,
          "columns of the text, separated by commas, which are joined; default: text, sentence, or "
          "GLUE's names of one or two texts")
      .add("text_column_delimiter", columns.text_column_delimiter,
           "separator of joined columns; default: a blank")
      .add("label_column_name", columns.label_column_name,
           "column of the class; default: label, otherwise labels. For token-classification, of "
           "tags or "
           "spans; default: ner_tags, tags, spans, entities and others");
}

/// Those that were predicted, and those of the data set that are no other spelling of one of them.
LabelNames all_labels(std::vector<std::string> predicted, const std::vector<Example>& examples) {
  const LabelNames known = LabelNames::of_samples(predicted);
  const size_t before = predicted.size();
  for (const Example& example : examples)
    if (!known.find_name(example.label)) predicted.push_back(example.label);
  if (predicted.size() == before + examples.size())
    log_warning("none of the predicted labels ({}) occurs in the data set ({})", known.text(),
                labels_of(examples).text());
  return LabelNames::of_samples(std::move(predicted));
}

class TextClassification : public Task {
 public:
  TextClassification(const Opening& opening, Arguments arguments)
      : folder_(opening.folder),
        arguments_(std::move(arguments)),
        labels_(find_labels(opening, arguments_)),
        objective_(sequence_classification(folder_.model, static_cast<int64_t>(labels_.size()))) {}

  const Objective& objective() const override { return objective_; }
  std::unique_ptr<Dataset> read(const Reading& reading) const override {
    return dataset(read_examples(reading.files, arguments_, /*says_unused=*/true), reading);
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
    if (use == Use::validate) arguments_.text = kTextToValidate;
  }

  std::string_view name() const override { return "text-classification"; }
  std::vector<std::string_view> heads() const override { return {kHead}; }
  std::string_view report_name() const override { return "CLASSIFICATION"; }
  std::string_view adapter_task() const override { return "SEQ_CLS"; }
  std::string arguments_to_try() const override { return "--text \"...\""; }
  ArgumentList arguments() override {
    ArgumentLister list;
    list.group("Text classification");
    if (use_ == Use::predict || use_ == Use::validate)
      list.add("text", arguments_.text, "the text to classify, or to find entities in")
          .add("text_pair", arguments_.text_pair, "a second text, for classes of pairs");
    else
      add_columns(list, arguments_);
    return list.take();
  }
  std::vector<std::string> metrics() const override { return {"accuracy", "f1"}; }
  Metric metric(const std::string& name) const override { return {name}; }

  std::unique_ptr<Task> open(const Opening& opening) const override {
    return std::make_unique<TextClassification>(opening, arguments_);
  }

  Evaluation score(const Path& dataset, const Path& predictions) const override {
    const std::vector<Example> examples = read_examples(std::span(&dataset, 1), arguments_);
    const nlohmann::json named = format::read_json(predictions);
    if (!named.is_array() || named.size() != examples.size())
      user_error("{}: expected a list of {}, as an evaluation of that data set writes it",
                 escaped(predictions.string(), 1000),
                 counted(static_cast<int64_t>(examples.size()), "label"));
    std::vector<std::string> names;
    for (const nlohmann::json& name : named)
      names.push_back(name.is_string() ? name.get<std::string>() : name.dump());
    const LabelNames labels = all_labels(names, examples);
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
