// SPDX-License-Identifier: Apache-2.0
// Sentence embeddings as one of the tasks of task/tasks.def.
#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "format/gguf.h"
#include "format/sharded.h"
#include "model/gguf_tensors.h"
#include "task/embedding/folder.h"
#include "task/embedding/texts.h"

namespace tutti::task::embedding {
namespace {

struct Arguments : ColumnArguments {
  std::string corpus_file;
  std::string pooling;  // empty: the folder's
  std::optional<bool> normalize_embeddings;
  std::string loss;  // empty: by the data
  double scale = 20;
  std::optional<double> margin;
  std::string triplet_distance = "euclidean";
  std::string matryoshka_dims;
  std::string sentence, other_sentence;
};

constexpr const char* kArchitectureEnd = "Model";

FolderSettings settings_of(const ModelFolder& folder, const Arguments& arguments) {
  const bool has_own = std::filesystem::exists(folder.head / "modules.json");
  FolderSettings settings =
      read_folder(has_own ? folder.head : folder.path, folder.model.hidden_size);
  if (!arguments.pooling.empty()) settings.pooling = pooling_named(arguments.pooling);
  settings.normalizes = arguments.normalize_embeddings.value_or(settings.normalizes);
  return settings;
}

/// What embeddings do not use but the files have: transformers' class of the model alone looks for
/// a pooler.
std::vector<model::Parameter> carried_parameters(const ModelFolder& folder) {
  if (format::is_gguf(folder.path) || format::missing_weights(folder.path)) return {};
  const format::ShardedTensors files = model::open_tensors(folder.path);
  const std::string prefix = prefix_of(folder.model);
  const int64_t width = folder.model.hidden_size;
  std::vector<model::Parameter> carried;
  for (const auto& [end, shape] :
       {std::pair<std::string, ir::Shape>{"pooler.dense.weight", {width, width}},
        {"pooler.dense.bias", {width}}})
    if (files.find(prefix + end) || files.find(end))
      carried.push_back(
          {.name = end, .shape = shape, .trainable = false, .aliases = {prefix + end}});
  return carried;
}

int64_t dimension(const std::string& text, int64_t width) {
  const bool is_number =
      !text.empty() && text.size() < 8 &&
      std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
  const int64_t dim = is_number ? std::stoll(text) : 0;
  if (dim < 1 || dim > width)
    user_error(
        "--matryoshka_dims: found {}, expected numbers from 1 to {}, the model's hidden_size",
        escaped(text), width);
  return dim;
}

LossSettings loss_settings(const Arguments& arguments, bool is_scored, int64_t width) {
  LossSettings settings;
  settings.kind = !arguments.loss.empty() ? loss_named(arguments.loss)
                  : is_scored             ? Kind::cosent
                                          : Kind::mnrl;
  settings.scale = arguments.scale;
  settings.euclidean = arguments.triplet_distance == "euclidean";
  settings.margin = arguments.margin.value_or(settings.kind == Kind::contrastive ? 0.5 : 5);
  for (const std::string& part : parts_of_list(arguments.matryoshka_dims))
    settings.dims.push_back(dimension(part, width));
  std::sort(settings.dims.rbegin(), settings.dims.rend());
  return settings;
}

/// Refuses scores that all are one.
void expect_different_scores(const Examples& examples, const std::string& purpose) {
  for (const Example& row : examples.rows)
    if (row.score != examples.rows[0].score) return;
  user_error(
      "{}: all scores are {}, expected different ones: {} pairs that are more and less alike",
      examples.rows[0].where, examples.rows[0].score, purpose);
}

/// Refuses rows that a loss cannot learn from.
void expect_fitting(const Examples& examples, Kind loss) {
  const std::string& where = examples.rows[0].where;
  const std::string name = name_of(loss);
  if (is_scored(loss) != examples.scored)
    user_error("{}: --loss {} takes rows {} a score, found rows {}", where, name,
               examples.scored ? "without" : "with",
               examples.scored ? "with one; --text_columns names the texts alone if it is no score"
                               : "without; --score_column names its column");
  const size_t texts = examples.columns.size();
  if ((is_scored(loss) && texts != 2) || (loss == Kind::triplet && texts != 3))
    user_error("{}: --loss {} takes {} texts in each row, found {}; --text_columns names them",
               where, name, loss == Kind::triplet ? 3 : 2, texts);
  for (const Example& row : examples.rows) {
    const float least = loss == Kind::cosine ? -1 : 0;
    if ((loss == Kind::cosine || loss == Kind::contrastive) &&
        !(row.score >= least && row.score <= 1))
      user_error("{}: the score is {}, expected a number from {} to 1 for --loss {}", row.where,
                 row.score, least, name);
    for (size_t k = 2; !is_scored(loss) && k < texts; k++)
      if (row.texts[k] == row.texts[1])
        user_error("{}: \"{}\" and \"{}\" are the same text, expected different ones", row.where,
                   escaped(examples.columns[1]), escaped(examples.columns[k]));
  }
  if (loss == Kind::cosent || loss == Kind::contrastive)
    expect_different_scores(examples, fmt::format("--loss {} learns from", name));
}

class Embedding : public Task {
 public:
  Embedding(const Opening& opening, const Arguments& arguments)
      : folder_(opening.folder),
        arguments_(arguments),
        settings_(settings_of(folder_, arguments_)) {
    form_.pooling = settings_.pooling;
    form_.normalizes = settings_.normalizes;
    form_.carried = carried_parameters(folder_);
    bool is_scored = false;
    if (opening.train_files.empty()) {
      // Without data, what is computed of one pair alone is not to be 0.
      if (arguments_.loss.empty()) arguments_.loss = name_of(Kind::cosine);
    } else {
      const Examples examples = read_examples(opening.train_files, arguments_);
      form_.columns = static_cast<int64_t>(examples.columns.size());
      is_scored = examples.scored;
    }
    form_.loss = loss_settings(arguments_, is_scored, folder_.model.hidden_size);
    if (form_.loss.kind == Kind::triplet) form_.columns = std::max<int64_t>(form_.columns, 3);
    objective_ = text_embedding(folder_.model, form_);
  }

