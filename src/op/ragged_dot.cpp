// SPDX-License-Identifier: Apache-2.0
#include "op/ragged_dot.h"

#include <algorithm>

#include "op/catalogue.h"
#include "op/rules/axes.h"
#include "op/rules/derived.h"

namespace tutti::op {
namespace {

/// `#chlo.ragged_dot<...>`: a product whose left operand has groups of unequal length along
/// `ragged`.
struct RaggedNumbers {
  DotNumbers dot;
  int64_t ragged = 0;
  std::vector<int64_t> groups;  // the axis of the right operand that counts groups, or none
  enum class Mode { rows, sums, batches } mode = Mode::rows;
};

RaggedNumbers numbers_of(const Operation& op) {
  const auto& record = op.record_attribute("ragged_dot_dimension_numbers");
  RaggedNumbers numbers;
  numbers.dot = {ir::record_ints(record, "lhs_batching_dimensions"),
                 ir::record_ints(record, "rhs_batching_dimensions"),
                 ir::record_ints(record, "lhs_contracting_dimensions"),
                 ir::record_ints(record, "rhs_contracting_dimensions")};
  const auto ragged = ir::record_ints(record, "lhs_ragged_dimensions");
  numbers.groups = ir::record_ints(record, "rhs_group_dimensions");
  const int64_t left = op.operand_type(0).rank(), right = op.operand_type(1).rank();
  constraint(op, ragged.size() == 1 && ragged[0] >= 0 && ragged[0] < left, "ragged_dot_c1",
             "lhs_ragged_dimensions is {}, expected one axis of a {}", ir::str(ragged),
             op.operand_type(0).str());
  numbers.ragged = ragged[0];
  expect_in_range(op, numbers.groups, right, "rhs_group_dimensions", "ragged_dot_c2");
  for (const int64_t axis : numbers.groups)
    constraint(
        op, !contains(numbers.dot.rhs_batch, axis) && !contains(numbers.dot.rhs_contract, axis),
        "ragged_dot_c3", "axis {} counts groups and has another part too, expected one", axis);
  using Mode = RaggedNumbers::Mode;
  numbers.mode = contains(numbers.dot.lhs_contract, numbers.ragged) ? Mode::sums
                 : contains(numbers.dot.lhs_batch, numbers.ragged)  ? Mode::batches
                                                                    : Mode::rows;
  constraint(op, numbers.groups.size() == (numbers.mode == Mode::rows ? 1u : 0u), "ragged_dot_c4",
             "rhs_group_dimensions is {}, expected {}", ir::str(numbers.groups),
             numbers.mode == Mode::rows ? "one axis" : "none");
  return numbers;
}

/// The axes of the left operand that group sizes may differ along.
std::vector<int64_t> prefix_of(const RaggedNumbers& numbers, int64_t rank) {
  std::vector<int64_t> prefix = numbers.dot.lhs_batch;
  const auto before = [&](const std::vector<int64_t>& axes) {
    for (const int64_t axis : axes) {
      if (axis == numbers.ragged) return;
      prefix.push_back(axis);
    }
  };
  if (numbers.mode == RaggedNumbers::Mode::sums)
    before(numbers.dot.lhs_contract);
  else
    before(axes_without(rank, numbers.dot.lhs_batch, numbers.dot.lhs_contract));
  return prefix;
}

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 3);
  expect_elements(op, 2, Elements::integers);
  const RaggedNumbers numbers = numbers_of(op);
  const Type &x = op.operand_type(0), &y = op.operand_type(1), &sizes = op.operand_type(2);
  const DotNumbers& dot = numbers.dot;
  expect_in_range(op, joined(dot.lhs_batch, dot.lhs_contract), x.rank(), "lhs dimensions",
                  "ragged_dot_c5");
  expect_in_range(op, joined(dot.rhs_batch, dot.rhs_contract), y.rank(), "rhs dimensions",
                  "ragged_dot_c5");
  bool fits = dot.lhs_batch.size() == dot.rhs_batch.size() &&
              dot.lhs_contract.size() == dot.rhs_contract.size();
  for (size_t i = 0; fits && i < dot.lhs_batch.size(); i++)
    fits = ir::compatible(x.dim(dot.lhs_batch[i]), y.dim(dot.rhs_batch[i]));
  for (size_t i = 0; fits && i < dot.lhs_contract.size(); i++)
    fits = ir::compatible(x.dim(dot.lhs_contract[i]), y.dim(dot.rhs_contract[i]));
  constraint(op, fits, "ragged_dot_c6",
             "the operands are a {} and a {}, expected equal sizes of batches and sums", x.str(),
             y.str());
  constraint(op, sizes.rank() >= 1, "ragged_dot_c7", "the group sizes are a {}, expected a vector",
             sizes.str());
  Shape prefix;
  for (const int64_t axis : prefix_of(numbers, x.rank())) prefix.push_back(x.dim(axis));
  prefix.push_back(sizes.shape.back());
  constraint(op, sizes.rank() == 1 || ir::compatible(sizes.shape, prefix), "ragged_dot_c7",
             "the group sizes have shape {}, expected {}", ir::str(sizes.shape), ir::str(prefix));
  Shape shape;
  if (numbers.mode == RaggedNumbers::Mode::sums) shape.push_back(sizes.shape.back());
  if (numbers.mode == RaggedNumbers::Mode::rows)
    constraint(op, ir::compatible(y.dim(numbers.groups[0]), sizes.shape.back()), "ragged_dot_c7",
               "{} groups, but {} group sizes, expected as many", y.dim(numbers.groups[0]),
               sizes.shape.back());
  for (const int64_t axis : dot.lhs_batch) shape.push_back(x.dim(axis));
  for (const int64_t axis : axes_without(x.rank(), dot.lhs_batch, dot.lhs_contract))
    shape.push_back(x.dim(axis));
  const auto used = joined(joined(dot.rhs_batch, dot.rhs_contract), numbers.groups);
  for (const int64_t axis : axes_without(y.rank(), used)) shape.push_back(y.dim(axis));
  return {declared(op).with(std::move(shape))};
}

