// SPDX-License-Identifier: Apache-2.0
#include <numeric>

#include "base/rounding.h"
#include "base/text.h"
#include "op/catalogue.h"
#include "op/dot.h"
#include "op/dot_general_gradient.h"
#include "op/emit.h"
#include "op/rules/axes.h"
#include "op/rules/derived.h"
#include "op/rules/dot_algorithm.h"
#include "op/rules/quantized.h"

namespace tutti::op {

DotAxes dot_axes(const Operation& op) {
  const auto& numbers = op.record_attribute("dot_dimension_numbers");
  DotAxes axes;
  axes.lhs_batch = ir::record_ints(numbers, "lhs_batching_dimensions");
  axes.rhs_batch = ir::record_ints(numbers, "rhs_batching_dimensions");
  axes.lhs_contract = ir::record_ints(numbers, "lhs_contracting_dimensions");
  axes.rhs_contract = ir::record_ints(numbers, "rhs_contracting_dimensions");
  const auto free_of = [](int64_t rank, const std::vector<int64_t>& batch,
                          const std::vector<int64_t>& contract) {
    std::vector<int64_t> free;
    for (int64_t axis = 0; axis < rank; axis++)
      if (std::find(batch.begin(), batch.end(), axis) == batch.end() &&
          std::find(contract.begin(), contract.end(), axis) == contract.end())
        free.push_back(axis);
    return free;
  };
  axes.lhs_free = free_of(op.operand_type(0).rank(), axes.lhs_batch, axes.lhs_contract);
  axes.rhs_free = free_of(op.operand_type(1).rank(), axes.rhs_batch, axes.rhs_contract);
  return axes;
}

namespace {

void check_axes(const Operation& op, const std::vector<int64_t>& batch,
                const std::vector<int64_t>& contract, size_t side) {
  const int64_t rank = op.operand_type(side).rank();
  expect_in_range(op, batch, rank, "batching dimensions",
                  side ? "dot_general_c7" : "dot_general_c5");
  expect_in_range(op, contract, rank, "contracting dimensions",
                  side ? "dot_general_c8" : "dot_general_c6");
  expect_unique(op, joined(batch, contract), "batching and contracting dimensions",
                side ? "dot_general_c4" : "dot_general_c3");
}

/// Checks the algorithm's fields, and that a precision is not asked for as well.
void check_precision(const Operation& op) {
  const auto precision = precisions(op, "dot_general_c11");
  if (!op.attributes.find("algorithm")) return;
  const ir::RecordAttribute& algorithm = op.record_attribute("algorithm");
  for (const std::string& value : precision)
    constraint(op, value == "DEFAULT", "dot_general_c21",
               "the precision is {}, expected DEFAULT beside an algorithm", escaped(value));
  const auto expect_positive = [&](std::string_view field, std::string_view label) {
    const int64_t value = ir::record_int(algorithm, field);
    constraint(op, value > 0, label, "{} is {}, expected a positive number", field, value);
  };
  expect_positive("lhs_component_count", "dot_general_c22");
  expect_positive("rhs_component_count", "dot_general_c23");
  expect_positive("num_primitive_operations", "dot_general_c24");
  expect_known_algorithm(op);
}

void check_quantized(const Operation& op, const DotAxes& axes) {
  check_quantized_product(op, {14, 17, 18, 19, 20});
  const ir::Quantization& rhs = op.operand_type(1).quantization();
  for (int64_t zero : rhs.zero_points)
    constraint(op, zero == 0, "dot_general_c15", "a zero point of the right side is {}, expected 0",
               zero);
  constraint(op, !contains(axes.rhs_contract, rhs.axis), "dot_general_c16",
             "the right side has scales along the contracting dimension {}, expected another",
             rhs.axis);
}

/// The specification asks for one type; JAX also prints products of 8-bit floats of two, which
/// backends compute, and others of two types that both become the result's first.
bool is_small_mix(ElementType lhs, ElementType rhs) {
  return is_float(lhs) && is_float(rhs) && bit_width(lhs) == 8 && bit_width(rhs) == 8;
}

bool may_meet(ElementType lhs, ElementType rhs, ElementType out) {
  if (lhs == rhs || is_small_mix(lhs, rhs)) return same_kind(lhs, out);
  const auto becomes = [&](ElementType side) {
    if (is_float(side)) return is_float(out) && bit_width(side) <= bit_width(out);
    return is_integer(side) &&
           (is_float(out) || (is_integer(out) && bit_width(side) <= bit_width(out)));
  };
  return becomes(lhs) && becomes(rhs);
}

/// Whether a side is converted to the result's type first.
bool mixes_types(const Operation& op) {
  const ElementType lhs = op.operand_type(0).element, rhs = op.operand_type(1).element;
  return lhs != rhs && !is_small_mix(lhs, rhs) && !op.operand_type(1).is_quantized();
}

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 2);
  const Type& lhs = op.operand_type(0);
  const Type& rhs = op.operand_type(1);
  const Type& out = declared(op);
  const DotAxes axes = dot_axes(op);
  constraint(op, axes.lhs_batch.size() == axes.rhs_batch.size(), "dot_general_c1",
             "{} and {} batching dimensions, expected as many", axes.lhs_batch.size(),
             axes.rhs_batch.size());
  constraint(op, axes.lhs_contract.size() == axes.rhs_contract.size(), "dot_general_c2",
             "{} and {} contracting dimensions, expected as many", axes.lhs_contract.size(),
             axes.rhs_contract.size());
  check_axes(op, axes.lhs_batch, axes.lhs_contract, 0);
  check_axes(op, axes.rhs_batch, axes.rhs_contract, 1);
  Shape shape;
  for (size_t i = 0; i < axes.lhs_batch.size(); i++) {
    const int64_t left = lhs.dim(axes.lhs_batch[i]), right = rhs.dim(axes.rhs_batch[i]);
    constraint(op, ir::compatible(left, right), "dot_general_c9",
               "batching sizes are {} and {}, expected the same", left, right);
    shape.push_back(ir::merged(left, right));
  }
  for (size_t i = 0; i < axes.lhs_contract.size(); i++)
    constraint(op, ir::compatible(lhs.dim(axes.lhs_contract[i]), rhs.dim(axes.rhs_contract[i])),
               "dot_general_c10", "contracting sizes are {} and {}, expected the same",
               lhs.dim(axes.lhs_contract[i]), rhs.dim(axes.rhs_contract[i]));
  for (int64_t axis : axes.lhs_free) shape.push_back(lhs.dim(axis));
  for (int64_t axis : axes.rhs_free) shape.push_back(rhs.dim(axis));
  if (!ir::compatible(out.shape, shape))
    constraint(op, false, "dot_general_c12", "the result has shape {}, expected {}",
               ir::str(out.shape), ir::str(shape));
  if (lhs.is_quantized() || rhs.is_quantized())
    check_quantized(op, axes);
  else
    constraint(op, may_meet(lhs.element, rhs.element, out.element), "dot_general_c13",
               "elements of type {} from {} and {}, expected one type, or a result that has room "
               "for both",
               name_of(out.element), name_of(lhs.element), name_of(rhs.element));
  check_precision(op);
  return {ir::merged(out, out.with(std::move(shape)))};
}

