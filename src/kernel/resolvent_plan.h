// SPDX-License-Identifier: Apache-2.0
// How rows are cut into strips that lanes compute, and the memory of one worker.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "base/rounding.h"
#include "kernel/resolvent_diagonal.h"

namespace tutti::kernel {

/// Elements of a chunk; a row of no more is never cut. The arrays of a worker stay near its L2
/// cache.
constexpr int64_t kResolventChunk = 1024;
/// A row that needs a longer window is swept from end to end.
constexpr int64_t kResolventMostWindow = 64;
/// Strips of one task: as many as fit side by side on the widest vectors, twice, because one chain
/// of divisions alone would wait for each of them.
constexpr int64_t kResolventStrips = 32;

/// What a lane computes: elements [from, to) of a row, from those in [first, last) around them and
/// the cotangents in [near_first, near_last). The slab begins with element `begin`, which may be
/// outside of these. An empty strip (from == to) computes nothing.
struct ResolventStrip {
  int64_t row = 0, begin = 0;
  int64_t from = 0, to = 0;
  int64_t first = 0, last = 0;
  int64_t near_first = 0, near_last = 0;
};

/// The least and the largest product of b and c; both are NaN where one is negative or NaN.
struct ProductRange {
  float least = 0, largest = 0;
};

/// What the tasks of one run share.
struct ResolventJob {
  ResolventShape shape;
  ResolventMatrix matrix;
  float *real, *imaginary;       // null for the gradient
  ResolventGradient gradient{};  // null for the diagonal
  float* dp = nullptr;           // [rows, length - 1]: where products' gradients go, or null
  bool has_constant_p = false;
  float constant_p = 0;
  int64_t slab_elements = 0;
  bool streams = false;  // whether results are larger than the caches

  bool is_gradient() const { return gradient.da != nullptr; }
  /// Rows are cut into so many pieces, of so many elements each.
  int64_t chunk() const { return std::min(shape.length, kResolventChunk); }
  int64_t chunks() const { return divide_up(shape.length, chunk()); }
};

constexpr int64_t kResolventSlabs = 10;
/// The floats of what is carried over a border of chunks: the real and the imaginary parts of three
/// recurrences.
constexpr int64_t kResolventStateFloats = 6 * kResolventStrips;

/// Elements outside of a chunk after which a change there is below a rounding of float32: in
/// (p / eta^2) rho^(W - 1) with rho = p / (eta^2 + p), which bounds the product of p / |L|^2 over W
/// elements. More than kResolventMostWindow where windows are not allowed.
inline int64_t resolvent_window(double largest_p, double eta) {
  constexpr double kNegligible = 0x1p-28;
  if (largest_p == 0) return 16;
  const double square = eta * eta, rho = largest_p / (square + largest_p);
  const double window = std::ceil(std::log(kNegligible * square / largest_p) / std::log(rho)) + 1;
  if (!(window <= kResolventMostWindow)) return kResolventMostWindow + 1;  // NaN as well
  // Whole cache lines, so that strips begin at those.
  return round_up(std::max<int64_t>(static_cast<int64_t>(window), 1), 16);
}

/// b c, or NaN where it is negative.
inline float resolvent_product(float b, float c) {
  const float p = b * c;
  return p < 0 ? std::numeric_limits<float>::quiet_NaN() : p;
}

}  // namespace tutti::kernel
