// SPDX-License-Identifier: Apache-2.0
#include "kernel/fft.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "base/rounding.h"

namespace tutti::kernel {
namespace {

// Larger factors cost more as passes than as a convolution.
constexpr int64_t kLargestFactor = 127;
// Powers of longer lines would be read from all over the memory.
constexpr int64_t kLongestByPowers = 1 << 20;
// Several longer lines do not fit into the cache at once; the rows of shorter ones are too short.
constexpr int64_t kShortestSplit = 256;

/// exp(-2 pi i turns / whole)
std::complex<long double> twiddle_of(int64_t turns, int64_t whole) {
  const long double angle = -2 * std::numbers::pi_v<long double> * static_cast<long double>(turns) /
                            static_cast<long double>(whole);
  return {std::cos(angle), std::sin(angle)};
}

template <class Real>
void append_twiddle(std::vector<Real>& to, int64_t turns, int64_t whole) {
  const auto twiddle = twiddle_of(turns, whole);
  to.push_back(static_cast<Real>(twiddle.real()));
  to.push_back(static_cast<Real>(twiddle.imag()));
}

/// The factors of a length; factors of 2 are joined to 8, 4 and 2.
std::vector<int64_t> factors_of(int64_t length) {
  std::vector<int64_t> factors;
  int64_t twos = 0;
  for (; length % 2 == 0; length /= 2) twos++;
  for (; twos >= 5 || twos == 3; twos -= 3) factors.push_back(8);
  for (; twos >= 2; twos -= 2) factors.push_back(4);
  if (twos == 1) factors.push_back(2);
  for (int64_t prime = 3; prime * prime <= length; prime += 2)
    for (; length % prime == 0; length /= prime) factors.push_back(prime);
  if (length > 1) factors.push_back(length);
  return factors;
}

int64_t largest_factor(int64_t length) {
  const auto factors = factors_of(length);
  return factors.empty() ? 1 : *std::max_element(factors.begin(), factors.end());
}

/// base^exponent modulo `modulus` < 2^31
int64_t power_of(int64_t base, int64_t exponent, int64_t modulus) {
  int64_t power = 1;
  for (; exponent > 0; exponent /= 2, base = base * base % modulus)
    if (exponent % 2 == 1) power = power * base % modulus;
  return power;
}

template <class Real>
FftFactors<Real> make_factors(int64_t length) {
  FftFactors<Real> out{length, {}};
  int64_t before = 1;
  for (int64_t radix : factors_of(length)) {
    out.passes.push_back({radix, before, length / before / radix, {}, {}});
    before *= radix;
  }
  return out;
}

template <class Real>
void prepare_factors(FftFactors<Real>& factors) {
  for (FftPass<Real>& pass : factors.passes) {
    for (int64_t i = 0; i < pass.after; i++)
      for (int64_t j = 1; j < pass.radix; j++)
        append_twiddle(pass.twiddles, i * j, pass.radix * pass.after);
    for (int64_t k = 0; k < pass.radix; k++) append_twiddle(pass.roots, k, pass.radix);
  }
}

/// The number of rows for which the fewest lanes are empty and rows and columns are about as long;
/// 1 where there is no good one.
int64_t split_of(int64_t length, int64_t lanes) {
  int64_t best = 1, least = 0;
  for (int64_t rows = 2; rows * rows <= length; rows++) {
    if (length % rows != 0) continue;
    const int64_t columns = length / rows;
    const int64_t cost =
        rows * round_up(columns, lanes) + columns * round_up(rows, lanes) + 2 * (rows + columns);
    if (best != 1 && cost > least) continue;
    best = rows;
    least = cost;
  }
  return least > 3 * length ? 1 : best;
}

/// The smallest of 2^k, 5 2^k / 4 and 3 2^k / 2 that is at least `least`; these are split well.
int64_t convolution_length(int64_t least) {
  int64_t power = 256;
  while (power < least) power *= 2;
  for (int64_t parts : {5, 6})
    if (power > 1024 && power / 8 * parts >= least) return power / 8 * parts;
  return power;
}

}  // namespace

template <class Real>
FftPlan<Real>::FftPlan(int64_t size, bool is_inverse, FftUse use)
    : length(size), inverse(is_inverse) {
  constexpr int64_t kLanes = kFftLines<Real>;
  if (inverse) scale = static_cast<Real>(1.0L / static_cast<long double>(length));
  if (largest_factor(length) > kLargestFactor) {
    const bool by_powers = largest_factor(length) == length && length < kLongestByPowers &&
                           largest_factor(length - 1) <= kLargestFactor;
    convolution = std::make_unique<FftPlan>(
        by_powers ? length - 1 : convolution_length(2 * length - 1), false, FftUse::few_lines);
    powers.resize(by_powers ? static_cast<size_t>(length - 1) : 0);
    return;
  }
  const bool splits =
      use == FftUse::few_lines || (use == FftUse::many_lines && length >= kShortestSplit);
  const int64_t split = splits ? split_of(length, kLanes) : 1;
  if (split == 1) {
    whole = make_factors<Real>(length);
  } else {
    rows = make_factors<Real>(split);
    columns = make_factors<Real>(length / split);
    row_step = round_up(length / split, kLanes);
  }
}

template <class Real>
void FftPlan<Real>::prepare() {
  if (convolution) return prepare_convolution();
  prepare_factors(whole);
  prepare_factors(rows);
  prepare_factors(columns);
  twiddles.assign(static_cast<size_t>(2 * rows.length * row_step), 0);
  for (int64_t k = 0; k < rows.length; k++)
    for (int64_t n = 0; n < columns.length; n++) {
      const auto twiddle = twiddle_of(k * n, length) * static_cast<long double>(scale);
      Real* at = twiddles.data() + 2 * k * row_step + n;
      at[0] = static_cast<Real>(twiddle.real());
      at[row_step] = static_cast<Real>(twiddle.imag());
    }
}

template <class Real>
void FftPlan<Real>::prepare_powers() {
  const auto order = factors_of(length - 1);
  // g is a primitive root if no smaller power than the last is 1.
  const auto is_root = [&](int64_t g) {
    return std::all_of(order.begin(), order.end(), [&](int64_t factor) {
      const int64_t prime = factor % 2 == 0 ? 2 : factor;
      return power_of(g, (length - 1) / prime, length) != 1;
    });
  };
  int64_t g = 2;
  while (!is_root(g)) g++;
  int64_t power = 1;
  for (int32_t& each : powers) {
    each = static_cast<int32_t>(power);
    power = power * g % length;
  }
}

template <class Real>
void FftPlan<Real>::prepare_convolution() {
  convolution->prepare();
  const int64_t size = convolution->length;
  std::vector<std::complex<double>> response(static_cast<size_t>(size));
  if (!powers.empty()) {
    prepare_powers();
    // exp(-2 pi i g^-q / length)
    for (size_t q = 0; q < powers.size(); q++)
      response[q] = twiddle_of(powers[q == 0 ? 0 : powers.size() - q], length);
  }
  for (int64_t n = 0; n < length && powers.empty(); n++) {
    // n^2 modulo the period, so that the angle keeps its digits.
    const auto square = static_cast<int64_t>(static_cast<uint64_t>(n) * static_cast<uint64_t>(n) %
                                             static_cast<uint64_t>(2 * length));
    append_twiddle(chirp, square, 2 * length);
    const std::complex<double> conjugate(std::conj(twiddle_of(square, 2 * length)));
    response[static_cast<size_t>(n)] = conjugate;
    if (n > 0) response[static_cast<size_t>(size - n)] = conjugate;
  }
  FftPlan<double> exact(size, false, FftUse::few_lines);
  exact.prepare();
  std::vector<double> spectrum(static_cast<size_t>(2 * size));
  std::vector<double> room(static_cast<size_t>(exact.scratch()));
  transform_lines(exact, reinterpret_cast<const double*>(response.data()), 0, spectrum.data(), 0, 1,
                  room.data());
  const double factor = static_cast<double>(scale) / static_cast<double>(size);
  for (double part : spectrum) filter.push_back(static_cast<Real>(part * factor));
}

template <class Real>
int64_t FftPlan<Real>::scratch() const {
  constexpr int64_t kLanes = kFftLines<Real>;
  // Twice kLanes lines of the longest factor, and a transposed line.
  const int64_t longest = std::max({whole.length, rows.length, columns.length});
  int64_t elements = 4 * kLanes * longest + 2 * rows.length * row_step;
  // Two lines of the convolution, and kLanes columns as lines.
  if (convolution)
    elements = 4 * convolution->length + 2 * kLanes * length + convolution->scratch();
  return elements;
}

template struct FftPlan<float>;
template struct FftPlan<double>;

template <class Real>
void RealFft<Real>::prepare() {
  twiddles.resize(static_cast<size_t>(2 * half));
  for (int64_t k = 0; k < half; k++) {
    const auto twiddle = twiddle_of(k, 2 * half);
    twiddles[static_cast<size_t>(k)] = static_cast<Real>(twiddle.real());
    twiddles[static_cast<size_t>(half + k)] = static_cast<Real>(twiddle.imag());
  }
}

template struct RealFft<float>;
template struct RealFft<double>;

}  // namespace tutti::kernel
