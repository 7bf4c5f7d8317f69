// SPDX-License-Identifier: Apache-2.0
// What parameters begin with that no file has.
#pragma once

#include "ir/tensor.h"
#include "model/parameters.h"

namespace tutti::model {

/// The first values of a parameter that is not made of another one, as float32. They depend on the
/// seed and the parameter's name alone.
ir::Tensor initial_tensor(const Parameter& parameter, uint64_t seed);

/// The first values of a parameter that is made of `source`, which is float32: a copy, or norms.
ir::Tensor derived_tensor(const Parameter& parameter, const ir::Tensor& source);

}  // namespace tutti::model
