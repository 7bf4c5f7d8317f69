// SPDX-License-Identifier: Apache-2.0
#include "backend/group/group_space.h"

#include <algorithm>

#include "op/rules/reduction.h"

namespace tutti::backend {
namespace {

using ir::Operation;
using ir::Value;
using Extent = Group::Extent;

/// The rows of a reduction over the last or the first axes, without axes of one element.
struct Rows {
  int64_t length;
  bool by_row;  // whether each row is reduced; else each column
};

/// Nothing where other axes are reduced, or where rows are too short or too long.
std::optional<Rows> rows_of(const Operation& op, const GroupPolicy& policy) {
  const ir::Shape& shape = op.operand_type(0).shape;
  const auto axes = op.ints_attribute("dimensions");
  int64_t kept = 1, reduced = 1;
  bool last_is_reduced = false;
  int changes = -1;
  for (size_t axis = 0; axis < shape.size(); axis++) {
    if (shape[axis] == 1) continue;
    const bool is_reduced =
        std::find(axes.begin(), axes.end(), static_cast<int64_t>(axis)) != axes.end();
    (is_reduced ? reduced : kept) *= shape[axis];
    if (changes < 0 || is_reduced != last_is_reduced) changes++;
    last_is_reduced = is_reduced;
  }
  if (changes != 1) return std::nullopt;
  const Rows rows{last_is_reduced ? reduced : kept, last_is_reduced};
  const int64_t shortest = rows.by_row ? policy.shortest_row : policy.fewest_columns;
  const bool fits = rows.length >= shortest && rows.length <= policy.longest_row;
  return fits ? std::optional(rows) : std::nullopt;
}

/// Whether groups may look through the operation whose result a value is. A barrier of several
/// values waits for all of them, so that a group on both of its sides would wait for itself.
bool is_view(Value value) {
  return value->owner && is_alias(*value->owner) && value->owner->operand_count() == 1;
}

/// The view of its root that `value` is.
std::optional<View> view_of_root(Value value) {
  std::vector<Value> chain;
  for (; is_view(value); value = value->owner->operand(value->index)) chain.push_back(value);
  std::optional<View> view = dense_view(value->type);
  for (size_t i = chain.size(); view && i-- > 0;)
    view = alias_view(*chain[i]->owner, chain[i]->index, *view);
  return view;
}

bool is_same_order(const View& view) {
  return view.dense && view.place.start == 0;
}

}  // namespace

Value root_of(Value value) {
  while (is_view(value)) value = value->owner->operand(value->index);
  return value;
}

bool is_reduction(const Operation& op) {
  return op.name() == "stablehlo.reduce";
}

bool may_be_grouped(const Operation& op, const GroupPolicy& policy) {
  if (op.result_count() != 1 || op.operand_count() == 0) return false;
  if (is_reduction(op)) {
    const Operation* reducer = op::reducer_of(op);
    const ir::ElementType type = op.operand_type(0).element;
    return reducer && op.operand_count() == 2 && op.result_type().element == type &&
           policy.computes(op) && op.operand_type(0).count() > 0 && rows_of(op, policy);
  }
  return policy.computes(op) && op.result_type().count() > 1;
}

bool GroupSpace::is_row_broadcast(const View& view) const {
  const ir::Shape& shape = view.type.shape;
  size_t axis = shape.size();
  for (int64_t inner = 1; inner < length_; inner *= shape[axis]) {
    if (axis-- == 0 || (shape[axis] != 1 && view.strides[axis] != 0)) return false;
    if (length_ % (inner * shape[axis]) != 0) return false;
  }
  int64_t expected = 1;
  while (axis-- > 0) {
    if (shape[axis] != 1 && view.strides[axis] != expected) return false;
    expected *= shape[axis];
  }
  return view.place.start == 0;
}

bool GroupSpace::is_readable(Value operand, Extent reader) const {
  const Value root = root_of(operand);
  const auto found = root->owner ? extents_.find(root->owner) : extents_.end();
  if (found == extents_.end()) return true;
  const auto view = view_of_root(operand);
  if (!view || found->second == Extent::column) return false;
  if (found->second == reader) return is_same_order(*view);
  return reader == Extent::whole && is_row_broadcast(*view);
}

std::optional<GroupSpace::Inside> GroupSpace::inside(Value operand) const {
  const Value root = root_of(operand);
  if (!root->owner || !extents_.contains(root->owner)) return std::nullopt;
  const bool broadcast =
      extents_.at(root->owner) == Extent::row && operand->type.count() != root->type.count();
  return Inside{root->owner, broadcast};
}

bool GroupSpace::add_reduction(const Operation& op, const GroupPolicy& policy) {
  const Value root = root_of(op.operand(1));
  const auto rows = rows_of(op, policy);
  const int64_t count = op.operand_type(0).count();
  if (!rows || count < policy.fewest_elements || (count_ && count != count_) ||
      (length_ && rows->length != length_))
    return false;
  if (root->owner && extents_.contains(root->owner)) return false;
  if (!is_readable(op.operand(0), Extent::whole)) return false;
  count_ = count;
  length_ = rows->length;
  extents_[&op] = rows->by_row ? Extent::row : Extent::column;
  return true;
}

bool GroupSpace::add_elementwise(const Operation& op, const GroupPolicy& policy) {
  const int64_t count = op.result_type().count();
  const bool is_row = count_ && count != count_;
  if (!is_row && count < policy.fewest_elements) return false;
  if (is_row && (!length_ || count * length_ != count_)) return false;
  const Extent extent = is_row ? Extent::row : Extent::whole;
  for (Value operand : op.operands) {
    const Value root = root_of(operand);
    const bool is_scalar =
        operand->type.rank() == 0 && root->owner && extents_.contains(root->owner);
    if (is_scalar || !is_readable(operand, extent)) return false;
  }
  if (!count_) count_ = count;
  extents_[&op] = extent;
  return true;
}

bool GroupSpace::add(const Operation& op, const GroupPolicy& policy) {
  return is_reduction(op) ? add_reduction(op, policy) : add_elementwise(op, policy);
}

}  // namespace tutti::backend
