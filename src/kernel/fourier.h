// SPDX-License-Identifier: Apache-2.0
// Discrete Fourier transforms of any length, in float64.
#pragma once

#include <complex>
#include <cstdint>
#include <vector>

namespace tutti::kernel {

class Fourier {
 public:
  using Complex = std::complex<double>;

  /// X[k] = sum_n x[n] exp(-2 pi i k n / length), or of the inverse with + and divided by length.
  Fourier(int64_t length, bool inverse);

  /// Elements that run() needs beside the line.
  int64_t scratch() const { return 2 * size_; }
  /// Transforms a line in place. May be called by several threads at once.
  void run(Complex* line, Complex* scratch) const;

 private:
  /// Of `size_` elements, a power of two; conjugated roots give the inverse without its division.
  void transform(Complex* line, bool conjugated) const;

  int64_t length_, size_ = 1;
  bool inverse_;
  std::vector<Complex> roots_;   // exp(-2 pi i k / size) for k < size / 2
  std::vector<Complex> chirp_;   // exp(-pi i n^2 / length), of lengths that are no power of two
  std::vector<Complex> filter_;  // the transform of its conjugate, continued to both sides
};

}  // namespace tutti::kernel
