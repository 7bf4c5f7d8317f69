// SPDX-License-Identifier: Apache-2.0
// The specification's constraints on quantized operands, for the ops that have some of their own.
#pragma once

#include "op/rules/common.h"

namespace tutti::op {

/// -1 for one scale for all.
inline int64_t axis_of(const Type& type) {
  return type.quantization().axis;
}

/// Sums: add_c2 to add_c7.
void check_quantized_sum(const Operation& op);

/// Numbers of the constraints on a product's operands.
struct ProductConstraints {
  int quantized;   // lhs is quantized where rhs and result are
  int storage;     // lhs and rhs have one storage type
  int expressed;   // all have one expressed type
  int per_tensor;  // one scale for rhs: one for the result
  int hybrid;      // a float lhs, the expressed type of rhs and the result agree
};
void check_quantized_product(const Operation& op, const ProductConstraints& numbers);

/// "f32", or "!quant.uniform<i8:f32, 5.000000e-01>".
std::string element_text(const Type& type);
/// Whether two types have the same elements, quantized in the same way.
bool same_elements(const Type& x, const Type& y);
/// The same but for the axis of quantization.
bool same_but_axis(const Type& x, const Type& y);
/// The same for a broadcast, which also repeats scales along an axis.
bool may_be_broadcast(const Type& x, const Type& y);
/// A reshape keeps what stands before, along and behind the axis of quantization; a violation has
/// the number 3.
void check_quantized_reshape(const Operation& op);
/// A broadcast moves the axis with its dimension, and repeats a single scale; number 6.
void check_quantized_broadcast(const Operation& op, const std::vector<int64_t>& dims);

}  // namespace tutti::op
