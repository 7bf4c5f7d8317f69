// SPDX-License-Identifier: Apache-2.0
#include "op/checks.h"

#include <cmath>

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

}  // namespace

std::vector<Type> infer_check(const Operation& op) {
  expect_operands(op, 2);
  constraint(op, op.operand_type(0) == op.operand_type(1), label(op, 1),
             "the operands are a {} and a {}, expected one type", op.operand_type(0).str(),
             op.operand_type(1).str());
  return {};
}

std::vector<Type> infer_check_against_constant(const Operation& op) {
  expect_operands(op, 1);
  const Type& expected = constant_of(op).type();
  constraint(op, op.operand_type(0) == expected, label(op, 1),
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

ElementTest almost_equal(const Operation& op) {
  const double tolerance = op.float_attribute("tolerance", 1e-4);
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

}  // namespace tutti::op
