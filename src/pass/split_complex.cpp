// SPDX-License-Identifier: Apache-2.0
#include "pass/split_complex.h"

#include <array>

#include "op/rules/complex_parts.h"
#include "pass/complex_formulas.h"
#include "pass/rewrite.h"

namespace tutti::pass {
namespace {

using namespace op;
using ir::Operation;

/// A part of a value. If the value was joined from parts, that part.
Value part(Builder& b, Value z, bool imaginary) {
  if (!ir::is_complex(z->type.element)) return imaginary ? zeros_like(b, z) : z;
  if (z->owner && z->owner->name() == "stablehlo.complex") return z->owner->operand(imaginary);
  return imaginary ? imaginary_part(b, z) : real_part(b, z);
}

Value one_part(Builder& b, const Operation& op, bool imaginary) {
  std::vector<Value> operands;
  for (Value operand : op.operands)
    operands.push_back(ir::is_complex(operand->type.element) ? part(b, operand, imaginary)
                                                             : operand);
  const ir::Type& result = op.result_type();
  return b.one(op.name(), operands, op.attributes, {result.with(ir::real_type(result.element))});
}

Value constant_part(Builder& b, const Operation& op, bool imaginary) {
  const ir::Array whole(*op.attribute("value").get<ir::Tensor>());
  std::vector<double> values;
  for (const ir::Complex& z : whole.complexes) values.push_back(imaginary ? z.imag() : z.real());
  const ir::Type type = op.result_type().with(ir::real_type(op.result_type().element));
  return b.one("stablehlo.constant", {}, ir::attributes({{"value", ir::Tensor::of(type, values)}}));
}

/// A bilinear operation on one part of each operand. `left` and `right` ask for imaginary parts.
Value product_part(Builder& b, const Operation& op, bool left, bool right) {
  const ir::Type& result = op.result_type();
  return b.one(op.name(), {part(b, op.operand(0), left), part(b, op.operand(1), right)},
               op.attributes, {result.with(ir::real_type(result.element))});
}

std::optional<Pair> pair_of(Builder& b, const Operation& op) {
  const std::string_view name = op.name();
  const auto operand = [&](size_t i) {
    return Pair{part(b, op.operand(i), false), part(b, op.operand(i), true)};
  };
  if (name == "stablehlo.constant")
    return Pair{constant_part(b, op, false), constant_part(b, op, true)};
  if (name == "stablehlo.iota") {
    Value numbers = b.one(name, {}, op.attributes,
                          {op.result_type().with(ir::real_type(op.result_type().element))});
    return Pair{numbers, zeros_like(b, numbers)};
  }
  if (name == "stablehlo.convert" && !ir::is_complex(op.operand_type(0).element)) {
    Value real = one_part(b, op, false);
    return Pair{real,
                zeros_like(b, real)};  // of the type of `real`, which may differ from the operands'
  }
  if (op.def().acts_on_parts) return Pair{one_part(b, op, false), one_part(b, op, true)};
  if (name == "stablehlo.multiply") return times(b, operand(0), operand(1));
  if (name == "stablehlo.divide") return quotient(b, operand(0), operand(1));
  if (name == "stablehlo.power") return power_of(b, operand(0), operand(1));
  if (name == "stablehlo.atan2") return arc_tangent_of(b, operand(0), operand(1));
  if (name == "stablehlo.maximum") return maximum_of(b, operand(0), operand(1));
  if (name == "stablehlo.minimum") return minimum_of(b, operand(0), operand(1));
  if (name == "stablehlo.clamp") return clamped(b, operand(0), operand(1), operand(2));
  if (const ComplexFunction function = function_of(name)) return function(b, operand(0));
  if (name == "stablehlo.dot_general" || name == "stablehlo.convolution")
    return Pair{subtract(b, product_part(b, op, false, false), product_part(b, op, true, true)),
                add(b, product_part(b, op, false, true), product_part(b, op, true, false))};
  return std::nullopt;
}

/// The real or logical value of an operation on complex numbers.
Value real_result(Builder& b, const Operation& op) {
  const std::string_view name = op.name();
  const auto operand = [&](size_t i) {
    return Pair{part(b, op.operand(i), false), part(b, op.operand(i), true)};
  };
  if (name == "stablehlo.real" || name == "stablehlo.imag") {
    const Value z = op.operand(0);
    const bool known =
        !ir::is_complex(z->type.element) || (z->owner && z->owner->name() == "stablehlo.complex");
    return known ? part(b, z, name == "stablehlo.imag") : nullptr;
  }
  if (name == "stablehlo.abs") return modulus(b, operand(0));
  if (name == "stablehlo.convert") {
    const Value x = part(b, op.operand(0), false);
    return x->type.element == op.result_type().element ? x
                                                       : convert(b, x, op.result_type().element);
  }
  if (name != "stablehlo.compare") return nullptr;
  const std::string direction = op.enum_attribute("comparison_direction");
  const Pair x = operand(0), y = operand(1);
  if (direction != "EQ" && direction != "NE") return ordered(b, direction, x, y);
  return b.one(
      direction == "EQ" ? "stablehlo.and" : "stablehlo.or",
      {compare(b, direction, x.real, y.real), compare(b, direction, x.imaginary, y.imaginary)});
}

/// Real and imaginary parts are values of their own, one after the other.
std::vector<Value> all_parts(Builder& b, const std::vector<Value>& values) {
  std::vector<Value> parts;
  for (Value value : values) {
    if (!ir::is_complex(value->type.element)) {
      parts.push_back(value);
      continue;
    }
    for (bool imaginary : {false, true}) parts.push_back(part(b, value, imaginary));
  }
  return parts;
}

/// Adds the arguments that replace those of `from` and maps the old ones to them. The real parts of
/// each `group` of neighbours come first, then their imaginary parts.
void add_arguments(Builder& b, const ir::Block& from, size_t group, ir::ValueMap& map) {
  for (size_t first = 0; first < from.arguments.size(); first += group) {
    std::array<std::vector<Value>, 2> parts;
    for (bool imaginary : {false, true})
      for (size_t i = first; i < first + group; i++) {
        const ir::Type& type = from.arguments[i]->type;
        if (imaginary && !ir::is_complex(type.element)) continue;
        parts[imaginary].push_back(b.block().add_argument(type.with(ir::real_type(type.element))));
      }
    for (size_t i = 0; i < group; i++) {
      const Value real = parts[0][i];
      const bool whole = parts[1].empty();
      map[from.arguments[first + i].get()] = whole ? real : make_complex(b, real, parts[1][i]);
    }
  }
}

bool takes_any_number(const Operation& op) {
  return op.name() == "stablehlo.reduce" || op.name() == "stablehlo.reduce_window" ||
         op.name() == "stablehlo.scatter" || op.name() == "stablehlo.sort";
}

/// The operation that computes result `i` of a reduction, if it uses only that result's own pair of
/// arguments; otherwise null.
const Operation* own_reducer(const Operation& op, size_t i) {
  const auto& arguments = op.regions[0]->arguments;
  const Operation* made = op.regions[0]->terminator().operand(i)->owner;
  const bool fits = made && made->def().is_commutative && made->attributes.empty() &&
                    made->operand(0) == arguments[i].get() &&
                    made->operand(1) == arguments[op.result_count() + i].get();
  return fits ? made : nullptr;
}

/// A reduction of several tensors as a reduction of each. Empty if its region combines them.
std::vector<Value> separate(Builder& b, const Operation& op) {
  const size_t count = op.result_count();
  for (size_t i = 0; i < count; i++)
    if (!own_reducer(op, i)) return {};
  std::vector<Value> results;
  for (size_t i = 0; i < count; i++) {
    const auto fill = [&](Operation& made) {
      Builder inside(made.add_region(), b.catalogue());
      const Type& scalar = own_reducer(op, i)->result_type();
      Value x = inside.block().add_argument(scalar), y = inside.block().add_argument(scalar);
      inside.create("stablehlo.return", {inside.one(own_reducer(op, i)->name(), {x, y})});
    };
    results.push_back(b.create(op.name(), {op.operand(i), op.operand(count + i)}, op.attributes,
                               {op.result_type(i)}, fill)[0]);
  }
  return results;
}

/// An operation with a region for any number of tensors, as one on twice as many.
std::vector<Value> region_parts(Builder& b, const Operation& op, const Visit& visit) {
  std::vector<Type> types;
  for (const Type& type : op.result_types())
    types.insert(types.end(), ir::is_complex(type.element) ? 2 : 1,
                 type.with(ir::real_type(type.element)));
  auto parts =
      b.create(op.name(), all_parts(b, op.operands), op.attributes, types, [&](Operation& made) {
        const ir::Block& from = *op.regions[0];
        Builder inside(made.add_region(), b.catalogue());
        ir::ValueMap map;
        // A comparator's arguments are pairs of one tensor's elements.
        add_arguments(inside, from, op.name() == "stablehlo.sort" ? 2 : 1, map);
        const auto results = append_body(inside, from, map, visit);
        inside.create("stablehlo.return", all_parts(inside, results));
      });
  if (op.name() == "stablehlo.reduce")
    if (auto separated = separate(b, *parts[0]->owner); !separated.empty())
      parts = std::move(separated);
  std::vector<Value> results;
  size_t next = 0;
  for (const Type& type : op.result_types()) {
    const Value real = parts[next++];
    results.push_back(ir::is_complex(type.element) ? make_complex(b, real, parts[next++]) : real);
  }
  return results;
}

bool has_complex(const std::vector<Type>& types) {
  return std::any_of(types.begin(), types.end(),
                     [](const Type& type) { return ir::is_complex(type.element); });
}

}  // namespace

ir::Module split_complex(ir::Module module, const ir::Catalogue& catalogue,
                         const std::function<bool(const Operation&)>& supports) {
  const Visit visit = [&](Builder& b, const Operation& op) -> std::optional<std::vector<Value>> {
    const bool takes_part = op.name() == "stablehlo.real" || op.name() == "stablehlo.imag";
    if (supports(op) && !takes_part) return std::nullopt;
    if (!takes_part && !has_complex(op.operand_types()) && !has_complex(op.result_types()))
      return std::nullopt;
    if (op.result_count() == 1) {
      if (!ir::is_complex(op.result_type().element)) {
        if (const Value value = real_result(b, op)) return std::vector<Value>{value};
      } else if (const auto pair = pair_of(b, op)) {
        return std::vector<Value>{make_complex(b, pair->real, pair->imaginary)};
      }
    }
    if (takes_any_number(op)) return region_parts(b, op, visit);
    return std::nullopt;
  };
  return rewrite(module, catalogue, visit);
}

}  // namespace tutti::pass
