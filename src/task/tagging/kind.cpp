// SPDX-License-Identifier: Apache-2.0
// Classification of tokens (named entities, personal data, parts of speech) as one of the tasks of
// task/tasks.def.
#include <algorithm>

#include "base/text.h"
#include "format/json.h"
#include "task/head_labels.h"
#include "task/tagging/dataset.h"
#include "task/tagging/objective.h"

namespace tutti::task::tagging {
namespace {

constexpr std::string_view kHead = "ForTokenClassification";

struct Arguments : TagArguments {
  std::string text;
};

void add_columns(ArgumentLister& list, Arguments& a) {
  list.add("text_column_name", a.text_column_name,
           "column of the words or of a text; default: tokens, words, text. For masked-lm: text")
      .add("label_column_name", a.label_column_name,
           "column of the words' tags, or of the text's spans; default: ner_tags, tags, spans, "
           "entities and others")
      .add("tag_names", a.tag_names,
           "names of tags that a file writes as numbers, from 0 on, separated by commas")
      .choice("tagging_scheme", a.tagging_scheme, {"IOB2", "BIOES"},
              "scheme that the tags of files are turned into; default: their own, and IOB2 for "
              "spans");
}

/// The names that tags were given, or the tags of files.
LabelNames labels_in(std::span<const Path> files, const ColumnArguments& columns) {
  const std::vector<std::string> names = parts_of_list(columns.tag_names);
  if (!names.empty()) return LabelNames::of_names(names);
  return LabelNames::of_samples(tags_in(read_sentences(files, columns), columns));
}

class TokenClassification : public Task {
 public:
  TokenClassification(const Opening& opening, Arguments arguments)
      : folder_(opening.folder),
        arguments_(std::move(arguments)),
        labels_(head_labels(opening, kHead,
                            [&] { return labels_in(opening.train_files, arguments_); })),
        objective_(token_classification(folder_.model, static_cast<int64_t>(labels_.size()))) {}

  const Objective& objective() const override { return objective_; }
  std::unique_ptr<Dataset> read(const Reading& reading) const override {
    return dataset(read_sentences(reading.files, arguments_), reading, /*has_tags=*/true);
  }
  std::unique_ptr<Dataset> example(Use, int64_t max_length, int threads) const override {
    if (arguments_.text.find_first_not_of(" \t\r\n") == std::string::npos)
      user_error("--text is empty: expected the text to find entities in");
    Sentence sentence;
    sentence.text = arguments_.text;
    sentence.where = "--text";
    auto data = dataset({std::move(sentence)}, {.max_length = max_length, .threads = threads},
                        /*has_tags=*/false);
    if (data->words_left_out() > 0)
      user_error("--text: {} beyond --max_seq_length {}; expected a text that fits: divide it",
                 counted(data->words_left_out(), "word"), max_length);
    return data;
  }
  void describe(nlohmann::ordered_json& config) const override {
    config["architectures"] = {folder_.model.architecture + std::string(kHead)};
    config.erase("problem_type");
    labels_.write(config);
  }

 private:
  std::unique_ptr<TagDataset> dataset(std::vector<Sentence> sentences, const Reading& reading,
                                      bool has_tags) const {
    return std::make_unique<TagDataset>(std::move(sentences), folder_.tokenizer, labels_,
                                        arguments_, reading, has_tags);
  }

