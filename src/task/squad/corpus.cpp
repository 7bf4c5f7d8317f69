// SPDX-License-Identifier: Apache-2.0
#include "task/squad/corpus.h"

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/text.h"
#include "format/content_kind.h"
#include "format/json.h"
#include "format/parquet.h"
#include "task/squad/corpus_builder.h"

namespace tutti::task::squad {
namespace {

using nlohmann::json;

constexpr std::string_view kFormatHint =
    "a SQuAD file is {\"data\": [{\"paragraphs\": [{\"context\", \"qas\": [{\"id\", \"question\", "
    "\"answers\": [{\"text\", \"answer_start\"}]}]}]}]}";

/// Reads value after value and remembers the place, for errors.
class CorpusReader {
 public:
  CorpusReader(std::string_view where, CorpusBuilder& builder)
      : where_(escaped(where, 1000)), builder_(builder) {}

  void read(const json& root) {
    each(root, "data", [&](const json& article) {
      each(article, "paragraphs", [&](const json& paragraph) { read_paragraph(paragraph); });
    });
    if (const auto version = root.find("version"); version != root.end() && version->is_string())
      builder_.set_version(version->get<std::string>());
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
    builder_.add_context(string_of(paragraph, "context"));
    each(paragraph, "qas", [&](const json& item) { read_question(item); });
  }

  void read_question(const json& item) {
    const std::string& id = string_of(item, "id");
    if (!builder_.add_question(id, string_of(item, "question")))
      user_error("{}: question id \"{}\" stands twice; give each question an id of its own",
                 place(), escaped(id));
    if (const auto found = item.find("is_impossible"); found != item.end() && !found->is_null()) {
      if (!found->is_boolean())
        user_error("{}: found {}, expected true or false", place("is_impossible"),
                   format::json_found(*found));
      builder_.set_impossible(found->get<bool>());
    }
    if (item.contains("answers"))
      each(item, "answers", [&](const json& answer) { read_answer(answer); });
  }

  void read_answer(const json& item) {
    const std::string& text = string_of(item, "text");
    const json& start = member(item, "answer_start");
    if (!start.is_number_integer())
      user_error("{}: found {}, expected the place of the answer's first character, an integer",
                 place("answer_start"), format::json_found(start));
    const bool is_beyond = start.is_number_unsigned() && start.get<uint64_t>() > INT64_MAX;
    builder_.add_answer(text, is_beyond ? INT64_MAX : start.get<int64_t>());
  }

  std::string where_;
  std::vector<std::pair<const char*, size_t>> place_;  // members and indices down to here
  CorpusBuilder& builder_;
};

constexpr size_t kMaxFileBytes = size_t{1} << 28;

void read_file_text(std::string_view text, std::string_view where, CorpusBuilder& builder) {
  if (format::is_parquet(text))
    read_parquet_corpus(text, where, builder);
  else if (const auto kind = format::content_kind(text))
    user_error("{}: found {}, expected a SQuAD file, JSON or Parquet", escaped(where, 1000), *kind);
  else
    CorpusReader(where, builder).read(format::parse_json(text, where));
}

}  // namespace

Corpus parse_corpus(std::string_view text, std::string_view where) {
  CorpusBuilder builder;
  read_file_text(text, where, builder);
  return builder.take(escaped(where, 1000));
}

Corpus read_corpus(std::span<const Path> files) {
  CorpusBuilder builder;
  for (const Path& file : files)
    read_file_text(read_file(file, kMaxFileBytes), file.native(), builder);
  return builder.take(names_of(files));
}

Corpus read_corpus(const Path& file) {
  return read_corpus(std::span(&file, 1));
}

std::string names_of(std::span<const Path> files) {
  std::vector<std::string> names;
  for (const Path& file : files) names.push_back(escaped(file.native(), 1000));
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace tutti::task::squad
