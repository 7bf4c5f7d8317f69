// SPDX-License-Identifier: Apache-2.0
// Measures how far two tensors are apart, and says how far a backend's may be from the reference's.
#pragma once

#include <string_view>
#include <vector>

#include "ir/tensor.h"

namespace tutti::validate {

/// Distances between the elements that count; a complex element counts as two numbers. Infinities
/// and NaN agree where both tensors have the same one, and are then left out of the figures. Where
/// they do not agree, `maximum` is infinite.
struct Difference {
  double maximum = 0;       // largest |a - b|
  double mean = 0;          // of |a - b|
  double cosine = 1;        // of the two as vectors: 1 where both are zero, 0 where one is
  double ulps = 0;          // most representable numbers between a and b, in the element type
  double largest = 0;       // |a|, a being the reference
  int64_t compared = 0;     // finite numbers
  int64_t non_finite = 0;   // those where both have the same infinity or NaN
  int64_t disagreeing = 0;  // those where only one is finite, or the two are not the same
  int64_t first_disagreeing = -1;  // element
};

/// Compares two tensors of one type. Where `counts` is not empty, it says for each entry of the
/// leading axes whether it counts: [rows * length] for a tensor [rows, length, ...].
Difference compare(const ir::Tensor& reference, const ir::Tensor& found,
                   const std::vector<bool>& counts = {});

/// The largest |a - b| over elements that are finite in both; 0 if there are none.
double finite_distance(const ir::Tensor& a, const ir::Tensor& b);

/// The sum of the squares of the numbers that are finite.
double squared_norm(const ir::Tensor& tensor);

/// The cosine between two updates of a tensor, (reference - base) and (found - base), over the
/// elements that count; all of them where `counts` is empty.
double update_cosine(const ir::Tensor& base, const ir::Tensor& reference, const ir::Tensor& found,
                     const std::vector<bool>& counts = {});

/// A tensor passes if its largest difference is below `difference` and its cosine is not below
/// `cosine`.
struct Thresholds {
  double difference = 1e-4;
  double cosine = 0.9999;
};

/// The thresholds for a kind of device (Backend::device_kind): 1e-3 and 0.999 for ROCm, TPU and
/// Neuron, whose orders of accumulation differ more, and 1e-4 and 0.9999 for all others.
Thresholds thresholds_of(std::string_view device_kind);

}  // namespace tutti::validate
