// SPDX-License-Identifier: Apache-2.0
#include "op/rules/checks.h"

#include <algorithm>
#include <cmath>

#include "ir/small_float.h"

namespace tutti::op {
namespace {

std::string text_at(const Array& array, int64_t index) {
  if (array.is_float()) return fmt::format("{}", array.f(index));
  if (array.is_complex())
    return fmt::format("({}, {})", array.c(index).real(), array.c(index).imag());
  if (array.type.element == ElementType::ui64)
    return fmt::format("{}", static_cast<uint64_t>(array.i(index)));
  return fmt::format("{}", array.i(index));
}

Shape index_of(int64_t flat, const Shape& shape) {
  Shape index(shape.size());
  for (size_t axis = shape.size(); axis-- > 0; flat /= shape[axis])
    index[axis] = flat % shape[axis];
  return index;
}

const ir::Tensor& constant_of(const Operation& op) {
  const auto* tensor = op.attribute("value").get<ir::Tensor>();
  constraint(op, tensor != nullptr, fmt::format("{}_i2", short_name(op)),
             "attribute value is not as expected, dense<...>");
  return *tensor;
}

/// Representable values between two finite numbers; those of opposite signs add up. Not finite: 0
/// for equal bits or NaN with NaN, otherwise the largest distance.
uint64_t distance(double x, double y, ElementType type) {
  if (std::isnan(x) && std::isnan(y)) return 0;
  const uint64_t sign = uint64_t{1} << (bit_width(type) - 1);
  const uint64_t a = ir::float_bits(x, type), b = ir::float_bits(y, type);
  if (!std::isfinite(x) || !std::isfinite(y)) return a == b ? 0 : UINT64_MAX;
  const uint64_t magnitude_a = a & ~sign, magnitude_b = b & ~sign;
  if ((a & sign) != (b & sign)) return magnitude_a + magnitude_b;
  return magnitude_a > magnitude_b ? magnitude_a - magnitude_b : magnitude_b - magnitude_a;
}

}  // namespace

std::vector<Type> infer_check(const Operation& op) {
  expect_operands(op, 2);
  constraint(op, ir::same_but_sizes(op.operand_type(0), op.operand_type(1)), label(op, 1),
             "the operands are a {} and a {}, expected one type", op.operand_type(0).str(),
             op.operand_type(1).str());
  return {};
}

std::vector<Type> infer_check_against_constant(const Operation& op) {
  expect_operands(op, 1);
  const Type& expected = constant_of(op).type();
  constraint(op, ir::same_but_sizes(op.operand_type(0), expected), label(op, 1),
             "the operand is a {}, the constant a {}, expected one type", op.operand_type(0).str(),
             expected.str());
  return {};
}

void hold_elements(const Operation& op, const Array& found, const Array& expected,
                   const ElementTest& test) {
  for (int64_t k = 0; k < found.count(); k++) {
    if (test(found, expected, k)) continue;
    throw UserError(ExitCode::check_failed,
                    fmt::format("{}: {}: element {} is {}, expected {}", op.location.str(),
                                op.name(), ir::str(index_of(k, found.type.shape)),
                                text_at(found, k), text_at(expected, k)));
  }
}

Array expected_constant(const Operation& op) {
  return Array(constant_of(op));
}

bool is_equal(const Array& found, const Array& expected, int64_t index) {
  if (found.is_complex()) return found.c(index) == expected.c(index);
  return found.is_float() ? found.f(index) == expected.f(index)
                          : found.i(index) == expected.i(index);
}

double tolerance_of(const Operation& op) {
  return op.float_attribute("tolerance", 1e-4);
}

ElementTest almost_equal(double tolerance) {
  const auto close = [tolerance](double x, double y) {
    if (x == y || (std::isnan(x) && std::isnan(y))) return true;
    if (!std::isfinite(x) || !std::isfinite(y)) return false;
    const double difference = std::fabs(x - y);
    return difference <= tolerance ||
           difference <= tolerance * std::max(std::fabs(x), std::fabs(y));
  };
  return [close](const Array& found, const Array& expected, int64_t index) {
    if (found.is_complex())
      return close(found.c(index).real(), expected.c(index).real()) &&
             close(found.c(index).imag(), expected.c(index).imag());
    return found.is_float() ? close(found.f(index), expected.f(index))
                            : is_equal(found, expected, index);
  };
}

ElementTest within_ulps(const Type& type, int64_t least, int64_t most) {
  const ElementType part = real_type(type.element);
  const auto close = [=](double x, double y) {
    const uint64_t ulps = distance(x, y, part);
    const bool finite = std::isfinite(x) && std::isfinite(y);
    return finite ? ulps >= static_cast<uint64_t>(least) && ulps <= static_cast<uint64_t>(most)
                  : ulps == 0;
  };
  return [=](const Array& found, const Array& expected, int64_t index) {
    if (found.is_float()) return close(found.f(index), expected.f(index));
    // Of the parts of a complex number the one farther away counts.
    const Complex x = found.c(index), y = expected.c(index);
    const bool imaginary = distance(x.imag(), y.imag(), part) > distance(x.real(), y.real(), part);
    return imaginary ? close(x.imag(), y.imag()) : close(x.real(), y.real());
  };
}

bool is_called_check(std::string_view target) {
  return target == "check.eq" || target == "check.expect_eq" ||
         target == "check.expect_almost_eq" || target == "check.expect_close";
}

void expect_called_check(const Operation& op, std::string_view target) {
  const std::vector<Type> operands = op.operand_types();
  const bool fit = operands.size() == 2 && operands[0] == operands[1] && operands[0].is_tensor();
  if (!fit)
    ir::operation_error(op, fmt::format("@{} has operands of {}, expected two tensors of one type",
                                        target, ir::str(operands)));
  const ElementType element = real_type(operands[0].element);
  if (target == "check.expect_close" && !is_float(element))
    ir::operation_error(
        op, fmt::format("@{} has operands of {}, expected floats or complex numbers", target,
                        operands[0].str()));
  for (const Type& type : op.result_types())
    if (!type.is_tensor() || type.element != ElementType::i1 || !type.is_static())
      ir::operation_error(
          op, fmt::format("@{} has a result of {}, expected a tensor of i1", target, type.str()));
}

std::vector<Array> evaluate_called_check(const Operation& op, std::string_view target,
                                         Operands in) {
  std::vector<Array> results;
  for (const Type& type : op.result_types()) {
    Array passed(type);
    std::fill(passed.ints.begin(), passed.ints.end(), 1);
    results.push_back(std::move(passed));
  }
  const Type& type = op.operand_type(0);
  const bool exact = target == "check.expect_eq" || !is_float(real_type(type.element));
  if (target == "check.expect_close") {
    hold_elements(op, *in[0], *in[1], within_ulps(type, 0, 3));
  } else {
    const double tolerance = target == "check.eq" ? 1e-4 : 1e-3;
    hold_elements(op, *in[0], *in[1], exact ? ElementTest(is_equal) : almost_equal(tolerance));
  }
  return results;
}

}  // namespace tutti::op
