// SPDX-License-Identifier: Apache-2.0
#include "task/squad/corpus_builder.h"

#include <algorithm>

#include "base/checked.h"
#include "task/squad/unicode.h"

namespace tutti::task::squad {

void CorpusBuilder::add_context(std::string_view text) {
  checked_cast<int32_t>(corpus_.contexts.size(), "number of contexts");
  checked_cast<int32_t>(text.size(), "bytes of a context");
  corpus_.contexts.emplace_back(text);
  offsets_ = code_point_offsets(text);
}

void CorpusBuilder::continue_context(std::string_view text) {
  if (corpus_.contexts.empty() || corpus_.contexts.back() != text) add_context(text);
}

bool CorpusBuilder::add_question(std::string id, std::string text) {
  checked_cast<int32_t>(corpus_.questions.size(), "number of questions");
  if (!ids_.insert(id).second) return false;
  const auto context = static_cast<int32_t>(corpus_.contexts.size()) - 1;
  corpus_.questions.push_back({std::move(id), std::move(text), context, {}, false});
  return true;
}

void CorpusBuilder::add_answer(std::string text, int64_t start) {
  Answer answer{std::move(text), kNotThere};
  if (stands_at(answer.text, start))
    answer.start = static_cast<int32_t>(start);
  else
    corpus_.misplaced_answers++;
  corpus_.questions.back().answers.push_back(std::move(answer));
}

void CorpusBuilder::set_impossible(bool is_impossible) {
  corpus_.questions.back().is_impossible = is_impossible;
  corpus_.has_impossible = true;
}

void CorpusBuilder::mark_unanswered(size_t first) {
  const std::span<Question> questions = std::span(corpus_.questions).subspan(first);
  const auto is_answered = [](const Question& question) { return !question.answers.empty(); };
  if (std::none_of(questions.begin(), questions.end(), is_answered)) return;
  for (Question& question : questions) {
    question.is_impossible = !is_answered(question);
    if (question.is_impossible) corpus_.has_impossible = true;
  }
}

Corpus CorpusBuilder::take(std::string file) {
  corpus_.file = std::move(file);
  return std::move(corpus_);
}

/// Valid UTF-8 matches at a code point's first byte only as a whole, so bytes can be compared.
bool CorpusBuilder::stands_at(std::string_view text, int64_t start) const {
  if (text.empty() || start < 0 || start >= std::ssize(offsets_)) return false;
  const std::string& context = corpus_.contexts.back();
  return context.compare(offsets_[static_cast<size_t>(start)], text.size(), text) == 0;
}

}  // namespace tutti::task::squad
