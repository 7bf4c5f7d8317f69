// SPDX-License-Identifier: Apache-2.0
#include "generate/continuation.h"

#include <algorithm>
#include <limits>

#include "generate/stop_strings.h"

namespace tutti::generate {
namespace {

/// A row's text as it is written.
struct Writing {
  Writing(const data::Tokenizer& tokenizer, const Settings& settings,
          const std::vector<int32_t>& prompt)
      : stream(tokenizer, /*skip_special_tokens=*/true),
        stops(settings.stop_strings),
        seen(prompt) {}

  data::TextStream stream;
  StopStrings stops;
  std::vector<int32_t> seen;  // prompt and output
  Continuation result;
  bool ended = false;

  void end(Ending ending) {
    result.ending = ending;
    ended = true;
  }
};

/// Adds text that is certain to the result.
void tell(Writing& writing, size_t row, const std::string& piece, const Progress& progress) {
  if (piece.empty()) return;
  writing.result.text += piece;
  if (progress.on_text) progress.on_text(row, piece);
}

void tell_rest(Writing& writing, size_t row, const Progress& progress) {
  tell(writing, row, writing.stops.push(writing.stream.finish()), progress);
  tell(writing, row, writing.stops.finish(), progress);
}

/// Adds a token to the row's text, and sees whether it ends it.
void write(Writing& writing, size_t row, int32_t id, const Settings& settings,
           const Progress& progress) {
  writing.seen.push_back(id);
  writing.result.ids.push_back(id);
  if (task::is_stop_token(settings.stop_ids, id)) return writing.end(Ending::stop);
  tell(writing, row, writing.stops.push(writing.stream.push(id)), progress);
  if (writing.stops.found()) writing.end(Ending::stop);
}

}  // namespace

void Continuer::expect_prompt(std::span<const int32_t> prompt, std::string_view where) const {
  if (prompt.empty())
    user_error("{}: found no token, expected a prompt of at least one: the tokenizer adds none",
               where);
  const model::Model& model = model_.model();
  const int64_t positions = model.generated_positions.value_or(model.positions);
  if (static_cast<int64_t>(prompt.size()) >= positions)
    user_error("{}: found {} tokens, expected fewer than the model's {} positions{}", where,
               prompt.size(), positions,
               positions < model.positions
                   ? ", beyond which it rotates all tokens otherwise, and Tutti does not generate"
                   : "");
  for (const int32_t id : prompt)
    if (id < 0 || id >= model_.model().vocabulary_size)
      user_error("{}: found the token {}, but the model's embedding has {} rows", where, id,
                 model_.model().vocabulary_size);
}

std::vector<Continuation> Continuer::run(std::span<const std::vector<int32_t>> prompts,
                                         const Settings& settings, uint32_t first_sequence,
                                         const Progress& progress) {
  for (size_t i = 0; i < prompts.size(); i++)
    expect_prompt(prompts[i], fmt::format("prompt {}", i));
  if (settings.max_new_tokens == 0) return std::vector<Continuation>(prompts.size());
  CachedRows rows(model_, prompts.size());
  return extend(rows, prompts, rows.append(prompts), settings, first_sequence, progress);
}

Continuation Continuer::run_in(CachedRows& rows, std::span<const int32_t> prompt,
                               const Settings& settings, uint32_t sequence,
                               const Progress& progress) {
  expect_prompt(prompt, "the prompt");
  if (settings.max_new_tokens == 0) return {};
  const std::vector<int32_t> ids(prompt.begin(), prompt.end());
  return extend(rows, {&ids, 1}, rows.replace(ids), settings, sequence, progress)[0];
}

std::vector<Continuation> Continuer::extend(CachedRows& rows,
                                            std::span<const std::vector<int32_t>> prompts,
                                            std::span<float> logits, const Settings& settings,
                                            uint32_t first_sequence, const Progress& progress) {
  std::vector<Writing> writings;
  for (const auto& prompt : prompts) writings.emplace_back(tokenizer_, settings, prompt);
  const auto width = static_cast<size_t>(model_.model().vocabulary_size);
  const model::Model& model = model_.model();
  const auto positions = static_cast<size_t>(model.generated_positions.value_or(model.positions));
  const auto known = static_cast<size_t>(tokenizer_.vocabulary_size());
  const auto has_more = [](const Writing& writing) { return !writing.ended; };
  for (int64_t count = 1;; count++) {
    const bool stops = progress.stops && progress.stops();
    std::vector<std::vector<int32_t>> added(writings.size());
    for (size_t row = 0; row < writings.size(); row++) {
      Writing& writing = writings[row];
      if (writing.ended) continue;
      if (stops) {
        writing.end(Ending::interrupted);
        continue;
      }
      const std::span<float> own = logits.subspan(row * width, width);
      // An embedding is often padded to a round number of rows, which are no tokens.
      for (size_t id = known; id < width; id++) own[id] = -std::numeric_limits<float>::infinity();
      const int32_t id = task::next_token(settings.sampling, writing.seen, own, settings.seed,
                                          first_sequence + static_cast<uint32_t>(row));
      write(writing, row, id, settings, progress);
      if (!writing.ended && (count == settings.max_new_tokens || writing.seen.size() == positions))
        writing.end(Ending::length);
      if (!writing.ended) added[row] = {id};
    }
    if (std::none_of(writings.begin(), writings.end(), has_more)) break;
    logits = rows.append(added);
  }
  std::vector<Continuation> results;
  for (size_t row = 0; row < writings.size(); row++) {
    tell_rest(writings[row], row, progress);
    results.push_back(std::move(writings[row].result));
  }
  return results;
}

}  // namespace tutti::generate
