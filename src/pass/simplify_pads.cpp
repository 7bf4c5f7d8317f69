// SPDX-License-Identifier: Apache-2.0
// Rules for padding: parts that JAX's gradients of slices pad with zeros and add up. A zero that is
// added may change the sign of another zero, which the rules leave out of account.
#include <algorithm>
#include <optional>

#include "op/emit.h"
#include "pass/simplify_rules.h"
#include "pass/values.h"

namespace tutti::pass {
namespace {

using ir::Operation;
using ir::Value;
using Axes = std::vector<int64_t>;

/// An operand of a sum that is zero but for `value`, whose elements are at `first`, `first + step`
/// and so on along the only axis that is padded.
struct Part {
  Value value;
  int64_t axis, first, step;
};

std::optional<Part> part_of(Value value, const Users& users) {
  const Operation* pad = unshared(value, "stablehlo.pad", users);
  if (!pad || splat_of(pad->operand(1)) != 0.0) return std::nullopt;
  const Axes low = pad->ints_attribute("edge_padding_low"),
             high = pad->ints_attribute("edge_padding_high"),
             interior = pad->ints_attribute("interior_padding");
  std::optional<Part> part;
  for (size_t axis = 0; axis < low.size(); axis++) {
    if (low[axis] < 0 || high[axis] < 0) return std::nullopt;
    if (low[axis] == 0 && high[axis] == 0 && interior[axis] == 0) continue;
    if (part) return std::nullopt;
    part = Part{pad->operand(0), static_cast<int64_t>(axis), low[axis], interior[axis] + 1};
  }
  return part;
}

// Sums of more are left alone: each addition of a chain looks at all parts of its sum.
constexpr size_t kMostParts = 4096;

/// The parts of which a sum consists; none if the sum contains anything else.
std::vector<Part> parts_of(const Operation& sum, const Users& users) {
  std::vector<Part> parts;
  std::vector<const Operation*> open = {&sum};
  while (!open.empty()) {
    const Operation* add = open.back();
    open.pop_back();
    for (Value operand : add->operands) {
      if (const auto part = part_of(operand, users))
        parts.push_back(*part);
      else if (const Operation* inner = unshared(operand, "stablehlo.add", users))
        open.push_back(inner);
      else
        return {};
    }
    if (parts.size() > kMostParts) return {};
  }
  return parts;
}

/// Whether all elements of a part are at even places, or all at odd ones.
bool is_in_half(const Part& part) {
  return part.step == 2 || part.value->type.dim(part.axis) == 1;
}

/// The elements of a sum of parts that are at even or at odd places.
class Half {
 public:
  Half(const Surroundings& around, int64_t size, bool is_odd)
      : around_(around), size_(size), is_odd_(is_odd) {}

  /// Null where no part has any.
  Value of(Value sum) const {
    if (const auto part = part_of(sum, around_.users))
      return part->first % 2 == (is_odd_ ? 1 : 0) ? placed(*part) : nullptr;
    const Value x = of(sum->owner->operand(0)), y = of(sum->owner->operand(1));
    return x && y ? op::add(around_.builder, x, y) : x ? x : y;
  }

 private:
  Value placed(const Part& part) const {
    const Value value = around_.map.at(part.value);
    const auto axis = static_cast<size_t>(part.axis);
    Axes low(value->type.shape.size()), high = low;
    low[axis] = part.first / 2;
    high[axis] = size_ - low[axis] - part.value->type.dim(part.axis);
    if (low[axis] == 0 && high[axis] == 0) return value;
    return op::pad(around_.builder, value, 0, low, high, Axes(low.size()));
  }

  const Surroundings& around_;
  int64_t size_;  // of the half
  bool is_odd_;
};

}  // namespace

Value cut_by_pad(const Surroundings& around, const Operation& op) {
  if (op.name() != "stablehlo.pad" || !op.operand_type(0).is_static()) return nullptr;
  const Axes low = op.ints_attribute("edge_padding_low"),
             high = op.ints_attribute("edge_padding_high"),
             interior = op.ints_attribute("interior_padding");
  const ir::Shape& shape = op.operand_type(0).shape;
  Axes starts, limits;
  for (size_t axis = 0; axis < low.size(); axis++) {
    if (low[axis] > 0 || high[axis] > 0 || (interior[axis] != 0 && shape[axis] > 1)) return nullptr;
    starts.push_back(-low[axis]);
    limits.push_back(shape[axis] + high[axis]);
    if (starts.back() > limits.back()) return nullptr;
  }
  const Value x = around.map.at(op.operand(0));
  return op.operand_type(0) == op.result_type() ? x : op::slice(around.builder, x, starts, limits);
}

Value concatenate_parts(const Surroundings& around, const Operation& op) {
  if (op.name() != "stablehlo.add") return nullptr;
  std::vector<Part> parts = parts_of(op, around.users);
  if (parts.empty()) return nullptr;
  std::sort(parts.begin(), parts.end(),
            [](const Part& x, const Part& y) { return x.first < y.first; });
  std::vector<Value> values;
  int64_t end = 0;
  for (const Part& part : parts) {
    if (part.axis != parts[0].axis || part.step != 1 || part.first != end) return nullptr;
    end += part.value->type.dim(part.axis);
    values.push_back(around.map.at(part.value));
  }
  if (end != op.result_type().dim(parts[0].axis)) return nullptr;
  return op::concatenate(around.builder, std::move(values), parts[0].axis);
}

Value interleave_parts(const Surroundings& around, const Operation& op) {
  constexpr size_t kMostInHalves = 16;  // a bound of the recursion
  if (op.name() != "stablehlo.add") return nullptr;
  const std::vector<Part> parts = parts_of(op, around.users);
  if (parts.empty() || parts.size() > kMostInHalves) return nullptr;
  const int64_t axis = parts[0].axis, size = op.result_type().dim(axis);
  bool are_halves = size % 2 == 0, has_gaps = false;
  for (const Part& part : parts) {
    are_halves = are_halves && part.axis == axis && is_in_half(part);
    has_gaps = has_gaps || part.step == 2;
  }
  if (!are_halves || !has_gaps) return nullptr;
  std::vector<Value> halves;
  for (const bool is_odd : {false, true}) {
    const Value half = Half(around, size / 2, is_odd).of(op.result());
    if (!half) return nullptr;
    ir::Shape pairs = half->type.shape;
    pairs.insert(pairs.begin() + axis + 1, 1);
    halves.push_back(op::reshape(around.builder, half, pairs));
  }
  return op::reshape(around.builder, op::concatenate(around.builder, std::move(halves), axis + 1),
                     op.result_type().shape);
}

Value transpose_parts(const Surroundings& around, const Operation& op) {
  if (op.name() != "stablehlo.transpose") return nullptr;
  const Operation* whole = unshared(op.operand(0), "stablehlo.concatenate", around.users);
  if (!whole) return nullptr;
  const Axes permutation = op.ints_attribute("permutation");
  std::vector<Value> parts;
  for (Value part : whole->operands)
    parts.push_back(op::transpose(around.builder, around.map.at(part), permutation));
  const auto axis =
      std::find(permutation.begin(), permutation.end(), whole->int_attribute("dimension"));
  return op::concatenate(around.builder, std::move(parts), axis - permutation.begin());
}

}  // namespace tutti::pass
