// SPDX-License-Identifier: Apache-2.0
#include "validate/unique_vectors.h"

#include <cmath>

#include "op/emit.h"
#include "op/rules/complex_parts.h"
#include "op/rules/linear_algebra.h"
#include "pass/rewrite.h"

namespace tutti::validate {
namespace {

using ir::Builder;
using ir::ElementType;
using ir::Operation;
using ir::Shape;
using ir::Type;
using ir::Value;
using Values = std::vector<Value>;

int64_t last_axis(Value x) {
  return x->type.rank() - 1;
}

/// A number for each vector, repeated for its elements. Vectors are columns, or rows.
Value for_each_vector(Builder& b, Value numbers, const Shape& shape, bool are_rows) {
  const auto rank = static_cast<int64_t>(shape.size());
  return op::broadcast_along(b, numbers, shape, {are_rows ? rank - 1 : rank - 2});
}

/// Weights that no vector of a usual problem is orthogonal to.
Value weights(Builder& b, const Type& type, bool are_rows) {
  const int64_t rank = type.rank(), along = are_rows ? rank - 1 : rank - 2;
  const ElementType part = ir::real_type(type.element);
  std::vector<double> values;
  for (int64_t i = 0; i < type.dim(along); i++)
    values.push_back(1 + std::cos(2.4 * static_cast<double>(i + 1)) / 2);
  const Value list = b.one(
      "stablehlo.constant", {},
      ir::attributes({{"value", ir::Tensor::of(Type::tensor(part, {type.dim(along)}), values)}}));
  return op::broadcast_in_dim(b, list, type.shape, {along});
}

/// 1 or -1 for each vector, or for complex ones the number of modulus 1 that turns them.
Value turns_of(Builder& b, Value vectors, bool are_rows) {
  const Type& type = vectors->type;
  const Value weight = weights(b, type, are_rows);
  const auto sum = [&](Value part) {
    return op::reduce_sum(b, op::multiply(b, part, weight),
                          {are_rows ? type.rank() - 1 : type.rank() - 2});
  };
  if (!ir::is_complex(type.element)) {
    const Value total = sum(vectors);
    return op::select(b, op::compare(b, "LT", total, op::zeros_like(b, total)),
                      op::constant_like(b, total, -1), op::constant_like(b, total, 1));
  }
  const Value x = sum(op::real_part(b, vectors)), y = sum(op::imaginary_part(b, vectors));
  const Value length = b.one("stablehlo.abs", {op::make_complex(b, x, y)});
  const Value none = op::compare(b, "EQ", length, op::zeros_like(b, length));
  const Value one = op::constant_like(b, x, 1), safe = op::select(b, none, one, length);
  return op::make_complex(b, op::select(b, none, one, op::divide(b, x, safe)),
                          op::negate(b, op::divide(b, y, safe)));
}

Value turned(Builder& b, Value vectors, Value turns, bool are_rows) {
  return op::multiply(b, vectors, for_each_vector(b, turns, vectors->type.shape, are_rows));
}

/// Those that belong to one of `count` values, and 0.
Value only_first(Builder& b, Value vectors, int64_t count, bool are_rows) {
  const Type& type = vectors->type;
  const int64_t axis = are_rows ? type.rank() - 2 : type.rank() - 1;
  if (type.dim(axis) == count) return vectors;
  const Value place = op::iota(b, type.with(ElementType::i64), axis);
  const Value belongs =
      op::compare(b, "LT", place, op::constant_like(b, place, static_cast<double>(count)));
  return op::select(b, belongs, vectors, op::zeros_like(b, vectors));
}

/// u diag(s) v^H stays what it is.
void turn_singular_vectors(Builder& b, Values& results) {
  const int64_t count = results[1]->type.dim(last_axis(results[1]));
  results[2] = only_first(b, results[2], count, false);
  results[3] = only_first(b, results[3], count, true);
  const Value turns = turns_of(b, results[2], false);
  results[2] = turned(b, results[2], turns, false);
  const int64_t all = results[2]->type.dim(last_axis(results[2]));
  const int64_t rows = results[3]->type.dim(results[3]->type.rank() - 2);
  if (all == rows) {
    results[3] = turned(b, results[3], op::conjugate(b, turns), true);
    return;
  }
  Shape sizes = turns->type.shape;
  const std::vector<int64_t> none(sizes.size(), 0);
  std::vector<int64_t> high = none;
  high.back() = rows - all;
  const Value back = op::conjugate(b, turns);
  const auto fitted = [&](Value part) { return op::pad(b, part, 0, none, high, none); };
  const Value fitting =
      ir::is_complex(back->type.element)
          ? op::make_complex(b, fitted(op::real_part(b, back)), fitted(op::imaginary_part(b, back)))
          : fitted(back);
  results[3] = turned(b, results[3], fitting, true);
}

/// Values in the order of (real, imaginary), along the last axis of all.
Values in_order(Builder& b, const Values& keys, const Values& values) {
  Values operands = keys;
  operands.insert(operands.end(), values.begin(), values.end());
  const auto attributes =
      ir::attributes({{"dimension", ir::int_attribute(last_axis(keys[0]))}, {"is_stable", true}});
  const auto fill = [&](Operation& sort) {
    ir::Block& block = sort.add_region();
    Builder inner(block, b.catalogue());
    Values pairs;
    for (Value operand : operands)
      for (int side = 0; side < 2; side++)
        pairs.push_back(block.add_argument(Type::scalar(operand->type.element)));
    const Value below = op::compare(inner, "LT", pairs[0], pairs[1]),
                same = op::compare(inner, "EQ", pairs[0], pairs[1]),
                next = op::compare(inner, "LT", pairs[2], pairs[3]);
    inner.create("stablehlo.return",
                 {inner.one("stablehlo.or", {below, inner.one("stablehlo.and", {same, next})})});
  };
  Values sorted = b.create("stablehlo.sort", operands, attributes, {}, fill);
  sorted.erase(sorted.begin(), sorted.begin() + 2);
  return sorted;
}

/// Eigenvalues have their parts in two results, or are complex.
void turn_and_order_eigenvectors(Builder& b, Values& results) {
  const bool are_parts = results.size() == 5;
  const Values keys = are_parts
                          ? Values{results[0], results[1]}
                          : Values{op::real_part(b, results[0]), op::imaginary_part(b, results[0])};
  for (size_t i = results.size() - 3; i + 1 < results.size(); i++) {
    const Value vectors = turned(b, results[i], turns_of(b, results[i], false), false);
    Values wide;
    for (Value key : keys) wide.push_back(for_each_vector(b, key, vectors->type.shape, false));
    const Values parts =
        in_order(b, wide, {op::real_part(b, vectors), op::imaginary_part(b, vectors)});
    results[i] = op::make_complex(b, parts[0], parts[1]);
  }
  const Values parts = in_order(b, keys, keys);
  if (are_parts) {
    results[0] = parts[0];
    results[1] = parts[1];
  } else {
    results[0] = op::make_complex(b, parts[0], parts[1]);
  }
}

}  // namespace

ir::Module with_unique_vectors(const ir::Module& module, const ir::Catalogue& catalogue) {
  return pass::rewrite(
      module, catalogue, [](Builder& b, const Operation& op) -> std::optional<Values> {
        if (op.name() != "stablehlo.custom_call") return std::nullopt;
        const auto call = op::LinearAlgebra::of(op);
        if (!call || op.result_type().count() == 0) return std::nullopt;
        const std::string& name = call->routine();
        const bool is_eigen = name == "syevd" || name == "syevd_or_nan",
                   is_general = name == "geev", is_singular = name == "gesdd" || name == "gesvd";
        const char job = call->options().job;
        if (!is_general && !((is_eigen || is_singular) && job != 'N')) return std::nullopt;
        Values results = b.create(op.name(), op.operands, op.attributes, op.result_types());
        if (is_eigen) results[0] = turned(b, results[0], turns_of(b, results[0], false), false);
        if (is_general) turn_and_order_eigenvectors(b, results);
        if (is_singular) turn_singular_vectors(b, results);
        return results;
      });
}

}  // namespace tutti::validate