  const ModelFolder& folder_;
  Arguments arguments_;
  LabelNames labels_;
  Objective objective_;
};

/// The spans of a row of predictions, as entities.
std::vector<Entity> predicted(const nlohmann::json& row, const std::string& where) {
  std::vector<Entity> entities;
  if (!row.is_object() || !row.contains("spans") || !row["spans"].is_array())
    user_error("{}: expected an object with \"spans\", as an evaluation writes it", where);
  for (const nlohmann::json& span : row["spans"])
    entities.push_back({format::json_string(span, "label", where),
                        static_cast<size_t>(format::json_int(span, "start", where)),
                        static_cast<size_t>(format::json_int(span, "end", where))});
  return entities;
}

/// A sentence's entities by characters of its text.
std::vector<Entity> in_characters(const Sentence& sentence) {
  std::vector<Entity> entities;
  for (const Span& span : sentence.spans)
    entities.push_back(
        {span.label, static_cast<size_t>(span.begin), static_cast<size_t>(span.end)});
  for (Entity entity : entities_of(sentence.tags)) {
    const auto place = [&](size_t word) {
      size_t at = 0;
      for (size_t i = 0; i < word; i++)
        at += static_cast<size_t>(character_count(sentence.words[i])) + 1;
      return at;
    };
    entities.push_back({entity.type, place(entity.begin), place(entity.end) - 1});
  }
  return entities;
}

class TokenClassificationKind : public TaskKind {
 public:
  explicit TokenClassificationKind(Use use) : use_(use) {
    if (use == Use::validate) arguments_.text = kTextToValidate;
  }

  std::string_view name() const override { return "token-classification"; }
  std::vector<std::string_view> heads() const override { return {kHead}; }
  std::string_view report_name() const override { return "TOKENS"; }
  std::string_view adapter_task() const override { return "TOKEN_CLS"; }
  std::string arguments_to_try() const override { return "--text \"...\""; }
  ArgumentList arguments() override {
    ArgumentLister list;
    list.group("Token classification");
    if (use_ == Use::predict || use_ == Use::validate) {
      list.add("text", arguments_.text, "the text to find entities in");
    } else {
      add_columns(list, arguments_);
      if (use_ == Use::train || use_ == Use::benchmark)
        list.add("label_all_tokens", arguments_.label_all_tokens,
                 "learn the tag of a word from all of its tokens, not from the first one alone");
      list.add("return_entity_level_metrics", arguments_.return_entity_level_metrics,
               "precision, recall and F1 of each type too");
    }
    return list.take();
  }
  std::vector<std::string> metrics() const override {
    return {"f1", "precision", "recall", "accuracy", "strict_f1"};
  }
  Metric metric(const std::string& name) const override { return {name}; }

  std::vector<Path> find_files(const Path& folder, Split split,
                               const std::string& dataset) const override {
    if (auto files = TaskKind::find_files(folder, split, dataset); !files.empty()) return files;
    for (const char* ending : {".conll", ".txt"})
      if (const Path file = folder / fmt::format("{}{}", name_of(split), ending);
          std::filesystem::exists(file))
        return {file};
    return {};
  }
  std::string wanted_files(Split split) const override {
    return fmt::format("{0}.conll, {0}.txt, {1}", name_of(split), TaskKind::wanted_files(split));
  }

  std::unique_ptr<Task> open(const Opening& opening) const override {
    return std::make_unique<TokenClassification>(opening, arguments_);
  }

  Evaluation score(const Path& dataset, const Path& predictions) const override {
    const std::vector<Sentence> sentences = read_sentences(std::span(&dataset, 1), arguments_);
    const std::string name = escaped(predictions.string(), 1000);
    const nlohmann::json rows = format::read_json(predictions);
    if (!rows.is_array() || rows.size() != sentences.size())
      user_error("{}: expected a list of {}, as an evaluation of that data set writes it", name,
                 counted(static_cast<int64_t>(sentences.size()), "sentence"));
    EntityScores scores;
    for (size_t i = 0; i < rows.size(); i++)
      add_sentence(scores, predicted(rows[i], fmt::format("{}[{}]", name, i)),
                   in_characters(sentences[i]));
    return score_entities(scores, arguments_.return_entity_level_metrics);
  }

 private:
  Use use_;
  Arguments arguments_;
};

}  // namespace

std::shared_ptr<TaskKind> kind(Use use) {
  return std::make_shared<TokenClassificationKind>(use);
}

}  // namespace tutti::task::tagging
