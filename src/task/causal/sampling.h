// SPDX-License-Identifier: Apache-2.0
// The choice of the next token from a row of logits: pure functions, in the order and the precision
// of transformers' processors of logits.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tutti::task {

/// The defaults change nothing.
struct SamplingSettings {
  bool sample = false;            // false: the likeliest token, and only the penalty counts
  double temperature = 1;         // > 0
  int64_t top_k = 0;              // 0: all tokens
  double top_p = 1;               // in [0, 1]
  double min_p = 0;               // in [0, 1]
  double repetition_penalty = 1;  // > 0
};

/// Throws UserError that names the setting whose value is out of its range.
void check_sampling(const SamplingSettings& settings);

/// Processes one row of logits [vocabulary] in place; a removed token becomes -inf, and at least
/// one token is kept. Logits may be -inf for tokens that must not be drawn. `seen` has the ids of
/// the prompt and of the output so far; ids beyond the row are ignored. Without settings.sample
/// only the repetition penalty is applied. Throws UserError where a logit is NaN or no logit is
/// finite.
void process_logits(const SamplingSettings& settings, std::span<const int32_t> seen,
                    std::span<float> logits);

/// The softmax of processed logits, in place.
void logits_to_probabilities(std::span<float> logits);

/// The id of the largest value, the first of equal ones.
int32_t likeliest_token(std::span<const float> logits);

/// Draws an id by its probability: a function of the probabilities, the seed, the number of the
/// sequence in its batch and the token's position in the sequence, and of nothing else.
int32_t draw_token(std::span<const float> probabilities, uint64_t seed, uint32_t sequence,
                   uint64_t position);

/// The next token of a sequence: the functions above, one after another. `logits` is overwritten;
/// the position is the number of ids seen.
int32_t next_token(const SamplingSettings& settings, std::span<const int32_t> seen,
                   std::span<float> logits, uint64_t seed, uint32_t sequence);

/// Whether a token ends its sequence.
bool is_stop_token(std::span<const int32_t> stop_ids, int32_t id);

}  // namespace tutti::task
