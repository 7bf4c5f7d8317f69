// SPDX-License-Identifier: Apache-2.0
// Which operations can be computed together: those whose elements are in the same order. Only
// form_groups uses it.
#pragma once

#include <optional>
#include <unordered_map>

#include "backend/group/group.h"
#include "backend/group/view.h"

namespace tutti::backend {

/// What a value is a view of: through reshapes, transposes, broadcasts and slices of its block.
ir::Value root_of(ir::Value value);

/// Whether any group may have the operation: the backend computes it, it has one result, and it is
/// elementwise or reduces rows or columns that are neither too short nor too long.
bool may_be_grouped(const ir::Operation& op, const GroupPolicy& policy);

/// The rows and columns over which some operations run, and where their results' elements are among
/// them.
class GroupSpace {
 public:
  /// Adds an operation that may be grouped. False, and nothing is changed, where its elements are
  /// in another order, or where it reads a value of the group in another order.
  bool add(const ir::Operation& op, const GroupPolicy& policy);

  Group::Extent extent(const ir::Operation& op) const { return extents_.at(&op); }
  /// Elements of a whole value; 0 where nothing was added.
  int64_t count() const { return count_; }
  /// Elements of a row; 1 where no member asks for rows.
  int64_t length() const { return length_ ? length_ : 1; }
  /// How an operand that a member computes is read; nothing if it is an input.
  struct Inside {
    const ir::Operation* op;
    bool broadcast;  // a row's value, repeated along the row
  };
  std::optional<Inside> inside(ir::Value operand) const;

 private:
  bool add_reduction(const ir::Operation& op, const GroupPolicy& policy);
  bool add_elementwise(const ir::Operation& op, const GroupPolicy& policy);
  /// Whether an operand is an input, or has its elements where an operation of this extent reads
  /// them.
  bool is_readable(ir::Value operand, Group::Extent reader) const;
  /// Whether a view of the rows' values repeats each along its row.
  bool is_row_broadcast(const View& view) const;

  int64_t count_ = 0;
  int64_t length_ = 0;  // 0 where no member asks for rows
  std::unordered_map<const ir::Operation*, Group::Extent> extents_;
};

}  // namespace tutti::backend
