// SPDX-License-Identifier: Apache-2.0
// Groups: operations of a block that a backend computes together, in one pass over memory. What is
// here says what a group computes and in which order, but not how: no device is known, so that the
// CPU's tiles and a printer of GPU kernels can take the same groups.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "ir/module.h"

namespace tutti::backend {

/// Elementwise operations, and reductions of rows or of columns, over `rows` rows of `length`
/// elements. A value that only members read never reaches memory.
struct Group {
  /// What a value has: an element for each element of all rows, for each row, or for each column.
  enum class Extent { whole, row, column };
  /// Where a member finds an operand.
  struct Operand {
    bool inside;  // whether it is the result of member `index`; else it is input `index`
    size_t index;
    bool broadcast;  // a value for each row, which is repeated along the row
  };
  struct Member {
    const ir::Operation* op;
    Extent extent;  // of its result; the operand of a reduction is always `whole`
    /// Of a reduction, the initial value is left out where it changes nothing.
    std::vector<Operand> operands;
  };

  std::vector<Member> members;    // in an order in which they can be computed
  std::vector<ir::Value> inputs;  // each once; a scalar is read for every element
  std::vector<size_t> outputs;    // members whose results are read outside of the group
  int64_t rows = 0;
  int64_t length = 1;
};

/// Whether an operation is a reduction that a group computes row by row or column by column; every
/// other member is elementwise.
bool is_reduction(const ir::Operation& op);

/// A matrix product and the bias that is added to its columns: x y + bias.
struct BiasedProduct {
  const ir::Operation* product = nullptr;  // dot_general
  ir::Value bias = nullptr;                // [columns], of the product's type
};

/// What a backend can compute in a group, and which groups are worth it. The defaults are the
/// CPU's; form_groups asks nothing else about a device.
struct GroupPolicy {
  /// Whether the backend computes an operation of one result in a group, element by element. A
  /// requested reduction has one operand and combines its elements by one operation.
  std::function<bool(const ir::Operation&)> computes;
  /// The product and bias that an addition adds, where the backend computes both as one. Without a
  /// function, no addition is.
  std::function<std::optional<BiasedProduct>(const ir::Operation&)> biased_product = {};
  /// Elements of the smallest value worth a group; smaller ones are in the cache anyway.
  int64_t fewest_elements = 1024;
  /// Elements of the shortest row that is reduced, and the fewest columns over which rows are;
  /// shorter ones are not worth a loop of their own.
  int64_t shortest_row = 8, fewest_columns = 64;
  /// Elements of the longest row: a few values of a row must fit into the fastest memory.
  int64_t longest_row = 8192;
  size_t most_members = 256;
};

/// What is lowered at a time: one operation, a group, or a product with its bias.
struct BlockItem {
  const ir::Operation* op = nullptr;  // of a group, its last one; of a product, the addition
  std::shared_ptr<const Group> group = nullptr;
  std::optional<BiasedProduct> biased = std::nullopt;
};

/// A block's operations without its terminator, in an order in which they can run, grouped where
/// that gains something. Views that are read only inside groups are left out.
std::vector<BlockItem> form_groups(const ir::Block& block, const GroupPolicy& policy);

}  // namespace tutti::backend
