// SPDX-License-Identifier: Apache-2.0
#include "op/rules/dot_algorithm.h"

#include <algorithm>

#include "op/emit.h"

namespace tutti::op {
namespace {

struct Algorithm {
  ElementType lhs, rhs, accumulation;
  int64_t products;  // of the operands' parts
  bool is_imprecise;
};

ElementType precision_type(const Operation& op, std::string_view field) {
  const ir::Attribute* found = op.record_attribute("algorithm").fields.find(field);
  const auto* type = found ? found->get<ElementType>() : nullptr;
  constraint(op, type != nullptr, "dot_general_i8",
             "{} is missing or no type, expected one like f32", field);
  return *type;
}

Algorithm algorithm_of(const Operation& op) {
  const ir::RecordAttribute& record = op.record_attribute("algorithm");
  const ir::Attribute* imprecise = record.fields.find("allow_imprecise_accumulation");
  const bool* given = imprecise ? imprecise->get<bool>() : nullptr;
  return {precision_type(op, "lhs_precision_type"), precision_type(op, "rhs_precision_type"),
          precision_type(op, "accumulation_type"),
          ir::record_int(record, "num_primitive_operations"), given && *given};
}

/// The 8-bit floats that devices multiply: any two of them, into f32.
bool is_multiplied_f8(ElementType type) {
  return bit_width(type) == 8 && is_float(type) && type != ElementType::f8E8M0FNU;
}

bool is_known(const Algorithm& a) {
  if (is_multiplied_f8(a.lhs) && is_multiplied_f8(a.rhs))
    return a.accumulation == ElementType::f32 && a.products == 1;
  if (a.lhs != a.rhs || a.is_imprecise) return false;
  const bool wide = a.accumulation == ElementType::f32, own = a.accumulation == a.lhs;
  switch (a.lhs) {
    case ElementType::f16:
      return (wide || own) && a.products == 1;
    case ElementType::bf16:
      return ((wide || own) && a.products == 1) ||
             (wide && (a.products == 3 || a.products == 6 || a.products == 9));
    case ElementType::tf32:
      return wide && (a.products == 1 || a.products == 3);
    case ElementType::f32:
    case ElementType::f64:
      return own && a.products == 1;
    default:
      return false;
  }
}

Value rounded(Builder& b, Value x, ElementType type) {
  if (type != ElementType::tf32) return convert(b, x, type);
  constexpr int64_t kExponentBits = 8, kMantissaBits = 10;
  return b.one(
      "stablehlo.reduce_precision", {convert(b, x, ElementType::f32)},
      ir::attributes({{"exponent_bits", ir::int_attribute(kExponentBits, ElementType::i32)},
                      {"mantissa_bits", ir::int_attribute(kMantissaBits, ElementType::i32)}}));
}

/// Parts of the type whose sum is `x` as nearly as so many can be: each is what the ones before it
/// leave, rounded.
std::vector<Value> parts_of(Builder& b, Value x, ElementType type, size_t count) {
  std::vector<Value> parts = {rounded(b, x, type)};
  Value rest = convert(b, x, accumulation_type(x->type.element));
  while (parts.size() < count) {
    rest = subtract(b, rest, convert(b, parts.back(), rest->type.element));
    parts.push_back(rounded(b, rest, type));
  }
  return parts;
}

}  // namespace

void expect_known_algorithm(const Operation& op) {
  const Algorithm a = algorithm_of(op);
  const ir::RecordAttribute& record = op.record_attribute("algorithm");
  const int64_t lhs_parts = ir::record_int(record, "lhs_component_count"),
                rhs_parts = ir::record_int(record, "rhs_component_count");
  constraint(op, lhs_parts == 1 && rhs_parts == 1 && is_known(a), "dot_general_i8",
             "the algorithm rounds to {} and {} and adds in {}, of {} and {} components, in {} "
             "operations{}; expected f8 with f8 or one type twice: f16 into f16 or f32, bf16 into "
             "bf16 or f32 (in 1, 3, 6 or 9), tf32 into f32 (in 1 or 3), f32 or f64 into itself, of "
             "1 component, and imprecise for f8 alone",
             name_of(a.lhs), name_of(a.rhs), name_of(a.accumulation), lhs_parts, rhs_parts,
             a.products, a.is_imprecise ? ", imprecise" : "");
}

std::vector<Value> by_algorithm(Builder& b, const Operation& op) {
  if (!op.attributes.find("algorithm")) return {};
  const Algorithm a = algorithm_of(op);
  Attributes attributes = op.attributes;
  for (const char* name : {"algorithm", "precision_config"}) attributes.erase(name);
  const Type& result = op.result_type();
  const auto product = [&](Value x, Value y, ElementType element) {
    return b.one(op.name(), {x, y}, attributes, {result.with(element)});
  };
  // It says nothing of integers and complex numbers.
  if (!is_float(op.operand_type(0).element))
    return {product(op.operand(0), op.operand(1), result.element)};
  // Three products are of two parts; six are those of three that are not smaller than the rest.
  const size_t count = a.products == 1 ? 1 : a.products == 3 ? 2 : 3;
  const size_t last = a.products == 9 ? 2 * (count - 1) : count - 1;
  const auto xs = parts_of(b, op.operand(0), a.lhs, count),
             ys = parts_of(b, op.operand(1), a.rhs, count);
  Value sum = nullptr;
  for (size_t order = last + 1; order-- > 0;) {  // the smallest first
    // What infinite operands leave is no number: the first parts' product has it all.
    if (sum && order == 0) sum = select(b, compare(b, "EQ", sum, sum), sum, zeros_like(b, sum));
    for (size_t i = 0; i <= order; i++) {
      if (i >= count || order - i >= count) continue;
      Value term = product(xs[i], ys[order - i], a.accumulation);
      sum = sum ? add(b, sum, term) : term;
    }
  }
  return {convert(b, sum, result.element)};
}

}  // namespace tutti::op
