// SPDX-License-Identifier: Apache-2.0
#include "task/causal/sampling.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

#include "base/error.h"
#include "base/random.h"

namespace tutti::task {
namespace {

constexpr float kRemoved = -std::numeric_limits<float>::infinity();
constexpr float kLargest = std::numeric_limits<float>::max();
constexpr uint32_t kDrawPurpose = 0x73616d70;  // draws' own key, so that no other use shares it

void check_setting(bool holds, const char* name, double found, const char* expected) {
  if (!holds) user_error("{}: found {}, expected {}", name, found, expected);
}

/// Each id once, however often it was seen. What float32 cannot hold becomes its largest or
/// smallest number: a token stays one that may follow.
void penalize(float penalty, std::span<const int32_t> seen, std::span<float> logits) {
  std::vector<bool> done(logits.size());
  for (const int32_t id : seen) {
    const auto at = static_cast<size_t>(id);
    if (id < 0 || at >= logits.size() || done[at]) continue;
    done[at] = true;
    if (logits[at] == kRemoved) continue;
    const float penalized = logits[at] < 0 ? logits[at] * penalty : logits[at] / penalty;
    logits[at] = std::clamp(penalized, -kLargest, kLargest);
  }
}

/// A temperature so low that float32 cannot hold the largest quotient leaves the likeliest tokens,
/// as one a little higher does.
void apply_temperature(float temperature, std::span<float> logits) {
  const float largest = *std::max_element(logits.begin(), logits.end());
  const bool fits = std::isfinite(largest / temperature);
  for (float& logit : logits) {
    if (logit == kRemoved) continue;
    logit = fits ? logit / temperature : logit == largest ? 0.0f : kRemoved;
  }
}

/// Ties with the last of the k stay.
void keep_top_k(int64_t top_k, std::span<float> logits) {
  if (top_k >= static_cast<int64_t>(logits.size())) return;
  std::vector<float> sorted(logits.begin(), logits.end());
  const auto last = sorted.begin() + (top_k - 1);
  std::nth_element(sorted.begin(), last, sorted.end(), std::greater<>());
  for (float& logit : logits)
    if (logit < *last) logit = kRemoved;
}

std::vector<float> softmax_of(std::span<const float> logits) {
  std::vector<float> probabilities(logits.begin(), logits.end());
  logits_to_probabilities(probabilities);
  return probabilities;
}

/// Removes the least likely tokens as long as their probabilities together are at most 1 - top_p;
/// of equal ones the first. The sum is kept in double and compared in float32, as PyTorch does.
void keep_top_p(double top_p, std::span<float> logits) {
  const std::vector<float> probabilities = softmax_of(logits);
  const double rest = 1 - top_p;
  // All tokens below this together are less than the rest: they go without being sorted.
  const double surely = rest / (2 * static_cast<double>(logits.size()));
  double sum = 0;
  std::vector<size_t> others;
  for (size_t i = 0; i < logits.size(); i++) {
    if (probabilities[i] >= surely) {
      others.push_back(i);
    } else {
      sum += probabilities[i];
      logits[i] = kRemoved;
    }
  }
  std::stable_sort(others.begin(), others.end(),
                   [&](size_t a, size_t b) { return logits[a] < logits[b]; });
  for (size_t i = 0; i + 1 < others.size(); i++) {
    sum += probabilities[others[i]];
    if (static_cast<float>(sum) > static_cast<float>(rest)) break;
    logits[others[i]] = kRemoved;
  }
}

void keep_min_p(double min_p, std::span<float> logits) {
  const std::vector<float> probabilities = softmax_of(logits);
  const float least =
      static_cast<float>(min_p) * *std::max_element(probabilities.begin(), probabilities.end());
  for (size_t i = 0; i < logits.size(); i++)
    if (probabilities[i] < least) logits[i] = kRemoved;
}

void check_finite_row(std::span<const float> logits) {
  bool any = false;
  for (const float logit : logits) {
    if (std::isnan(logit) || logit == std::numeric_limits<float>::infinity())
      user_error(
          "generation: found the logit {}, expected finite logits; the model overflows: "
          "check its weights, or compute in float32",
          logit);
    any = any || logit != kRemoved;
  }
  if (!any) user_error("generation: found no token that may follow, expected one finite logit");
}

}  // namespace

void check_sampling(const SamplingSettings& settings) {
  check_setting(settings.temperature > 0 && std::isfinite(settings.temperature), "temperature",
                settings.temperature, "a number above 0; for the likeliest token do not sample");
  if (settings.top_k < 0)
    user_error("top_k: found {}, expected 0 (all tokens) or more", settings.top_k);
  check_setting(settings.top_p >= 0 && settings.top_p <= 1, "top_p", settings.top_p,
                "a number from 0 to 1");
  check_setting(settings.min_p >= 0 && settings.min_p <= 1, "min_p", settings.min_p,
                "a number from 0 to 1");
  const auto penalty = static_cast<float>(settings.repetition_penalty);
  check_setting(penalty > 0 && std::isfinite(penalty), "repetition_penalty",
                settings.repetition_penalty, "a number above 0 that float32 can hold");
}

void process_logits(const SamplingSettings& settings, std::span<const int32_t> seen,
                    std::span<float> logits) {
  check_sampling(settings);
  check_finite_row(logits);
  if (settings.repetition_penalty != 1)
    penalize(static_cast<float>(settings.repetition_penalty), seen, logits);
  if (!settings.sample) return;
  const auto temperature = static_cast<float>(settings.temperature);
  if (settings.temperature != 1) apply_temperature(temperature, logits);
  if (settings.top_k != 0) keep_top_k(settings.top_k, logits);
  if (settings.top_p < 1) keep_top_p(settings.top_p, logits);
  if (settings.min_p > 0) keep_min_p(settings.min_p, logits);
}

void logits_to_probabilities(std::span<float> logits) {
  const float largest = *std::max_element(logits.begin(), logits.end());
  double sum = 0;
  for (float& logit : logits) {
    logit = std::exp(logit - largest);
    sum += logit;
  }
  for (float& logit : logits) logit = static_cast<float>(logit / sum);
}

int32_t likeliest_token(std::span<const float> logits) {
  return static_cast<int32_t>(std::max_element(logits.begin(), logits.end()) - logits.begin());
}

int32_t draw_token(std::span<const float> probabilities, uint64_t seed, uint32_t sequence,
                   uint64_t position) {
  const Words key = fold_in(fold_in(key_of(seed), kDrawPurpose), sequence);
  const double total = std::accumulate(probabilities.begin(), probabilities.end(), 0.0);
  const double drawn = uniform_number(key, position) * total;
  double sum = 0;
  size_t last = 0;  // the rounded sum may end below what was drawn
  for (size_t i = 0; i < probabilities.size(); i++) {
    if (!(probabilities[i] > 0)) continue;
    last = i;
    sum += probabilities[i];
    if (drawn < sum) break;
  }
  return static_cast<int32_t>(last);
}

int32_t next_token(const SamplingSettings& settings, std::span<const int32_t> seen,
                   std::span<float> logits, uint64_t seed, uint32_t sequence) {
  process_logits(settings, seen, logits);
  if (!settings.sample) return likeliest_token(logits);
  logits_to_probabilities(logits);
  return draw_token(logits, seed, sequence, seen.size());
}

bool is_stop_token(std::span<const int32_t> stop_ids, int32_t id) {
  return std::find(stop_ids.begin(), stop_ids.end(), id) != stop_ids.end();
}

}  // namespace tutti::task
