// SPDX-License-Identifier: Apache-2.0
#include "task/squad/corpus.h"

#include "base/error.h"
#include "base/text.h"
#include "format/content_kind.h"
#include "format/data_file.h"
#include "format/parquet.h"
#include "task/data_kinds.h"
#include "task/squad/corpus_builder.h"

namespace tutti::task::squad {
namespace {

constexpr size_t kMaxFileBytes = size_t{1} << 28;

void read_content(std::string_view text, const std::string& where, std::string_view kind,
                  CorpusBuilder& builder) {
  if (format::is_parquet(text)) return read_parquet_corpus(text, where, builder);
  if (const auto other = format::content_kind(text); other && *other != format::kYamlKind)
    user_error("{}: found {}, expected a SQuAD file, JSON or Parquet", where, *other);
  format::expect_utf8(text, where);
  if (kind == ".csv" || kind == ".tsv")
    read_table_corpus(text, kind, where, builder);
  else if (kind == ".jsonl")
    read_lines_corpus(text, where, builder);
  else
    read_json_corpus(text, where, builder);
}

}  // namespace

std::string advice_for_others(std::span<const std::string> columns) {
  std::string advice = advice_for(columns, "question-answering");
  if (advice.empty())
    advice =
        "for texts with labels add --task text-classification, for texts to learn --task "
        "text-generation";
  return "; " + advice;
}

Corpus parse_corpus(std::string_view text, std::string_view where, std::string_view kind) {
  CorpusBuilder builder;
  const std::string shown = escaped(where, 1000);
  read_content(text, shown, kind, builder);
  return builder.take(shown);
}

Corpus read_corpus(std::span<const Path> files) {
  CorpusBuilder builder;
  for (const Path& file : files)
    read_content(format::read_data_file(file, kMaxFileBytes), escaped(file.native(), 1000),
                 format::data_kind(file), builder);
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
