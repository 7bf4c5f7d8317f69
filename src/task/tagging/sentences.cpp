// SPDX-License-Identifier: Apache-2.0
#include "task/tagging/sentences.h"

#include <algorithm>
#include <set>

#include "base/error.h"
#include "base/text.h"
#include "format/data_file.h"
#include "format/json.h"
#include "format/records.h"
#include "task/data_kinds.h"
#include "task/tagging/columns.h"
#include "task/tagging/entities.h"

namespace tutti::task::tagging {
namespace {

using format::Record;
using Json = nlohmann::ordered_json;

constexpr const char* kWords[] = {"tokens", "words"};
constexpr const char* kTags[] = {"ner_tags", "tags", "labels", "pos_tags", "bio_labels"};
constexpr const char* kTexts[] = {"text", "source_text"};
constexpr const char* kSpans[] = {"spans", "entities", "privacy_mask", "label", "labels"};

/// The first of the names that the record has, or the one that was given; empty if it has none.
std::string first_of(const Record& record, const std::string& given,
                     std::span<const char* const> names) {
  if (!given.empty()) return record.values.contains(given) ? given : "";
  for (const char* name : names)
    if (record.values.contains(name)) return name;
  return "";
}

std::string place(const Record& record, const std::string& name) {
  return fmt::format("{}: \"{}\"", record.where, escaped(name));
}

/// A list, which in a cell of a table is JSON, or words between blanks.
Json list_of(const Record& record, const std::string& name) {
  const Json& value = record.values.at(name);
  if (value.is_array()) return value;
  if (!value.is_string())
    user_error("{} is {}, expected a list", place(record, name), format::json_found(value));
  const std::string text = value.get<std::string>();
  if (text.starts_with('[')) {
    Json list = format::parse_json_ordered(text, place(record, name));
    if (list.is_array()) return list;
  }
  return Json(words_of(text));
}

std::string item_of(const Record& record, const std::string& name, size_t i, const Json& item) {
  if (item.is_string() && !item.get<std::string>().empty()) return item.get<std::string>();
  if (item.is_number_integer()) return item.dump();
  user_error("{}[{}] is {}, expected a text", place(record, name), i,
             item.is_string() ? "empty" : format::json_found(item));
}

std::vector<std::string> texts_of(const Record& record, const std::string& name) {
  std::vector<std::string> texts;
  for (const Json& item : list_of(record, name))
    texts.push_back(item_of(record, name, texts.size(), item));
  return texts;
}

int64_t border_of(const Json& value, const std::string& where) {
  if (!value.is_number_integer() || value < 0)
    user_error("{} is {}, expected the number of a character of the text", where,
               format::json_found(value));
  return value.get<int64_t>();
}

/// {"start": 3, "end": 7, "label": "PER"} under some other names too, or [3, 7, "PER"].
Span span_of(const Json& value, const std::string& where) {
  Json begin, end, label;
  if (value.is_array() && value.size() == 3) {
    begin = value[0];
    end = value[1];
    label = value[2];
  } else if (value.is_object()) {
    const auto take = [&](std::initializer_list<const char*> names) {
      for (const char* name : names)
        if (value.contains(name)) return value.at(name);
      return Json();
    };
    begin = take({"start", "begin"});
    end = take({"end"});
    label = take({"label", "entity_group", "entity_type", "type", "entity"});
  } else {
    user_error("{} is {}, expected {{\"start\": 3, \"end\": 7, \"label\": \"PER\"}}", where,
               format::json_found(value));
  }
  if (!label.is_string() || label == "")
    user_error("{}: the label is {}, expected the span's class under \"label\"", where,
               label.is_string() ? "empty" : format::json_found(label));
  return {label.get<std::string>(), border_of(begin, where + ": the start"),
          border_of(end, where + ": the end")};
}

/// `advice` says which task reads the file's columns, if they are not for this one.
std::vector<Span> spans_of(const Record& record, const std::string& name,
                           const std::string& advice) {
  std::vector<Span> spans;
  Json list = record.values.at(name);
  if (const auto text = list.is_string() ? list.get<std::string>() : ""; text.starts_with('['))
    list = format::parse_json_ordered(text, record.where);
  if (!list.is_array())
    user_error("{} is {}, expected a list of spans{}{}", place(record, name),
               format::json_found(list), advice.empty() ? "" : "; ", advice);
  for (const Json& item : list)
    spans.push_back(span_of(item, fmt::format("{}[{}]", place(record, name), spans.size())));
  std::stable_sort(spans.begin(), spans.end(),
                   [](const Span& a, const Span& b) { return a.begin < b.begin; });
  for (size_t i = 1; i < spans.size(); i++)
    if (spans[i].begin < spans[i - 1].end)
      user_error("{}: the spans [{}, {}) and [{}, {}) overlap, expected each word in one",
                 place(record, name), spans[i - 1].begin, spans[i - 1].end, spans[i].begin,
                 spans[i].end);
  return spans;
}

class SentenceReader {
 public:
  explicit SentenceReader(const ColumnArguments& columns)
      : columns_(columns), names_(parts_of_list(columns.tag_names)) {}

  Sentence read(const Record& record, std::span<const std::string> file_columns) const {
    const std::string words = first_of(record, columns_.text_column_name, kWords);
    const bool is_text =
        words.empty() || (!columns_.text_column_name.empty() &&
                          !record.values.at(words).is_array() && has_spans(record));
    Sentence sentence;
    sentence.where = record.where;
    if (!is_text) {
      sentence.field = required(record, columns_.label_column_name, kTags, file_columns);
      sentence.words = texts_of(record, words);
      sentence.tags = texts_of(record, sentence.field);
      finish(sentence, words);
      return sentence;
    }
    const std::string text = required(record, columns_.text_column_name, kTexts, file_columns);
    sentence.field = required(record, columns_.label_column_name, kSpans, file_columns);
    if (!record.values.at(text).is_string())
      user_error("{} is {}, expected a text", place(record, text),
                 format::json_found(record.values.at(text)));
    sentence.text = record.values.at(text).get<std::string>();
    sentence.spans =
        spans_of(record, sentence.field, advice_for(file_columns, "token-classification"));
    return sentence;
  }

