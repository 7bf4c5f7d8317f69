// SPDX-License-Identifier: Apache-2.0
#include "kernel/fourier.h"

#include <algorithm>
#include <bit>
#include <numbers>

namespace tutti::kernel {
namespace {

using Complex = Fourier::Complex;

Complex product(Complex x, Complex y) {
  return {x.real() * y.real() - x.imag() * y.imag(), x.real() * y.imag() + x.imag() * y.real()};
}

Complex turned(double turns) {
  return std::polar(1.0, 2 * std::numbers::pi * turns);
}

}  // namespace

// Lengths that are no power of two become a convolution of one that is (Bluestein):
// k n = (k^2 + n^2 - (k - n)^2) / 2.
Fourier::Fourier(int64_t length, bool inverse) : length_(length), inverse_(inverse) {
  const bool direct = length <= 1 || std::has_single_bit(static_cast<uint64_t>(length));
  size_ = length <= 1 ? 1
                      : static_cast<int64_t>(
                            std::bit_ceil(static_cast<uint64_t>(direct ? length : 2 * length - 1)));
  for (int64_t k = 0; k < size_ / 2; k++)
    roots_.push_back(turned(-static_cast<double>(k) / static_cast<double>(size_)));
  if (direct) return;
  filter_.assign(static_cast<size_t>(size_), 0);
  for (int64_t n = 0; n < length; n++) {
    // n^2 modulo the period, so that the angle keeps its digits.
    const auto square = static_cast<double>(static_cast<uint64_t>(n) * static_cast<uint64_t>(n) %
                                            static_cast<uint64_t>(2 * length));
    chirp_.push_back(turned(-square / static_cast<double>(2 * length)));
    filter_[static_cast<size_t>(n)] = std::conj(chirp_.back());
    if (n > 0) filter_[static_cast<size_t>(size_ - n)] = std::conj(chirp_.back());
  }
  transform(filter_.data(), false);
}

void Fourier::transform(Complex* line, bool conjugated) const {
  for (int64_t i = 1, j = 0; i < size_; i++) {
    int64_t bit = size_ / 2;
    for (; j & bit; bit /= 2) j ^= bit;
    j ^= bit;
    if (i < j) std::swap(line[i], line[j]);
  }
  for (int64_t half = 1; half < size_; half *= 2) {
    const int64_t step = size_ / (2 * half);
    for (int64_t first = 0; first < size_; first += 2 * half)
      for (int64_t k = 0; k < half; k++) {
        const Complex root = roots_[static_cast<size_t>(k * step)];
        const Complex odd = product(line[first + k + half], conjugated ? std::conj(root) : root);
        const Complex even = line[first + k];
        line[first + k] = even + odd;
        line[first + k + half] = even - odd;
      }
  }
}

void Fourier::run(Complex* line, Complex* scratch) const {
  if (length_ <= 1) return;
  if (inverse_)  // the inverse is the conjugate of the transform of the conjugate
    for (int64_t n = 0; n < length_; n++) line[n] = std::conj(line[n]);
  if (chirp_.empty()) {
    transform(line, false);
  } else {
    for (int64_t n = 0; n < size_; n++)
      scratch[n] = n < length_ ? product(line[n], chirp_[static_cast<size_t>(n)]) : 0;
    transform(scratch, false);
    for (int64_t k = 0; k < size_; k++)
      scratch[k] = product(scratch[k], filter_[static_cast<size_t>(k)]);
    transform(scratch, true);
    for (int64_t k = 0; k < length_; k++)
      line[k] = product(scratch[k], chirp_[static_cast<size_t>(k)]) / static_cast<double>(size_);
  }
  if (inverse_)
    for (int64_t n = 0; n < length_; n++)
      line[n] = std::conj(line[n]) / static_cast<double>(length_);
}

}  // namespace tutti::kernel