  const Objective& objective() const override { return objective_; }
  std::optional<int64_t> length() const override { return settings_.max_seq_length; }

  bool compares_features() const override {
    return form_.loss.kind == Kind::mnrl || form_.loss.kind == Kind::cosent;
  }

  std::unique_ptr<Dataset> read(const Reading& reading) const override {
    Examples examples = read_examples(reading.files, arguments_);
    if (reading.split == Split::train) {
      expect_fitting(examples, form_.loss.kind);
      return std::make_unique<Tuples>(std::move(examples), folder_.tokenizer, form_, reading);
    }
    std::vector<std::string> corpus;
    if (!arguments_.corpus_file.empty()) corpus = read_texts(arguments_.corpus_file, "");
    if (examples.scored && examples.columns.size() != 2)
      user_error("{}: found a score of {} texts, expected one of two; --text_columns names them",
                 examples.rows[0].where, examples.columns.size());
    if (examples.scored && !corpus.empty())
      user_error("--corpus_file: the rows of {} have scores, expected queries with their documents",
                 examples.rows[0].where);
    if (examples.scored) expect_different_scores(examples, "a correlation compares");
    return std::make_unique<ComparedTexts>(std::move(examples), corpus, folder_.tokenizer,
                                           form_.pooling, form_.columns, reading,
                                           checked(settings_.default_prompt()));
  }

  std::unique_ptr<Dataset> example(Use use, int64_t max_length, int threads) const override {
    const Reading reading = {.max_length = max_length, .threads = threads};
    std::vector<std::string> texts = {arguments_.sentence};
    if (!arguments_.other_sentence.empty()) texts.push_back(arguments_.other_sentence);
    for (const std::string& text : texts)
      if (text.find_first_not_of(" \t\r\n") == text.npos)
        user_error("--sentence is empty: expected the text to embed");
    if (use == Use::predict)
      return std::make_unique<Texts>(texts, folder_.tokenizer, form_.pooling, form_.columns,
                                     reading, checked(settings_.default_prompt()));
    Examples examples{{}, true, {{texts, 0.25F, "--sentence"}}};
    examples.rows[0].texts.resize(static_cast<size_t>(form_.columns), texts.back());
    return std::make_unique<Tuples>(std::move(examples), folder_.tokenizer, form_, reading);
  }

  std::unique_ptr<Dataset> of_texts(const PromptedTexts& texts,
                                    const Reading& reading) const override {
    if (!texts.prompt.empty() && !texts.prompt_name.empty())
      user_error("--prompt and --prompt_name: expected one of them");
    const std::string prompt = !texts.prompt.empty()        ? texts.prompt
                               : !texts.prompt_name.empty() ? settings_.prompt(texts.prompt_name)
                                                            : settings_.default_prompt();
    return std::make_unique<Texts>(texts.texts, folder_.tokenizer, form_.pooling, form_.columns,
                                   reading, checked(prompt));
  }

