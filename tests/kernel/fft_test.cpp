// SPDX-License-Identifier: Apache-2.0
#include "kernel/fft.h"

#include <complex>
#include <numbers>

#include "support.h"

namespace tutti::kernel::test {
namespace {

using Wide = std::complex<long double>;

/// X[k] = sum_n x[n] exp(+-2 pi i k n / length), the inverse divided by length.
std::vector<Wide> by_definition(const std::vector<Wide>& x, bool inverse) {
  const size_t size = x.size();
  std::vector<Wide> roots, out;
  for (size_t k = 0; k < size; k++)
    roots.push_back(std::polar(1.0L, (inverse ? 2 : -2) * std::numbers::pi_v<long double> *
                                         static_cast<long double>(k) /
                                         static_cast<long double>(size)));
  for (size_t k = 0; k < size; k++) {
    Wide sum = 0;
    for (size_t n = 0; n < size; n++) sum += x[n] * roots[k * n % size];
    out.push_back(inverse ? sum / static_cast<long double>(size) : sum);
  }
  return out;
}

/// Lines of random numbers: element k of line i is at (k * step + i) as columns, or in a row.
template <class Real>
std::vector<Real> random_pairs(int64_t count, unsigned seed) {
  std::vector<Real> out;
  for (double value : random_values(static_cast<size_t>(2 * count), seed))
    out.push_back(static_cast<Real>(value));
  return out;
}

/// Compares one line with the definition. The error is relative to the root of the sum of squares.
template <class Real>
void expect_line(const Real* from, const Real* to, int64_t length, int64_t step, bool inverse) {
  std::vector<Wide> x;
  for (int64_t k = 0; k < length; k++) x.emplace_back(from[2 * k * step], from[2 * k * step + 1]);
  const std::vector<Wide> expected = by_definition(x, inverse);
  long double error = 0, size = 0;
  for (int64_t k = 0; k < length; k++) {
    const Wide wide = expected[static_cast<size_t>(k)];
    error += std::norm(Wide(to[2 * k * step], to[2 * k * step + 1]) - wide);
    size += std::norm(wide);
  }
  const double bound = 4 * static_cast<double>(std::numeric_limits<Real>::epsilon());
  EXPECT_LE(static_cast<double>(std::sqrt(error / size)), bound)
      << "length " << length << (inverse ? ", inverse" : "");
}

template <class Real>
void check_length(int64_t length, bool inverse) {
  for (int64_t count : {int64_t{3}, kFftLines<Real>}) {
    const auto from = random_pairs<Real>(length * count, 5);
    std::vector<Real> to(from.size());
    FftPlan<Real> lines(length, inverse, count == 3 ? FftUse::few_lines : FftUse::many_lines);
    FftPlan<Real> columns(length, inverse, FftUse::columns);
    lines.prepare();
    columns.prepare();
    std::vector<Real> scratch(static_cast<size_t>(std::max(lines.scratch(), columns.scratch())));
    for (int64_t first = 0; first < count; first += lines.side_by_side() ? count : 1)
      transform_lines(lines, from.data() + 2 * first * length, 2 * length,
                      to.data() + 2 * first * length, 2 * length, lines.side_by_side() ? count : 1,
                      scratch.data());
    for (int64_t i : {int64_t{0}, count - 1})
      expect_line(from.data() + 2 * i * length, to.data() + 2 * i * length, length, 1, inverse);
    to = from;
    transform_columns(columns, to.data(), to.data(), count, count, scratch.data());
    for (int64_t i : {int64_t{0}, count - 1})
      expect_line(from.data() + 2 * i, to.data() + 2 * i, length, count, inverse);
  }
}

// Every radix, rows and columns that fill no lanes, large prime factors.
const std::vector<int64_t> kLengths = {1,   2,   3,   4,   5,    6,    7,    8,   9,   11,  12,
                                       13,  15,  16,  17,  30,   32,   49,   61,  64,  67,  97,
                                       100, 121, 127, 128, 134,  210,  243,  255, 256, 257, 289,
                                       360, 509, 512, 625, 1000, 1009, 1018, 1024};

TEST(Fourier, AgreesWithTheDefinition) {
  for (int64_t length : kLengths)
    for (bool inverse : {false, true}) {
      check_length<float>(length, inverse);
      check_length<double>(length, inverse);
    }
}

template <class Real>
void check_real(int64_t length) {
  std::vector<Real> from(static_cast<size_t>(length)), spectrum(static_cast<size_t>(length + 2));
  std::vector<Wide> x;
  for (size_t k = 0; k < from.size(); k++) {
    from[k] = static_cast<Real>(random_values(from.size(), 7)[k]);
    x.emplace_back(from[k]);
  }
  RealFft<Real> real(length);
  real.prepare();
  // The transform of the pairs, by its definition.
  std::vector<Wide> pairs;
  for (size_t k = 0; k < from.size(); k += 2) pairs.emplace_back(from[k], from[k + 1]);
  std::vector<Real> transformed, back(from.size());
  for (const Wide& value : by_definition(pairs, false)) {
    transformed.push_back(static_cast<Real>(value.real()));
    transformed.push_back(static_cast<Real>(value.imag()));
  }
  spectrum_of_pairs(real, transformed.data(), spectrum.data());
  const auto expected = by_definition(x, false);
  const double bound =
      4 * static_cast<double>(std::numeric_limits<Real>::epsilon()) * std::sqrt(length) * 3;
  for (size_t k = 0; k <= from.size() / 2; k++) {
    EXPECT_NEAR(spectrum[2 * k], static_cast<double>(expected[k].real()), bound) << length;
    EXPECT_NEAR(spectrum[2 * k + 1], static_cast<double>(expected[k].imag()), bound) << length;
  }
  spectrum[1] = spectrum[from.size() + 1] = 8;  // which does not count
  pairs_of_spectrum(real, spectrum.data(), back.data());
  for (size_t k = 0; k < from.size(); k++) EXPECT_NEAR(back[k], transformed[k], bound) << length;
}

TEST(Fourier, HalvesRealLines) {
  for (int64_t length : {2, 4, 6, 16, 34, 36, 70, 128}) {
    check_real<float>(length);
    check_real<double>(length);
  }
}

}  // namespace
}  // namespace tutti::kernel::test
