// SPDX-License-Identifier: Apache-2.0
// Discrete Fourier transforms of any length, in float or double, of lines side by side.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace tutti::kernel {

/// Lines that are transformed side by side, each in a lane: 64 bytes of parts, on any CPU.
template <class Real>
constexpr int64_t kFftLines = static_cast<int64_t>(64 / sizeof(Real));

/// One factor of a length (Stockham's form, by decimation in frequency): with
/// length = before * radix * after, element j of butterfly (k, i) is read at
/// i + after (j + radix k), written at i + after (k + before j), times exp(-2 pi i j i / (radix
/// after)).
template <class Real>
struct FftPass {
  int64_t radix, before, after;
  std::vector<Real> twiddles;  // those factors [after, radix - 1, 2]
  std::vector<Real> roots;     // exp(-2 pi i k / radix) [radix, 2]
};

/// The transform of kFftLines lines whose length has small factors alone.
template <class Real>
struct FftFactors {
  int64_t length = 0;
  std::vector<FftPass<Real>> passes;
};

/// What a plan is for: lines, of which there are many or few, or columns.
enum class FftUse { many_lines, few_lines, columns };

/// How transform_lines or transform_columns does one length. Of complex lines, numbers lie in
/// pairs.
template <class Real>
struct FftPlan {
  /// X[k] = sum_n x[n] exp(-2 pi i k n / length), or of the inverse with + and divided by length.
  FftPlan(int64_t size, bool is_inverse, FftUse use);
  /// Fills the tables, without which scratch() is known but nothing can be transformed.
  void prepare();
  /// Elements that a transform needs, aligned to 64 bytes.
  int64_t scratch() const;
  /// Whether lines are faster kFftLines at a time.
  bool side_by_side() const { return whole.length > 0; }

  int64_t length;
  bool inverse;  // is the transform of numbers with their parts exchanged, exchanged again
  Real scale = 1;

  FftFactors<Real> whole;  // kFftLines lines side by side; of length 0: by what follows

  /// A line of rows * columns elements: the columns side by side, then, turned by
  /// exp(-2 pi i k n / length), the rows.
  FftFactors<Real> rows, columns;
  int64_t row_step = 0;        // columns, rounded up to kFftLines
  std::vector<Real> twiddles;  // [rows, 2, row_step], times the scale

  /// A large prime whose predecessor has small factors is a circular convolution of that length
  /// (Rader): with g a primitive root, X[g^-q] - x[0] = sum_r x[g^r] exp(-2 pi i g^(r - q) /
  /// length). Other lengths with a large prime factor become a longer one (Bluestein):
  /// k n = (k^2 + n^2 - (k - n)^2) / 2.
  std::unique_ptr<FftPlan> convolution;
  std::vector<int32_t> powers;  // g^q modulo the length [length - 1]; empty: Bluestein
  std::vector<Real> chirp;      // Bluestein: exp(-pi i n^2 / length) [length, 2]
  std::vector<Real> filter;     // the transform of what is convolved with, scaled

 private:
  void prepare_powers();
  void prepare_convolution();
};

/// Transforms `count` <= kFftLines lines of complex numbers. Line i begins i * from_step or
/// i * to_step elements of Real behind the first.
template <class Real>
void transform_lines(const FftPlan<Real>& plan, const Real* from, int64_t from_step, Real* to,
                     int64_t to_step, int64_t count, Real* scratch);

/// Transforms `count` <= kFftLines lines that lie side by side: element k of line i is at
/// 2 (k * step + i). `to` may be `from`.
template <class Real>
void transform_columns(const FftPlan<Real>& plan, const Real* from, Real* to, int64_t step,
                       int64_t count, Real* scratch);

/// The way between real lines of even length 2 m and complex ones of m, whose parts are the even
/// and the odd elements.
template <class Real>
struct RealFft {
  explicit RealFft(int64_t length) : half(length / 2) {}
  void prepare();
  int64_t half;
  std::vector<Real> twiddles;  // exp(-2 pi i k / length) [2, half]
};

/// The spectrum [half + 1] of a real line from the transform [half] of its pairs.
template <class Real>
void spectrum_of_pairs(const RealFft<Real>& plan, const Real* pairs, Real* spectrum);
/// What transforms back to the pairs of a real line; of spectrum[0] and spectrum[half] the real
/// parts count.
template <class Real>
void pairs_of_spectrum(const RealFft<Real>& plan, const Real* spectrum, Real* pairs);

}  // namespace tutti::kernel
