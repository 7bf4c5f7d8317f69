// SPDX-License-Identifier: Apache-2.0
// Texts that a model writes after prompts, token by token.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "generate/cached_model.h"
#include "generate/settings.h"

namespace tutti::generate {

enum class Ending {
  stop,        // the model ended the text, or wrote one of the stop strings
  length,      // as many tokens as were requested, or as the model has positions
  interrupted  // by the caller
};

struct Continuation {
  std::vector<int32_t> ids;  // all that the model chose, the one that ended the text among them
  std::string text;          // up to a stop string; special tokens are left out
  Ending ending = Ending::length;
};

struct Progress {
  /// Told pieces of a row's text as soon as they are certain.
  std::function<void(size_t row, const std::string& piece)> on_text = {};
  /// Asked before each token; true ends all texts.
  std::function<bool()> stops = {};
};

class Continuer {
 public:
  /// Both must outlive this object.
  Continuer(CachedModel& model, const data::Tokenizer& tokenizer)
      : model_(model), tokenizer_(tokenizer) {}

  /// Throws the UserError of a prompt that cannot be continued: one without tokens, with ids that
  /// the model does not have, or that leaves no position for another token. `where`
  /// names it.
  void expect_prompt(std::span<const int32_t> prompt, std::string_view where) const;

  /// Continues prompts of at least one token each, together; each becomes what it would alone.
  /// The first is the sequence of that number for what is drawn. Prompts are checked as by
  /// expect_prompt().
  std::vector<Continuation> run(std::span<const std::vector<int32_t>> prompts,
                                const Settings& settings, uint32_t first_sequence = 0,
                                const Progress& progress = {});
  /// Continues one prompt in rows of its own, whose tokens are not computed again as far as the
  /// prompt begins with them.
  Continuation run_in(CachedRows& rows, std::span<const int32_t> prompt, const Settings& settings,
                      uint32_t sequence = 0, const Progress& progress = {});

 private:
  std::vector<Continuation> extend(CachedRows& rows, std::span<const std::vector<int32_t>> prompts,
                                   std::span<float> logits, const Settings& settings,
                                   uint32_t first_sequence, const Progress& progress);

  CachedModel& model_;
  const data::Tokenizer& tokenizer_;
};

}  // namespace tutti::generate