/// Operand elements in the order [batch, free, contracting], so that products run over rows.
Array arranged(const Array& in, const std::vector<int64_t>& batch, const std::vector<int64_t>& free,
               const std::vector<int64_t>& contract) {
  std::vector<int64_t> order = batch;
  order.insert(order.end(), free.begin(), free.end());
  order.insert(order.end(), contract.begin(), contract.end());
  Shape shape;
  std::vector<int64_t> steps;
  const auto strides = ir::strides_of(in.type.shape);
  for (int64_t axis : order) {
    shape.push_back(in.type.dim(axis));
    steps.push_back(strides[static_cast<size_t>(axis)]);
  }
  Array out(in.type.with(shape));
  ir::for_each_index(shape, [&](int64_t flat, const Shape& index) {
    out.copy_element(flat, in,
                     std::inner_product(index.begin(), index.end(), steps.begin(), int64_t{0}));
  });
  return out;
}

int64_t product_of(const Type& type, const std::vector<int64_t>& axes) {
  int64_t product = 1;
  for (int64_t axis : axes) product *= type.dim(axis);
  return product;
}

/// Sums of four partial sums: the compiler may keep them in one vector register.
double dot(const double* x, const double* y, int64_t k) {
  double sums[4] = {};
  int64_t i = 0;
  for (; i + 4 <= k; i += 4)
    for (int lane = 0; lane < 4; lane++) sums[lane] += x[i + lane] * y[i + lane];
  double sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  for (; i < k; i++) sum += x[i] * y[i];
  return sum;
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation& evaluation) {
  if (decomposes_dot(op)) return evaluate_decomposition(op, in, evaluation);
  const DotAxes axes = dot_axes(op);
  const Array lhs = arranged(*in[0], axes.lhs_batch, axes.lhs_free, axes.lhs_contract);
  const Array rhs = arranged(*in[1], axes.rhs_batch, axes.rhs_free, axes.rhs_contract);
  const int64_t batch = product_of(in[0]->type, axes.lhs_batch),
                m = product_of(in[0]->type, axes.lhs_free),
                n = product_of(in[1]->type, axes.rhs_free),
                k = product_of(in[0]->type, axes.lhs_contract);
  Array out(op.result_type());
  constexpr int64_t kRows = 16;  // of the right side, kept in cache while the left side passes
  const int64_t blocks = divide_up(m, kRows);
  evaluation.parallel(batch * blocks, [&](int64_t task) {
    const int64_t group = task / blocks, first = task % blocks * kRows,
                  last = std::min(m, first + kRows);
    for (int64_t column = 0; column < n; column++)
      for (int64_t row = first; row < last; row++) {
        const int64_t x = (group * m + row) * k, y = (group * n + column) * k,
                      z = (group * m + row) * n + column;
        if (out.is_float()) {
          out.f(z) = dot(lhs.floats.data() + x, rhs.floats.data() + y, k);
        } else if (out.is_complex()) {
          for (int64_t i = 0; i < k; i++) out.c(z) += lhs.c(x + i) * rhs.c(y + i);
        } else {
          uint64_t sum = 0;
          for (int64_t i = 0; i < k; i++)
            sum += static_cast<uint64_t>(lhs.i(x + i)) * static_cast<uint64_t>(rhs.i(y + i));
          // Of booleans a product is AND, a sum OR.
          const bool is_boolean = out.type.element == ElementType::i1;
          out.i(z) = is_boolean ? sum != 0 : static_cast<int64_t>(sum);
        }
      }
  });
  return {std::move(out)};
}

std::vector<Value> decompose(Builder& b, const Operation& op) {
  if (!mixes_types(op)) return by_algorithm(b, op);
  const ElementType element = op.result_type().element;
  return b.create(op.name(),
                  {convert(b, op.operand(0), element), convert(b, op.operand(1), element)},
                  op.attributes, op.result_types());
}

}  // namespace

bool decomposes_dot(const Operation& op) {
  return op.attributes.find("algorithm") || mixes_types(op);
}

OpDef dot_general() {
  return {
      .name = "stablehlo.dot_general",
      .assembly = "$0, $1, @dot_numbers@precision : functional",
      .attributes =
          "dot_dimension_numbers:record.stablehlo.dot, precision_config?:enums.precision:i7, "
          "algorithm?:record.stablehlo.dot_algorithm",
      .infer = infer,
      .evaluate = evaluate,
      .vjp = dot_general_vjp,
      .decompose = decompose,
      .takes_scales_along_axis = true,
      .low_precision_operands = {0, 1},
  };
}

}  // namespace tutti::op
