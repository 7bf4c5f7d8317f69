// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/lines.h"
#include "base/text.h"
#include "format/json_document.h"
#include "format/records.h"
#include "task/data_kinds.h"
#include "task/squad/corpus_builder.h"

namespace tutti::task::squad {
namespace {

using format::json_found;
using format::JsonDocument;
using format::JsonElement;

constexpr std::string_view kFormatHint =
    "a SQuAD file is {\"data\": [{\"paragraphs\": [{\"context\", \"qas\": [{\"id\", \"question\", "
    "\"answers\": [{\"text\", \"answer_start\"}]}]}]}]}, or has rows {\"id\", \"context\", "
    "\"question\", \"answers\": {\"text\": [...], \"answer_start\": [...]}}";

/// The members of SQuAD's objects. Those that are not used are part of the form all the same.
const std::vector<std::string> kRootMembers = {"version", "data"};
const std::vector<std::string> kArticleMembers = {"title", "paragraphs"};
const std::vector<std::string> kParagraphMembers = {"context", "qas"};
const std::vector<std::string> kQuestionMembers = {"id", "question", "answers", "is_impossible",
                                                   "plausible_answers"};

/// Reads value after value and remembers the place, for errors.
class CorpusReader {
 public:
  explicit CorpusReader(CorpusBuilder& builder) : builder_(builder), first_(builder.questions()) {}

  /// `where` names the file, or its line or row.
  void read(JsonElement root, std::string where) {
    where_ = std::move(where);
    if (root.is_array() && format::array_of(root).size() > 0)
      return each_item(root, "", [&](JsonElement item) { read_item(item); });
    if (has(root, "paragraphs") || has(root, "context")) return read_item(root);
    if (root.is_object() && !has(root, "data") && !keys_of(root).empty())
      user_error("{}: found {}, member \"data\" is missing{}; {}", place(),
                 quoted_names(keys_of(root)), advice_for_others(keys_of(root)), kFormatHint);
    each(root, "data", [&](JsonElement item) { read_item(item); });
    note_members(root, kRootMembers);
    std::string_view version;
    if (root["version"].get(version) == simdjson::SUCCESS)
      builder_.set_version(std::string(version));
  }

  /// A question of a table's row, with the answers of its cell.
  void read_cells(const nlohmann::ordered_json& cells, std::string where) {
    where_ = std::move(where);
    has_rows_ = true;
    builder_.continue_context(text_of(cells, "context"));
    add_question(text_of(cells, "id"), text_of(cells, "question"));
    if (cells.contains("answers")) read_answers_of(text_of(cells, "answers"));
  }

  void finish(const std::string& file) {
    if (has_rows_) builder_.mark_unanswered(first_);
    tell_unused(file, unused_, {});
  }

 private:
  /// An article, or a row with one question.
  void read_item(JsonElement item) {
    if (has(item, "question") && has(item, "context")) return read_row(item);
    if (item.is_object() && !has(item, "paragraphs"))
      user_error("{}: found {}, member \"paragraphs\" is missing{}; {}", place(),
                 quoted_names(keys_of(item)), advice_for_others(keys_of(item)), kFormatHint);
    note_members(item, kArticleMembers);
    each(item, "paragraphs", [&](JsonElement paragraph) { read_paragraph(paragraph); });
  }

  /// Of a row's answers.
  void read_answers(JsonElement answers) {
    if (answers.is_null()) return;
    if (answers.is_array())
      return each_item(answers, "answers", [&](JsonElement answer) { read_answer(answer); });
    const JsonElement texts = member(answers, "text"), starts = member(answers, "answer_start");
    for (const auto& [list, name] : {std::pair(texts, "text"), std::pair(starts, "answer_start")})
      if (!list.is_array())
        user_error("{}: found {}, expected an array", place(fmt::format("answers.{}", name)),
                   json_found(list));
    const auto from = format::array_of(texts), at = format::array_of(starts);
    if (from.size() != at.size())
      user_error("{}: found {} answers.text and {} answers.answer_start, expected as many", place(),
                 from.size(), at.size());
    auto start = at.begin();
    for (const JsonElement text : from) {
      if (!text.is_string())
        user_error("{}: found {}, expected a string", place("answers.text"), json_found(text));
      builder_.add_answer(std::string(format::string_of(text)), start_of(*start));
      ++start;
    }
  }

  /// The answers in a table's cell.
  void read_answers_of(const std::string& cell) {
    const size_t begin = cell.find_first_not_of(" \t");
    if (begin == cell.npos) return;
    // A list of Python's, as datasets and pandas write it, is no JSON.
    simdjson::dom::parser parser;
    JsonElement answers;
    if (parser.parse(cell.data(), cell.size()).get(answers) != simdjson::SUCCESS)
      user_error(
          "{}: \"answers\" is \"{}\", expected JSON, {{\"text\": [...], \"answer_start\": [...]}}; "
          "write the cell with json.dumps(), or the rows as .jsonl",
          where_, escaped(cell));
    read_answers(answers);
  }

  /// "file: data[0].paragraphs[2].key"
  std::string place(std::string_view key = "") const {
    std::string path;
    for (const auto& [name, index] : place_)
      path += fmt::format("{}{}[{}]", path.empty() ? "" : ".", name, index);
    if (!key.empty()) path += fmt::format("{}{}", path.empty() ? "" : ".", key);
    return path.empty() ? where_ : fmt::format("{}: {}", where_, path);
  }

  static bool has(JsonElement object, std::string_view key) {
    return object.is_object() && object[key].error() == simdjson::SUCCESS;
  }

  static std::vector<std::string> keys_of(JsonElement object) {
    std::vector<std::string> keys;
    for (const auto& member : format::object_of(object)) keys.emplace_back(member.key);
    return keys;
  }

