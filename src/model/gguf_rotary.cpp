// SPDX-License-Identifier: Apache-2.0
#include "model/gguf_rotary.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/error.h"

namespace tutti::model {
namespace {

/// Turns from one position to the next without stretching.
std::vector<float> plain_frequencies(double theta, int64_t head_dim) {
  return inverse_frequencies({.theta = theta}, head_dim);
}

bool makes_factors(const Rotary& rotary, std::span<const float> factors) {
  const auto made = rotary_factors(rotary, 2 * static_cast<int64_t>(factors.size()));
  return std::equal(made.begin(), made.end(), factors.begin(),
                    [](float a, float b) { return std::abs(a - b) <= 1e-5f * std::abs(b); });
}

/// Solves for the parameters from factors that are neither 1 nor the largest, of which
/// (1 / factor - 1 / largest) / (1 - 1 / largest) = (original / wavelength - low) / (high - low).
/// Only the ratios of original, low and high matter, so low is 1; of a single factor, high is 4.
void fit_stretching(std::span<const float> factors, Rotary& rotary) {
  const auto plain = plain_frequencies(rotary.theta, 2 * static_cast<int64_t>(factors.size()));
  std::vector<std::pair<double, double>> points;  // 1 / wavelength, and the left side
  for (size_t i = 0; i < factors.size(); i++)
    if (factors[i] > 1 && factors[i] < rotary.factor)
      points.emplace_back(plain[i] / (2 * std::numbers::pi),
                          (1 / factors[i] - 1 / rotary.factor) / (1 - 1 / rotary.factor));
  if (points.empty()) return;
  const auto [u1, s1] = points.front();
  const auto [u2, s2] = points.back();
  const bool single = points.size() == 1;
  const double slope = single ? (s1 + 1.0 / 3) / u1 : (s1 - s2) / (u1 - u2),
               offset = single ? 1.0 / 3 : slope * u1 - s1;
  rotary.low_frequency_factor = 1;
  rotary.high_frequency_factor = std::round((1 + 1 / offset) * 1000) / 1000;
  rotary.original_positions = std::round(slope / offset);
}

}  // namespace

std::vector<float> rotary_factors(const Rotary& rotary, int64_t head_dim) {
  const std::vector<float> plain = plain_frequencies(rotary.theta, head_dim),
                           stretched = inverse_frequencies(rotary, head_dim);
  std::vector<float> factors;
  for (size_t i = 0; i < plain.size(); i++) factors.push_back(plain[i] / stretched[i]);
  return factors;
}

Rotary rotary_of_factors(std::span<const float> factors, double theta, std::string_view where) {
  check(!factors.empty(), "there are no factors of a rotation");
  Rotary rotary{.kind = Rotary::Kind::llama3, .theta = theta};
  const float largest = *std::max_element(factors.begin(), factors.end());
  rotary.factor = largest;
  if (std::all_of(factors.begin(), factors.end(), [](float f) { return f >= 1 && f < 1e6f; }) &&
      largest > 1) {
    if (makes_factors(rotary, factors)) return rotary;  // those of Llama 3 are the defaults
    fit_stretching(factors, rotary);
    if (makes_factors(rotary, factors)) return rotary;
  }
  user_error(
      "{}: tensor rope_freqs.weight: its factors are not those of Llama 3's rotation, which "
      "is expected",
      where);
}

}  // namespace tutti::model
