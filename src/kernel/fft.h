// SPDX-License-Identifier: Apache-2.0
// Discrete Fourier transforms of any length, in float or double. A line is a sequence of complex
// numbers that is transformed; several lines are transformed together, each in a lane of a vector.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace tutti::kernel {

/// Lines that are transformed together: 64 bytes of real or imaginary parts, on any CPU.
template <class Real>
constexpr int64_t kFftLines = static_cast<int64_t>(64 / sizeof(Real));

/// The pass of one factor of a length (Stockham's form, by decimation in frequency). With length =
/// before * radix * after, element j of butterfly (k, i) is read at i + after (j + radix k),
/// multiplied by the twiddle factor exp(-2 pi i j i / (radix after)), and written at
/// i + after (k + before j).
template <class Real>
struct FftPass {
  int64_t radix, before, after;
  std::vector<Real> twiddles;  // factors [after, radix - 1, 2]
  std::vector<Real> roots;     // exp(-2 pi i k / radix) [radix, 2]
};

/// The transform of kFftLines lines whose length has only small factors.
template <class Real>
struct FftFactors {
  int64_t length = 0;
  std::vector<FftPass<Real>> passes;
};

/// What a plan is for: many lines, few lines, or columns (transform_columns).
enum class FftUse { many_lines, few_lines, columns };

/// How transform_lines or transform_columns transforms lines of one length. Complex numbers are
/// pairs of real and imaginary part.
template <class Real>
struct FftPlan {
  /// X[k] = sum_n x[n] exp(-2 pi i k n / length); the inverse has + in the exponent and divides by
  /// length.
  FftPlan(int64_t size, bool is_inverse, FftUse use);
  /// Fills the tables. Before, only scratch() may be called.
  void prepare();
  /// Elements of scratch memory that a transform needs, aligned to 64 bytes.
  int64_t scratch() const;
  /// Whether transforming kFftLines lines together is faster than one at a time.
  bool side_by_side() const { return whole.length > 0; }

  int64_t length;
  bool inverse;  // computed by exchanging real and imaginary parts before and after
  Real scale = 1;

  /// Transforms kFftLines lines together. Where its length is 0, one of the other ways is used.
  FftFactors<Real> whole;

  /// Transforms one line as a matrix of rows * columns elements: all columns together; then, after
  /// multiplying by the twiddle factors exp(-2 pi i k n / length), all rows.
  FftFactors<Real> rows, columns;
  int64_t row_step = 0;        // columns, rounded up to kFftLines
  std::vector<Real> twiddles;  // [rows, 2, row_step], times the scale

  /// Transforms by a circular convolution. Where the length is a large prime and length - 1 has
  /// small factors, the convolution has length - 1 elements (Rader): with g a primitive root,
  /// X[g^-q] - x[0] = sum_r x[g^r] exp(-2 pi i g^(r - q) / length). Other lengths with a large
  /// prime factor take a longer convolution (Bluestein): k n = (k^2 + n^2 - (k - n)^2) / 2.
  std::unique_ptr<FftPlan> convolution;
  std::vector<int32_t> powers;  // g^q modulo the length [length - 1]; empty: Bluestein
  std::vector<Real> chirp;      // Bluestein: exp(-pi i n^2 / length) [length, 2]
  std::vector<Real> filter;     // the transform of the other operand of the convolution, scaled

 private:
  void prepare_powers();
  void prepare_convolution();
};

/// Transforms `count` <= kFftLines lines of complex numbers. Line i begins i * from_step numbers of
/// type Real after `from`, and is written i * to_step after `to`.
template <class Real>
void transform_lines(const FftPlan<Real>& plan, const Real* from, int64_t from_step, Real* to,
                     int64_t to_step, int64_t count, Real* scratch);

/// Transforms `count` <= kFftLines columns: element k of line i is at 2 (k * step + i). `to` may be
/// `from`.
template <class Real>
void transform_columns(const FftPlan<Real>& plan, const Real* from, Real* to, int64_t step,
                       int64_t count, Real* scratch);

/// Turns transforms of real lines of even length into transforms of complex lines of half the
/// length, whose real and imaginary parts are the even and the odd elements.
template <class Real>
struct RealFft {
  explicit RealFft(int64_t length) : half(length / 2) {}
  void prepare();
  int64_t half;
  std::vector<Real> twiddles;  // exp(-2 pi i k / length) [2, half]
};

/// Gives the spectrum [half + 1] of a real line, from the transform [half] of its pairs.
template <class Real>
void spectrum_of_pairs(const RealFft<Real>& plan, const Real* pairs, Real* spectrum);
/// Gives what the inverse transform turns into the pairs of a real line, from the line's spectrum.
/// Of spectrum[0] and spectrum[half], only the real parts are read.
template <class Real>
void pairs_of_spectrum(const RealFft<Real>& plan, const Real* spectrum, Real* pairs);

}  // namespace tutti::kernel
