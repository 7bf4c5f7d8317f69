// SPDX-License-Identifier: Apache-2.0
#include "task/data_kinds.h"

#include <algorithm>

#include "base/log.h"
#include "base/text.h"

namespace tutti::task {
namespace {

/// Rows that have all of these columns.
struct DataKind {
  std::vector<std::string_view> columns;
  std::string_view task;  // that reads them; empty: none does
  std::string_view advice;
};

constexpr std::string_view kTokens =
    "for words with a tag each, or texts with spans, add --task token-classification";
constexpr std::string_view kChoices =
    "these are questions with answers to choose from (multiple choice), which no task trains on; "
    "as \"prompt\" and \"completion\" they are read by --task text-generation";
constexpr std::string_view kToLearn =
    "for conversations, prompts with completions and texts to learn add --task text-generation";
constexpr std::string_view kQuestions =
    "for questions with a context and answers add --task question-answering";
constexpr std::string_view kLabels =
    "for texts with labels add --task text-classification, and name its columns by "
    "--text_column_names and --label_column_name where they are not \"text\" and \"label\"";

/// The first that fits is taken.
const std::vector<DataKind>& data_kinds() {
  static const std::vector<DataKind> kinds = {
      {{"chosen", "rejected"},
       "",
       "these are preferences (as for DPO or reward models), which no task trains on; to learn the "
       "chosen answers alone, write them as \"prompt\" and \"completion\" for --task "
       "text-generation"},
      {{"tokens", "ner_tags"}, "token-classification", kTokens},
      {{"tokens", "pos_tags"}, "token-classification", kTokens},
      {{"tokens", "tags"}, "token-classification", kTokens},
      {{"tokens", "labels"}, "token-classification", kTokens},
      {{"words", "labels"}, "token-classification", kTokens},
      {{"text", "spans"}, "token-classification", kTokens},
      {{"text", "entities"}, "token-classification", kTokens},
      {{"source_text", "privacy_mask"}, "token-classification", kTokens},
      {{"ending0", "ending1"}, "", kChoices},
      {{"question", "choices"}, "", kChoices},
      {{"question", "context"}, "question-answering", kQuestions},
      {{"messages"}, "text-generation", kToLearn},
      {{"conversations"}, "text-generation", kToLearn},
      {{"prompt", "completion"}, "text-generation", kToLearn},
      {{"instruction", "output"}, "text-generation", kToLearn},
      {{"label"}, "text-classification", kLabels},
      {{"labels"}, "text-classification", kLabels},
      {{"text"}, "text-generation", kToLearn}};
  return kinds;
}

}  // namespace

std::string advice_for(std::span<const std::string> columns, std::string_view task) {
  const auto has = [&](std::string_view name) {
    return std::find(columns.begin(), columns.end(), name) != columns.end();
  };
  for (const DataKind& kind : data_kinds())
    if (kind.task != task && std::all_of(kind.columns.begin(), kind.columns.end(), has))
      return std::string(kind.advice);
  return "";
}

std::string quoted_names(std::span<const std::string> names) {
  constexpr size_t kMost = 12;
  std::string text;
  for (const std::string& name : names.first(std::min(names.size(), kMost)))
    text += fmt::format("{}\"{}\"", text.empty() ? "" : ", ", escaped(name, 60));
  if (names.size() > kMost) text += fmt::format(" and {} more", names.size() - kMost);
  return text;
}

void tell_unused(const std::string& file, std::span<const std::string> columns,
                 std::span<const std::string> used) {
  std::vector<std::string> unused;
  for (const std::string& column : columns)
    if (std::find(used.begin(), used.end(), column) == used.end()) unused.push_back(column);
  if (!unused.empty()) log_info("{}: not used: {}", file, quoted_names(unused));
}

}  // namespace tutti::task
