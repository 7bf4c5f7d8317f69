// SPDX-License-Identifier: Apache-2.0
#include "task/squad/corpus.h"

#include <nlohmann/json.hpp>
#include <unordered_set>

#include "base/checked.h"
#include "base/text.h"
#include "format/json.h"
#include "task/squad/unicode.h"

namespace tutti::task::squad {
namespace {

using nlohmann::json;

constexpr std::string_view kFormatHint =
    "a SQuAD file is {\"data\": [{\"paragraphs\": [{\"context\", \"qas\": [{\"id\", \"question\", "
    "\"answers\": [{\"text\", \"answer_start\"}]}]}]}]}";

/// Reads value after value and keeps where it stands, for errors.
class CorpusReader {
 public:
  explicit CorpusReader(std::string_view where) : where_(escaped(where, 1000)) {}

  Corpus read(const json& root) {
    each(root, "data", [&](const json& article) {
      each(article, "paragraphs", [&](const json& paragraph) { read_paragraph(paragraph); });
    });
    if (const auto version = root.find("version"); version != root.end() && version->is_string())
      corpus_.version = version->get<std::string>();
    corpus_.file = where_;
    return std::move(corpus_);
  }

 private:
  /// "file: data[0].paragraphs[2].key"
  std::string place(std::string_view key = "") const {
    std::string path;
    for (const auto& [name, index] : place_)
      path += fmt::format("{}{}[{}]", path.empty() ? "" : ".", name, index);
    if (!key.empty()) path += fmt::format("{}{}", path.empty() ? "" : ".", key);
    return path.empty() ? where_ : fmt::format("{}: {}", where_, path);
  }

  const json& member(const json& object, const char* key) const {
    if (!object.is_object())
      user_error("{}: found {}, expected an object; {}", place(), format::json_found(object),
                 kFormatHint);
    const auto found = object.find(key);
    if (found == object.end())
      user_error("{}: member \"{}\" is missing; {}", place(), key, kFormatHint);
    return *found;
  }

  const std::string& string_of(const json& object, const char* key) const {
    const json& value = member(object, key);
    if (!value.is_string())
      user_error("{}: found {}, expected a string", place(key), format::json_found(value));
    return value.get_ref<const std::string&>();
  }

  /// Calls `read` with each item of the array object[key].
  template <typename Read>
  void each(const json& object, const char* key, const Read& read) {
    const json& items = member(object, key);
    if (!items.is_array())
      user_error("{}: found {}, expected an array; {}", place(key), format::json_found(items),
                 kFormatHint);
    for (size_t i = 0; i < items.size(); i++) {
      place_.emplace_back(key, i);
      read(items[i]);
      place_.pop_back();
    }
  }

  void read_paragraph(const json& paragraph) {
    const std::string& context = string_of(paragraph, "context");
    const auto index = checked_cast<int32_t>(corpus_.contexts.size(), "number of contexts");
    checked_cast<int32_t>(context.size(), "bytes of a context");
    corpus_.contexts.push_back(context);
    offsets_ = code_point_offsets(context);
    each(paragraph, "qas", [&](const json& item) { read_question(item, index); });
  }

  void read_question(const json& item, int32_t context) {
    Question question;
    question.id = string_of(item, "id");
    question.text = string_of(item, "question");
    question.context = context;
    if (!ids_.insert(question.id).second)
      user_error("{}: question id \"{}\" stands twice; give each question an id of its own",
                 place(), escaped(question.id));
    if (const auto found = item.find("is_impossible"); found != item.end() && !found->is_null()) {
      if (!found->is_boolean())
        user_error("{}: found {}, expected true or false", place("is_impossible"),
                   format::json_found(*found));
      question.is_impossible = found->get<bool>();
      corpus_.has_impossible = true;
    }
    if (item.contains("answers"))
      each(item, "answers", [&](const json& answer) {
        question.answers.push_back(read_answer(answer, corpus_.contexts.back()));
      });
    checked_cast<int32_t>(corpus_.questions.size(), "number of questions");
    corpus_.questions.push_back(std::move(question));
  }

  Answer read_answer(const json& item, const std::string& context) {
    Answer answer{string_of(item, "text"), kNotThere};
    const json& start = member(item, "answer_start");
    if (!start.is_number_integer())
      user_error("{}: found {}, expected the place of the answer's first character, an integer",
                 place("answer_start"), format::json_found(start));
    if (stands_at(answer.text, context, start))
      answer.start = start.get<int32_t>();
    else
      corpus_.misplaced_answers++;
    return answer;
  }

  /// Valid UTF-8 matches at a code point's first byte only as a whole, so bytes can be compared.
  bool stands_at(const std::string& text, const std::string& context, const json& start) const {
    if (text.empty() || (start.is_number_unsigned() && start.get<uint64_t>() >= offsets_.size()))
      return false;
    const auto code_point = start.get<int64_t>();
    if (code_point < 0 || code_point >= static_cast<int64_t>(offsets_.size())) return false;
    return context.compare(offsets_[static_cast<size_t>(code_point)], text.size(), text) == 0;
  }

  std::string where_;
  std::vector<std::pair<const char*, size_t>> place_;  // members and indices down to here
  Corpus corpus_;
  std::vector<size_t> offsets_;  // of the context's code points, in bytes
  std::unordered_set<std::string> ids_;
};

}  // namespace

Corpus parse_corpus(std::string_view text, std::string_view where) {
  return CorpusReader(where).read(format::parse_json(text, where));
}

Corpus read_corpus(const Path& path) {
  return CorpusReader(path.string()).read(format::read_json(path));
}

}  // namespace tutti::task::squad
