// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "format/parquet.h"
#include "task/data_kinds.h"
#include "task/squad/corpus_builder.h"

namespace tutti::task::squad {
namespace {

class ParquetCorpusReader {
 public:
  ParquetCorpusReader(std::string_view file, const std::string& where, CorpusBuilder& builder)
      : file_(file, where), where_(where), builder_(builder) {}

  void read() {
    look_at_columns();
    for (size_t group = 0; group < file_.row_groups(); group++) read_group(group);
  }

 private:
  void look_at_columns() const {
    std::vector<std::string> columns;
    for (const format::ParquetLeaf& leaf : file_.leaves())
      if (columns.empty() || columns.back() != leaf.nodes[0].name)
        columns.push_back(leaf.nodes[0].name);
    const auto has = [&](const char* name) {
      return std::find(columns.begin(), columns.end(), name) != columns.end();
    };
    if (!has("question") && !has("context"))
      user_error("{}: found the columns {}, expected id, context, question and answers{}", where_,
                 quoted_names(columns), advice_for_others(columns));
    tell_unused(where_, columns, kRowMembers);
  }

  void read_group(size_t group) {
    const auto ids = file_.strings(group, "id");
    const auto contexts = file_.strings(group, "context");
    const auto questions = file_.strings(group, "question");
    const auto texts = file_.strings(group, "answers.text");
    const auto starts = file_.integers(group, "answers.answer_start");
    for (size_t row = 0; row < ids.rows(); row++, row_++) {
      builder_.continue_context(text(one(contexts.row(row), "context"), "context"));
      const std::string id(text(one(ids.row(row), "id"), "id"));
      if (!builder_.add_question(
              id, std::string(text(one(questions.row(row), "question"), "question"))))
        user_error("{}: question id \"{}\" occurs twice; give each question its own id", place(),
                   escaped(id));
      read_answers(texts.row(row), starts.row(row));
    }
  }

  void read_answers(std::span<const std::string_view> texts, std::span<const int64_t> starts) {
    if (texts.size() != starts.size())
      user_error("{}: found {} answers.text and {} answers.answer_start, expected as many", place(),
                 texts.size(), starts.size());
    for (size_t i = 0; i < texts.size(); i++)
      builder_.add_answer(std::string(text(texts[i], "answers.text")), starts[i]);
  }

  std::string place() const { return fmt::format("{}: row {}", where_, row_); }

  std::string_view one(std::span<const std::string_view> values, const char* column) const {
    if (values.size() != 1)
      user_error("{}: {}: found {}, expected a string", place(), column,
                 values.empty() ? "null" : "a list");
    return values[0];
  }

  std::string_view text(std::string_view value, const char* column) const {
    if (!is_valid_utf8(value))
      user_error("{}: {}: found \"{}\", expected UTF-8", place(), column, escaped(value));
    return value;
  }

  format::ParquetFile file_;
  const std::string& where_;
  CorpusBuilder& builder_;
  size_t row_ = 0;  // of the file
};

}  // namespace

void read_parquet_corpus(std::string_view file, const std::string& where, CorpusBuilder& builder) {
  const size_t first = builder.questions();
  ParquetCorpusReader(file, where, builder).read();
  builder.mark_unanswered(first);
}

}  // namespace tutti::task::squad