  /// Checks the tags of words, and gives them the scheme that is wanted.
  void finish(Sentence& sentence, const std::string& words) const {
    if (sentence.words.empty())
      user_error("{}: \"{}\" has no words; leave the row out", sentence.where, escaped(words));
    if (sentence.words.size() != sentence.tags.size())
      user_error(
          "{}: \"{}\" has {}, but \"{}\" has {}; expected a tag for each word", sentence.where,
          escaped(words), counted(static_cast<int64_t>(sentence.words.size()), "word"),
          escaped(sentence.field), counted(static_cast<int64_t>(sentence.tags.size()), "tag"));
    for (const std::string& word : sentence.words)
      sentence.text += (sentence.text.empty() ? "" : " ") + word;
    if (!names_.empty()) name_tags(sentence);
    if (!columns_.tagging_scheme.empty())
      sentence.tags = tags_of(entities_of(sentence.tags), sentence.tags.size(),
                              scheme_named(columns_.tagging_scheme));
  }

  std::vector<std::string> wanted() const {
    std::vector<std::string> names = {columns_.text_column_name, columns_.label_column_name};
    std::erase(names, "");
    for (const auto list : {std::span<const char* const>(kWords), {kTags}, {kTexts}, {kSpans}})
      names.insert(names.end(), list.begin(), list.end());
    return names;
  }

 private:
  /// Whether a column that was named has spans, and not tags.
  bool has_spans(const Record& record) const {
    const std::string name = first_of(record, columns_.label_column_name, kSpans);
    if (name.empty()) return false;
    Json list = record.values.at(name);
    if (list.is_string() && list.get_ref<const std::string&>().starts_with('['))
      list = format::parse_json_ordered(list.get<std::string>(), place(record, name));
    return list.is_array() && (list.empty() || list[0].is_object() || list[0].is_array());
  }

  std::string required(const Record& record, const std::string& given,
                       std::span<const char* const> names,
                       std::span<const std::string> file_columns) const {
    const std::string name = first_of(record, given, names);
    if (!name.empty()) return name;
    const std::string advice = advice_for(file_columns, "token-classification");
    user_error(
        "{}: found no \"{}\" in the columns {}, expected \"tokens\" with \"ner_tags\", or "
        "\"text\" with \"spans\"; --text_column_name and --label_column_name name others{}{}",
        record.where, given.empty() ? names[0] : escaped(given), quoted_names(file_columns),
        advice.empty() ? "" : "; ", advice);
  }

  void name_tags(Sentence& sentence) const {
    for (size_t i = 0; i < sentence.tags.size(); i++) {
      std::string& tag = sentence.tags[i];
      const bool is_number = tag.size() < 7 && tag.find_first_not_of("0123456789") == tag.npos;
      if (!is_number) continue;
      const auto id = static_cast<size_t>(std::stoul(tag));
      if (id >= names_.size())
        user_error("{}: \"{}\"[{}] is {}, but --tag_names has {}", sentence.where,
                   escaped(sentence.field), i, id,
                   counted(static_cast<int64_t>(names_.size()), "name"));
      tag = names_[id];
    }
  }

  const ColumnArguments& columns_;
  std::vector<std::string> names_;
};

bool is_records(const Path& file) {
  const std::string kind = format::data_kind(file);
  constexpr const char* kKinds[] = {".jsonl", ".json", ".csv", ".tsv", ".parquet"};
  return std::find(std::begin(kKinds), std::end(kKinds), kind) != std::end(kKinds);
}

}  // namespace

std::vector<Sentence> read_sentences(std::span<const Path> files, const ColumnArguments& columns) {
  std::vector<Sentence> sentences;
  const SentenceReader reader(columns);
  for (const Path& file : files) {
    if (is_records(file)) {
      const format::Records records = format::read_records(file, reader.wanted());
      for (const Record& record : records.rows)
        sentences.push_back(reader.read(record, records.columns));
    } else {
      for (Sentence& sentence : read_columns(file)) {
        reader.finish(sentence, "words");
        sentences.push_back(std::move(sentence));
      }
    }
  }
  return sentences;
}

std::vector<std::string> tags_in(std::span<const Sentence> sentences,
                                 const ColumnArguments& columns) {
  std::set<std::string> tags;
  const bool has_four = scheme_named(columns.tagging_scheme) == Scheme::bioes;
  for (const Sentence& sentence : sentences) {
    tags.insert(sentence.tags.begin(), sentence.tags.end());
    if (sentence.words.empty()) tags.insert("O");
    for (const Span& span : sentence.spans)
      for (const char* prefix : {"B-", "I-", "E-", "S-"})
        if (has_four || *prefix < 'E' || *prefix == 'I') tags.insert(prefix + span.label);
  }
  const auto is_number = [](const std::string& tag) {
    return tag.find_first_not_of("0123456789") == tag.npos;
  };
  if (!tags.empty() && std::all_of(tags.begin(), tags.end(), is_number))
    user_error(
        "{}: the tags in \"{}\" are numbers, expected their names: give them in their order by "
        "--tag_names O,B-PER,I-PER,...",
        sentences[0].where, escaped(sentences[0].field));
  return {tags.begin(), tags.end()};
}

}  // namespace tutti::task::tagging
