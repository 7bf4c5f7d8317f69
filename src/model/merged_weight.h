// SPDX-License-Identifier: Apache-2.0
// A base model's weight with an adapter put into it, so that the model needs no adapter.
#pragma once

#include <optional>
#include <vector>

#include "ir/tensor.h"

namespace tutti::model {

/// The adapter of one weight.
struct LowRank {
  ir::Tensor a;                         // [rank, inputs]
  ir::Tensor b;                         // [outputs, rank]
  std::optional<ir::Tensor> magnitude;  // [outputs]: DoRA
  double scale = 1;
  bool inputs_first = false;  // the weight is [inputs, outputs], as an embedding's table
};

/// W + scale B A, of each output its magnitude times that over its norm, row-major in the order of
/// W, which is a matrix. Computed in double precision, to be rounded once.
std::vector<double> merged_weight(const ir::Tensor& weight, const LowRank& adapter);

}  // namespace tutti::model
