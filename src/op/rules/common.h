// SPDX-License-Identifier: Apache-2.0
// Rules that many ops share: constraints, type inference, and the evaluation of elementwise ops.
#pragma once

#include "ir/op_def.h"

namespace tutti::op {

using ir::Array;
using ir::Attributes;
using ir::Block;
using ir::Builder;
using ir::Complex;
using ir::constraint;
using ir::ElementType;
using ir::Evaluation;
using ir::OpDef;
using ir::Operands;
using ir::Operation;
using ir::Shape;
using ir::Type;
using ir::Value;
using ir::Vjp;

/// Which element types an op takes. Ops of StableHLO that take floats also take quantized elements.
enum class Elements {
  floats,
  floats_or_complex,
  unquantized,  // floats and complex numbers, no quantized elements
  integers,
  numbers,         // all but i1
  logical,         // i1 and integers
  signed_numbers,  // all but i1 and unsigned integers
  any
};

/// The op's name without its dialect: "add".
std::string_view short_name(const Operation& op);
/// The label of its constraint of that number: "add_c1".
std::string label(const Operation& op, int number);
/// Checks the number of operands, and the element type of one.
void expect_operands(const Operation& op, size_t count);
void expect_elements(const Operation& op, size_t operand, Elements allowed);

using Infer = std::function<std::vector<Type>(const Operation&)>;
using Evaluate = std::function<std::vector<Array>(const Operation&, Operands, Evaluation&)>;

/// Infers the result type as that of the operands, which must be equal (constraint c1).
Infer same_type_as_operands(size_t count, Elements allowed);
/// The values of `precision_config`, one for each operand; none if it is absent or empty.
std::vector<std::string> precisions(const Operation& op, std::string_view label);
/// The declared type of a result, for ops whose operands do not determine it.
const Type& declared(const Operation& op, size_t index = 0);

/// Whether both are floats, both complex, both quantized, or both neither.
inline bool same_kind(ElementType x, ElementType y) {
  return ir::is_float(x) == ir::is_float(y) && ir::is_complex(x) == ir::is_complex(y) &&
         (x == ElementType::quantized) == (y == ElementType::quantized);
}

/// Whether the elements of two types differ only in scales and zero points: the specification's
/// baseline_element_type.
bool same_baseline_elements(const Type& x, const Type& y);
/// A size divided by a number; kDynamic if the size is not known.
inline int64_t divided(int64_t size, int64_t divisor) {
  return size == ir::kDynamic ? size : size / divisor;
}
/// Whether a size is a multiple of `divisor`, or is not known.
inline bool may_divide(int64_t divisor, int64_t size) {
  return size == ir::kDynamic || size % divisor == 0;
}
/// Whether a size is at most `most`, or one of them is not known.
inline bool may_fit(int64_t size, int64_t most) {
  return size == ir::kDynamic || most == ir::kDynamic || size <= most;
}

/// The type in which elements of a float type are summed: f64 for f64, otherwise f32.
inline ElementType accumulation_type(ElementType type) {
  return type == ElementType::f64 ? type : ElementType::f32;
}
/// A type that represents the elements of two float types.
inline ElementType common_type(ElementType x, ElementType y) {
  if (x == y) return x;
  return accumulation_type(ir::byte_size(x) > ir::byte_size(y) ? x : y);
}

/// What an elementwise op computes for each kind of elements; null if it does not take that kind.
using FloatUnary = double (*)(double);
using IntUnary = int64_t (*)(int64_t, ElementType);
using ComplexUnary = Complex (*)(Complex);
using FloatBinary = double (*)(double, double);
using IntBinary = int64_t (*)(int64_t, int64_t, ElementType);
using ComplexBinary = Complex (*)(Complex, Complex);
Evaluate elementwise(FloatUnary floats, IntUnary ints = nullptr, ComplexUnary complexes = nullptr);
Evaluate elementwise(FloatBinary floats, IntBinary ints = nullptr,
                     ComplexBinary complexes = nullptr);

inline constexpr const char* kNotDifferentiable = "its result is not a continuous number";

/// For piecewise constant functions of one operand: the derivative is zero wherever it exists.
inline void vjp_of_steps(Vjp& v) {
  v.operand_gradients = {nullptr};
}

}  // namespace tutti::op