/// The ends of all groups, each a value for every prefix (or one for all).
std::vector<Value> ends_of(Builder& b, Value sizes) {
  Shape starts(sizes->type.shape.size(), 0), limits = sizes->type.shape;
  const Shape one(limits.begin(), limits.end() - 1);
  std::vector<Value> ends;
  for (int64_t group = 0; group < sizes->type.shape.back(); group++) {
    starts.back() = group;
    limits.back() = group + 1;
    const Value size = reshape(b, slice(b, sizes, starts, limits), one);
    ends.push_back(ends.empty() ? size : add(b, ends.back(), size));
  }
  return ends;
}

// Each group in turn, the left operand's other rows being zero.
std::vector<Value> decompose(Builder& b, const Operation& op) {
  const RaggedNumbers numbers = numbers_of(op);
  const Value x = op.operand(0), y = op.operand(1);
  const Type& result = op.result_type();
  using Mode = RaggedNumbers::Mode;
  if (numbers.mode == Mode::batches) return {dot_general(b, x, y, numbers.dot, result.element)};
  const std::vector<Value> ends = ends_of(b, op.operand(2));
  const Type places = x->type.with(op.operand_type(2).element);
  const Value place = iota(b, places, numbers.ragged);
  const auto prefix = prefix_of(numbers, x->type.rank());
  const auto spread = [&](Value bound) {
    return broadcast_in_dim(b, bound, places.shape,
                            bound->type.rank() == 0 ? std::vector<int64_t>() : prefix);
  };
  std::vector<Value> parts;
  for (size_t group = 0; group < ends.size(); group++) {
    Value inside = compare(b, "LT", place, spread(ends[group]));
    if (group > 0)
      inside = b.one("stablehlo.and", {inside, compare(b, "GE", place, spread(ends[group - 1]))});
    const Value rows = select(b, inside, x, zeros_like(b, x));
    if (numbers.mode == Mode::sums) {
      Shape shape = result.shape;
      shape[0] = 1;
      parts.push_back(reshape(b, dot_general(b, rows, y, numbers.dot, result.element), shape));
      continue;
    }
    const int64_t axis = numbers.groups[0];
    Shape starts(y->type.shape.size(), 0), limits = y->type.shape, rest = limits;
    starts[static_cast<size_t>(axis)] = static_cast<int64_t>(group);
    limits[static_cast<size_t>(axis)] = static_cast<int64_t>(group) + 1;
    rest.erase(rest.begin() + axis);
    DotNumbers dot = numbers.dot;
    for (auto* axes : {&dot.rhs_batch, &dot.rhs_contract})
      for (int64_t& other : *axes) other -= other > axis ? 1 : 0;
    const Value part =
        dot_general(b, rows, reshape(b, slice(b, y, starts, limits), rest), dot, result.element);
    parts.push_back(parts.empty() ? part : add(b, parts.back(), part));
  }
  if (parts.empty()) return {constant(b, result, 0)};
  if (numbers.mode == Mode::rows) return {parts.back()};
  return {concatenate(b, std::move(parts), 0)};
}

