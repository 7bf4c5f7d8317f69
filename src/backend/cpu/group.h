// SPDX-License-Identifier: Apache-2.0
// Operations of a block that are computed together, in one pass over memory.
#pragma once

#include <memory>
#include <vector>

#include "backend/cpu/biased_product.h"
#include "ir/module.h"

namespace tutti::backend::cpu {

/// Elementwise operations, and reductions of rows or of columns, over `rows` rows of `length`
/// elements. What a group computes for its own use never reaches memory.
struct Group {
  /// What a value has: an element for each of all rows' elements, for each row, for each column.
  enum class Extent { whole, row, column };
  /// Where a member finds an operand.
  struct Operand {
    bool inside;  // whether it is the result of the member `index`, else it is the input `index`
    size_t index;
    bool spread;  // a row's value, repeated along the row
  };
  struct Member {
    const ir::Operation* op;
    Extent extent;  // of its result; of a reduction's operand it is `whole`
    /// Of a reduction the initial value only where that changes anything.
    std::vector<Operand> operands;
  };

  std::vector<Member> members;    // in an order in which they can be computed
  std::vector<ir::Value> inputs;  // each once; scalars stand for all elements
  std::vector<size_t> outputs;    // members whose results are used outside
  int64_t rows = 0;
  int64_t length = 1;
};

/// Whether an operation is a reduction that a group computes row by row or column by column.
bool is_reduction(const ir::Operation& op);

/// What is traced at once: an operation, a group, or a product and its bias.
struct TraceItem {
  const ir::Operation* op = nullptr;  // of a group, its last; the addition of a bias
  std::shared_ptr<const Group> group = nullptr;
  std::optional<BiasedProduct> biased = std::nullopt;
};

/// A block's operations but its terminator, in an order in which they can run, those grouped that
/// gain from it. Views that nothing outside of a group reads are left out.
std::vector<TraceItem> form_groups(const ir::Block& block);

}  // namespace tutti::backend::cpu