  /// A prompt before texts, whose tokens take part in the pooling.
  const std::string& checked(const std::string& prompt) const {
    if (!prompt.empty() && !settings_.includes_prompt)
      user_error(
          "1_Pooling/config.json: include_prompt is false, expected true: Tutti does not leave a "
          "prompt's tokens out of the pooling");
    return prompt;
  }

  void describe(nlohmann::ordered_json& config) const override {
    config["architectures"] = {folder_.model.architecture + kArchitectureEnd};
  }
  std::vector<ResultFile> files() const override {
    return files_of(settings_, folder_.model.hidden_size);
  }

 private:
  const ModelFolder& folder_;
  Arguments arguments_;
  FolderSettings settings_;
  EmbeddingForm form_;
  Objective objective_;
};

class EmbeddingKind : public TaskKind {
 public:
  explicit EmbeddingKind(Use use) : use_(use) {
    if (use != Use::validate) return;
    arguments_.sentence = "a program computes the same wherever it runs";
    arguments_.other_sentence = "results do not depend on the machine";
  }

  std::string_view name() const override { return "embedding"; }
  std::vector<std::string_view> heads() const override { return {}; }
  std::string_view description() const override { return "modules.json"; }
  std::string_view report_name() const override { return "EMBEDDING"; }
  std::string_view adapter_task() const override { return "FEATURE_EXTRACTION"; }
  ArgumentList arguments() override {
    ArgumentLister list;
    list.group("Embedding");
    if (use_ == Use::predict || use_ == Use::validate)
      list.add("sentence", arguments_.sentence, "a text to embed")
          .add("other_sentence", arguments_.other_sentence, "another, to compare it with");
    else
      add_data(list);
    std::vector<std::string> ways = pooling_names();
    list.choice("pooling", arguments_.pooling, std::move(ways),
                "how a text's tokens become one vector; default: as modules.json says, else mean")
        .add("normalize_embeddings", arguments_.normalize_embeddings,
             "divide embeddings by their norms; default: as modules.json says, else false");
    if (use_ == Use::train || use_ == Use::benchmark || use_ == Use::validate) add_loss(list);
    return list.take();
  }
  std::vector<std::string> metrics() const override {
    return {"spearman", "pearson",   "ndcg@10", "mrr@10",     "recall@1",
            "recall@5", "recall@10", "map@100", "accuracy@1", "triplet_accuracy"};
  }
  Metric metric(const std::string& name) const override { return {name}; }

  std::unique_ptr<Task> open(const Opening& opening) const override {
    return std::make_unique<Embedding>(opening, arguments_);
  }
  Evaluation score(const Path&, const Path&) const override {
    user_error("--task embedding: an evaluation compares embeddings, so no predictions are scored");
  }

 private:
  void add_data(ArgumentLister& list) {
    list.add("text_columns", arguments_.text_columns,
             "columns of the texts that are compared, separated by commas; default: all but the "
             "score, in the order of the file")
        .add("score_column", arguments_.score_column,
             "column that says how alike two texts are; default: label, labels, score or scores")
        .add("corpus_file", arguments_.corpus_file,
             "file of further texts that an evaluation searches")
        .names(Names::input);
  }
  void add_loss(ArgumentLister& list) {
    list.choice("loss", arguments_.loss, loss_names(),
                "mnrl: the second text among all of the batch; cosent, cosine, contrastive: scored "
                "pairs; triplet; default: cosent if there are scores, else mnrl")
        .number("scale", arguments_.scale, 0.001, 1e6, "factor of cosines in mnrl and cosent")
        .number("margin", arguments_.margin, 0, 1e6,
                "of triplet, default 5, and contrastive, default 0.5")
        .choice("triplet_distance", arguments_.triplet_distance, {"euclidean", "cosine"},
                "distance in triplet")
        .add("matryoshka_dims", arguments_.matryoshka_dims,
             "train these leading numbers of embeddings too, separated by commas: 384,128,64; "
             "include hidden_size for the whole");
  }

  Use use_;
  Arguments arguments_;
};

}  // namespace

std::shared_ptr<TaskKind> kind(Use use) {
  return std::make_shared<EmbeddingKind>(use);
}

}  // namespace tutti::task::embedding