  void note_members(JsonElement object, const std::vector<std::string>& known) {
    if (!object.is_object()) return;
    for (const auto& member : format::object_of(object)) {
      const auto is_it = [&](const std::string& name) { return name == member.key; };
      if (std::none_of(known.begin(), known.end(), is_it) &&
          std::none_of(unused_.begin(), unused_.end(), is_it))
        unused_.emplace_back(member.key);
    }
  }

  JsonElement member(JsonElement object, const char* key) const {
    if (!object.is_object())
      user_error("{}: found {}, expected an object; {}", place(), json_found(object), kFormatHint);
    JsonElement found;
    if (object[key].get(found) != simdjson::SUCCESS)
      user_error("{}: member \"{}\" is missing; {}", place(), key, kFormatHint);
    return found;
  }

  std::string_view string_of(JsonElement object, const char* key) const {
    const JsonElement value = member(object, key);
    if (!value.is_string())
      user_error("{}: found {}, expected a string", place(key), json_found(value));
    return format::string_of(value);
  }

  /// Calls `read` with each item of an array, which is found under `key`.
  template <typename Read>
  void each_item(JsonElement items, const char* key, const Read& read) {
    if (!items.is_array())
      user_error("{}: found {}, expected an array; {}", place(key), json_found(items), kFormatHint);
    size_t i = 0;
    for (const JsonElement item : format::array_of(items)) {
      place_.emplace_back(key, i++);
      read(item);
      place_.pop_back();
    }
  }
  template <typename Read>
  void each(JsonElement object, const char* key, const Read& read) {
    each_item(member(object, key), key, read);
  }

  void read_paragraph(JsonElement paragraph) {
    builder_.add_context(string_of(paragraph, "context"));
    each(paragraph, "qas", [&](JsonElement item) {
      read_question(item);
      note_members(item, kQuestionMembers);
      if (has(item, "answers"))
        each(item, "answers", [&](JsonElement answer) { read_answer(answer); });
    });
    note_members(paragraph, kParagraphMembers);
  }

  void read_row(JsonElement row) {
    builder_.continue_context(string_of(row, "context"));
    has_rows_ = true;
    read_question(row);
    if (has(row, "answers")) read_answers(member(row, "answers"));
    note_members(row, kRowMembers);
  }

  void add_question(const std::string& id, std::string text) {
    if (!builder_.add_question(id, std::move(text)))
      user_error("{}: question id \"{}\" occurs twice; give each question its own id", place(),
                 escaped(id));
  }

  static const std::string& text_of(const nlohmann::ordered_json& cells, const char* column) {
    return cells.at(column).get_ref<const std::string&>();
  }

  void read_question(JsonElement item) {
    add_question(std::string(string_of(item, "id")), std::string(string_of(item, "question")));
    if (!has(item, "is_impossible")) return;
    const JsonElement found = member(item, "is_impossible");
    if (found.is_null()) return;
    if (!found.is_bool())
      user_error("{}: found {}, expected true or false", place("is_impossible"), json_found(found));
    builder_.set_impossible(found.get_bool().value_unsafe());
  }

  void read_answer(JsonElement item) {
    const std::string text(string_of(item, "text"));
    builder_.add_answer(text, start_of(member(item, "answer_start")));
  }

  int64_t start_of(JsonElement start) const {
    if (start.is_int64()) return start.get_int64().value_unsafe();
    if (start.is_uint64()) return INT64_MAX;
    user_error("{}: found {}, expected the place of the answer's first character, an integer",
               place("answer_start"), json_found(start));
  }

  std::string where_;
  std::vector<std::pair<const char*, size_t>> place_;  // members and indices down to here
  std::vector<std::string> unused_;                    // members
  CorpusBuilder& builder_;
  size_t first_;  // question of the file
  bool has_rows_ = false;
};

/// Whether a text is an object on each line and no value as a whole.
bool is_lines(std::string_view text) {
  size_t at = 0;
  const std::string_view first = next_line(text, at);
  if (!first.starts_with('{') || text.find_first_not_of(" \t\r\n", at) == text.npos) return false;
  simdjson::dom::parser parser;
  return parser.parse(first.data(), first.size()).error() == simdjson::SUCCESS;
}

}  // namespace

void read_json_corpus(std::string_view text, const std::string& where, CorpusBuilder& builder) {
  if (is_lines(text)) return read_lines_corpus(text, where, builder);
  const JsonDocument document(text, where);
  CorpusReader reader(builder);
  reader.read(document.root(), where);
  reader.finish(where);
}

void read_lines_corpus(std::string_view text, const std::string& where, CorpusBuilder& builder) {
  CorpusReader reader(builder);
  size_t number = 1;
  for (size_t at = 0; at < text.size(); number++) {
    const std::string_view line = next_line(text, at);
    if (line.find_first_not_of(" \t\r") == line.npos) continue;
    const JsonDocument document(line, where, number);
    reader.read(document.root(), fmt::format("{}:{}", where, number));
  }
  reader.finish(where);
}

void read_table_corpus(std::string_view text, std::string_view kind, const std::string& where,
                       CorpusBuilder& builder) {
  const format::Records table = format::parse_records(text, kind, where);
  for (const char* column : {"id", "context", "question"})
    if (std::find(table.columns.begin(), table.columns.end(), column) == table.columns.end())
      user_error("{}: found the columns {}, expected id, context, question and answers{}", where,
                 quoted_names(table.columns), advice_for_others(table.columns));
  CorpusReader reader(builder);
  for (const format::Record& row : table.rows) reader.read_cells(row.values, row.where);
  reader.finish(where);
  tell_unused(where, table.columns, kRowMembers);
}

}  // namespace tutti::task::squad
