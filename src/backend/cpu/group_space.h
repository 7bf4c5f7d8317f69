// SPDX-License-Identifier: Apache-2.0
// Which operations can be computed together: those whose elements lie side by side.
#pragma once

#include <optional>
#include <unordered_map>

#include "backend/cpu/group.h"
#include "backend/cpu/lower.h"

namespace tutti::backend::cpu {

/// What a value is a view of: through reshapes, transposes, broadcasts and slices of its block.
ir::Value root_of(ir::Value value);

/// Whether a group may have the operation at all: elementwise, or a reduction of rows or columns.
bool may_be_grouped(const ir::Operation& op);

/// The rows and columns over which some operations run, and how their results lie there.
class GroupSpace {
 public:
  /// Adds an operation. False, and nothing is changed, where its elements lie otherwise, or where
  /// it reads a value of the group in another order.
  bool add(const ir::Operation& op);

  Group::Extent extent(const ir::Operation& op) const { return extents_.at(&op); }
  int64_t count() const { return count_; }
  /// Of a row; 1 where nothing asks for rows.
  int64_t length() const { return length_ ? length_ : 1; }
  /// How an operand that is computed inside is read; nothing where it is an input.
  struct Inside {
    const ir::Operation* op;
    bool spread;
  };
  std::optional<Inside> inside(ir::Value operand) const;

 private:
  bool add_reduction(const ir::Operation& op);
  bool add_elementwise(const ir::Operation& op);
  /// Whether an operand is an input, or lies as an operation of this extent reads it.
  bool is_readable(ir::Value operand, Group::Extent reader) const;
  /// Whether a view of a row's values repeats each along its row.
  bool is_spread(const View& view) const;

  int64_t count_ = 0;   // of whole values
  int64_t length_ = 0;  // of a row; 0 where nothing asks for rows
  std::unordered_map<const ir::Operation*, Group::Extent> extents_;
};

}  // namespace tutti::backend::cpu