/// Whether both operands are matrices but for the axis that counts groups, and rows have groups.
bool is_product_of_rows(const Operation& op, const RaggedNumbers& numbers) {
  return numbers.mode == RaggedNumbers::Mode::rows && numbers.groups == std::vector<int64_t>{0} &&
         op.operand_type(0).rank() == 2 && op.operand_type(1).rank() == 3 && numbers.ragged == 0 &&
         numbers.dot.lhs_contract.size() == 1 && numbers.dot.lhs_batch.empty() &&
         op.operand_type(0).element == op.result_type().element &&
         op.operand_type(1).element == op.result_type().element;
}

// dx = dy W^T with the same groups; dW = x^T dy, a sum over the rows of each group.
void vjp(Vjp& v) {
  const RaggedNumbers numbers = numbers_of(v.op);
  if (!is_product_of_rows(v.op, numbers)) return;
  Builder& b = v.builder;
  const Value x = v.op.operand(0), y = v.op.operand(1), sizes = v.op.operand(2);
  const bool transposed = numbers.dot.rhs_contract[0] == 2;
  const Value dz = v.gradient();
  v.operand_gradients = {
      v.wanted[0] ? grouped_product(b, dz, y, sizes, !transposed) : nullptr,
      v.wanted[1] ? grouped_sums(b, transposed ? dz : x, transposed ? x : dz, sizes) : nullptr,
      nullptr};
}

ir::Attributes dimension_numbers(int64_t left, int64_t right, bool has_groups) {
  ir::RecordAttribute record{"chlo.ragged_dot", {}};
  record.fields.set("lhs_contracting_dimensions", ir::ints_attribute({left}));
  record.fields.set("rhs_contracting_dimensions", ir::ints_attribute({right}));
  record.fields.set("lhs_ragged_dimensions", ir::ints_attribute({0}));
  if (has_groups) record.fields.set("rhs_group_dimensions", ir::ints_attribute({0}));
  return ir::attributes({{"ragged_dot_dimension_numbers", record}});
}

}  // namespace

double grouped_flops(const Operation& op) {
  const RaggedNumbers numbers = numbers_of(op);
  const Type& y = op.operand_type(1);
  const auto used = joined(joined(numbers.dot.rhs_batch, numbers.dot.rhs_contract), numbers.groups);
  double flops = 2 * static_cast<double>(op.operand_type(0).count());
  for (const int64_t axis : axes_without(y.rank(), used)) flops *= static_cast<double>(y.dim(axis));
  return flops;
}

Value grouped_product(Builder& b, Value x, Value weights, Value sizes, bool transposed) {
  const Type type = x->type.with({x->type.dim(0), weights->type.dim(transposed ? 1 : 2)});
  return b.one("chlo.ragged_dot", {x, weights, sizes},
               dimension_numbers(1, transposed ? 2 : 1, true), {type});
}

Value grouped_sums(Builder& b, Value x, Value y, Value sizes) {
  const Type type = x->type.with({sizes->type.dim(0), x->type.dim(1), y->type.dim(1)});
  return b.one("chlo.ragged_dot", {x, y, sizes}, dimension_numbers(0, 0, false), {type});
}

OpDef ragged_dot() {
  OpDef def = derived("chlo.ragged_dot", "", infer, decompose);
  def.vjp = vjp;
  def.attributes =
      "ragged_dot_dimension_numbers:record.chlo.ragged_dot, precision_config?:enums.precision";
  def.result_constraints = {.element = 0, .shape = 0, .count = 0};
  return def;
}

}  // namespace tutti::op
