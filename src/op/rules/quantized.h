// SPDX-License-Identifier: Apache-2.0
// The specification's constraints on quantized operands, for ops that have their own.
#pragma once

#include "op/rules/common.h"

namespace tutti::op {

/// The axis along which a type has scales; -1 if it has one scale.
inline int64_t axis_of(const Type& type) {
  return type.quantization().axis;
}

/// Checks add_c2 to add_c7.
void check_quantized_sum(const Operation& op);

/// The numbers of the constraints on a product's operands.
struct ProductConstraints {
  int quantized;   // lhs is quantized if rhs and result are
  int storage;     // lhs and rhs have one storage type
  int expressed;   // all have one expressed type
  int per_tensor;  // if rhs has one scale, so has the result
  int hybrid;      // a float lhs, the expressed type of rhs and the result agree
};
void check_quantized_product(const Operation& op, const ProductConstraints& numbers);

/// "f32", or "!quant.uniform<i8:f32, 5.000000e-01>".
std::string element_text(const Type& type);
/// Whether two types have the same elements, quantized in the same way.
bool same_elements(const Type& x, const Type& y);
/// The same without regard to the axis of quantization.
bool same_but_axis(const Type& x, const Type& y);
/// The same for operand and result of a broadcast, which may also repeat scales along an axis.
bool may_be_broadcast(const Type& x, const Type& y);
/// Checks that a reshape keeps the sizes before, along and after the axis of quantization
/// (constraint 3).
void check_quantized_reshape(const Operation& op);
/// Checks that a broadcast moves the axis of quantization with its dimension, and repeats a single
/// scale (constraint 6).
void check_quantized_broadcast(const Operation& op, const std::vector<int64_t>& dims);

}  // namespace tutti::op
