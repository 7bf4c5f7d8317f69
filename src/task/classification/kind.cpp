// SPDX-License-Identifier: Apache-2.0
// Text classification as one of the tasks of task/tasks.def.
#include "format/json.h"
#include "task/classification/head.h"
#include "task/classification/objective.h"

namespace tutti::task::classification {
namespace {

struct Arguments : HeadArguments {
  std::string text, text_pair;
};

void add_columns(ArgumentLister& list, Arguments& columns) {
  list.add(
          "text_column_names", columns.text_column_names,
          "columns of the text, separated by commas, which are joined; default: text, sentence, or "
          "GLUE's names of one or two texts")
      .add("text_column_delimiter", columns.text_column_delimiter,
           "separator of joined columns; default: a blank")
      .add("label_column_name", columns.label_column_name,
           "column of the class; default: label, otherwise labels. For token-classification, of "
           "tags or "
           "spans; default: ner_tags, tags, spans, entities and others")
      .choice("problem_type", columns.problem_type,
              {"single_label_classification", "multi_label_classification", "regression"},
              "what labels are; default: the model's, or by the file: numbers with fractions are a "
              "regression, lists are several classes a text");
}

class TextClassification : public Task {
 public:
  TextClassification(const Opening& opening, Arguments arguments)
      : folder_(opening.folder),
        arguments_(std::move(arguments)),
        head_(find_head(opening, arguments_)),
        objective_(sequence_classification(folder_.model, static_cast<int64_t>(head_.labels.size()),
                                           head_.problem)) {}

  const Objective& objective() const override { return objective_; }
  std::unique_ptr<Dataset> read(const Reading& reading) const override {
    return dataset(read_examples(reading.files, arguments_, /*says_unused=*/true), reading);
  }
  std::unique_ptr<Dataset> example(Use, int64_t max_length, int threads) const override {
    if (arguments_.text.find_first_not_of(" \t\r\n") == std::string::npos)
      user_error("--text is empty: expected the text to classify");
    const bool is_number = head_.problem == Problem::regression;
    Example example{arguments_.text, std::nullopt, is_number ? "0.5" : head_.labels[0], "--text"};
    if (!arguments_.text_pair.empty()) example.pair = arguments_.text_pair;
    return dataset({std::move(example)}, {.max_length = max_length, .threads = threads});
  }
  void describe(nlohmann::ordered_json& config) const override {
    config["architectures"] = {folder_.model.architecture + std::string(kHead)};
    config["problem_type"] = name_of(head_.problem);
    head_.labels.write(config);
  }
  bool measures(std::string_view metric) const override {
    switch (head_.problem) {
      case Problem::single_label:
        return metric == "accuracy" || metric == "f1" || metric == "matthews_correlation";
      case Problem::multi_label:
        return metric == "accuracy" || metric == "f1" || metric == "f1_macro";
      case Problem::regression:
        return metric == "pearson" || metric == "spearmanr" || metric == "combined_score" ||
               metric == "mse";
    }
    return false;
  }

 private:
  std::unique_ptr<Dataset> dataset(std::vector<Example> examples, const Reading& reading) const {
    return std::make_unique<TextDataset>(std::move(examples), folder_.tokenizer, head_, reading);
  }

  const ModelFolder& folder_;
  Arguments arguments_;
  Head head_;
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
    if (use_ == Use::train || use_ == Use::benchmark)
      list.add(
          "class_weights", arguments_.class_weights,
          "weights of the classes' losses: balanced, by how many rows of the file have each, or "
          "numbers in the order of the classes, separated by commas");
    return list.take();
  }
  std::vector<std::string> metrics() const override {
    return {"accuracy", "f1",        "matthews_correlation", "f1_macro",
            "pearson",  "spearmanr", "combined_score",       "mse"};
  }
  Metric metric(const std::string& name) const override { return {name, name != "mse"}; }

  std::unique_ptr<Task> open(const Opening& opening) const override {
    return std::make_unique<TextClassification>(opening, arguments_);
  }

  Evaluation score(const Path& dataset, const Path& predictions) const override {
    const std::vector<Example> examples = read_examples(std::span(&dataset, 1), arguments_);
    return score_predictions(format::read_json(predictions), examples,
                             problem_named(arguments_.problem_type).value_or(problem_of(examples)),
                             escaped(predictions.string(), 1000));
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
