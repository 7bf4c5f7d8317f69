// SPDX-License-Identifier: Apache-2.0
// How far two tensors are apart, and how far a backend's may be from the reference's.
#pragma once

#include <string_view>
#include <vector>

#include "ir/tensor.h"

namespace tutti::validate {

/// Distances over the elements that count, a complex one being its real and its imaginary part, two
/// numbers like any others. Non-finite values agree where both tensors hold the same
/// one, and are left out of the figures; where they do not, `maximum` is infinite.
struct Difference {
  double maximum = 0;       // largest |a - b|
  double mean = 0;          // of |a - b|
  double cosine = 1;        // of the two as vectors: 1 where both are zero, 0 where one is
  double ulps = 0;          // most representable numbers between a and b, in the element type
  double largest = 0;       // |a|, a being the reference
  int64_t compared = 0;     // finite numbers
  int64_t non_finite = 0;   // those where both hold the same infinity or NaN
  int64_t disagreeing = 0;  // those where only one is finite, or the two are not the same
  int64_t first_disagreeing = -1;  // element
};

/// Both must be of one type. Where `counts` is not empty it says for each entry of the leading axes
/// whether it counts: [rows * length] for a tensor [rows, length, ...].
Difference compare(const ir::Tensor& reference, const ir::Tensor& found,
                   const std::vector<bool>& counts = {});

/// The largest |a - b| over elements that are finite in both; 0 where there are none.
double finite_distance(const ir::Tensor& a, const ir::Tensor& b);

/// Of the numbers that are finite.
double squared_norm(const ir::Tensor& tensor);

/// The cosine of (a - base) and (b - base): of two updates of one tensor, over the elements that
/// count; all where `counts` is empty.
double update_cosine(const ir::Tensor& base, const ir::Tensor& reference, const ir::Tensor& found,
                     const std::vector<bool>& counts = {});

/// Both must hold: the largest difference is below `difference`, the cosine not below `cosine`.
struct Thresholds {
  double difference = 1e-4;
  double cosine = 0.9999;
};

/// CUDA, MPS, XPU: 1e-4 and 0.9999. ROCm, TPU, Neuron: 1e-3 and 0.999, for their accumulation
/// orders differ more. cpu and any other plugin in float32 are held to the stricter pair.
Thresholds thresholds_of(std::string_view backend);

}  // namespace tutti::validate
