// SPDX-License-Identifier: Apache-2.0
// What a function keeps from its forward to its backward pass, and what it takes to compute it
// again instead. pass/rematerialise.h chooses by it.
#pragma once

#include <unordered_map>
#include <vector>

#include "ir/op_def.h"

namespace tutti::pass {

/// The estimate of what an operation costs: floating-point operations of its products, and of its
/// other work as many as take about the time in which its operands and results are moved.
double cost_of(const ir::Operation& op, const ir::Catalogue& catalogue);

/// The values of one function's block. Its order is that in which the operations run.
class KeptValues {
 public:
  explicit KeptValues(const ir::Block& block);

  /// An operation in the order of a changed block: itself, or a copy of it that is placed before
  /// the operation `before` of the backward pass.
  struct Entry {
    size_t op;
    bool is_copy;
    size_t before;
  };
  /// By number of value; a value that is given up is not kept for the backward pass.
  using GivenUp = std::vector<char>;
  GivenUp nothing() const { return GivenUp(values_.size(), 0); }

  /// The values that may be given up.
  const std::vector<size_t>& candidates() const { return candidates_; }
  int64_t bytes(size_t value) const { return values_[value].bytes; }

  /// The order without these values. Each operation has at most one copy, at its first late reader.
  std::vector<Entry> order(const GivenUp& given_up) const;
  /// The most bytes that live at a time in that order, as far as values show: a backend that
  /// computes several operations together takes less.
  int64_t peak(const std::vector<Entry>& order, const GivenUp& given_up) const;
  /// The operations that would be copied in addition if `value` were given up too; `copied` says by
  /// operation which are already.
  std::vector<size_t> more_copies(size_t value, const GivenUp& given_up,
                                  const std::vector<char>& copied) const;

  /// Whether an operation of the backward pass, or a copy, reads a copy of this value.
  bool is_lost(ir::Value value, const GivenUp& given_up) const;
  /// Whether an operation belongs to the backward pass.
  bool is_late(size_t op) const { return op > turn_; }
  bool is_computed_late(ir::Value value) const;

 private:
  struct Known {
    size_t root;                       // the value whose memory it shares; itself, mostly
    size_t maker;                      // its operation; kArgument for arguments of the block
    int64_t bytes = 0;                 // 0 for what takes no memory of its own
    std::vector<size_t> readers = {};  // operations, ascending; of a root, also those of its views
    bool is_fixed = false;             // may not be replaced: a region reads it
  };
  static constexpr size_t kArgument = static_cast<size_t>(-1);

  size_t add(ir::Value value, size_t root, size_t maker);
  void note_reads(const ir::Operation& op, size_t at, bool inside);
  void find_turn();
  void find_candidates();
  bool is_saved(size_t root) const;
  bool can_repeat(size_t maker) const;
  bool is_lost(size_t value, const GivenUp& given_up) const;

  const ir::Block& block_;
  std::unordered_map<ir::Value, size_t> number_;
  std::vector<Known> values_;
  std::vector<std::vector<size_t>> reads_;  // by operation: its operands
  std::vector<size_t> candidates_;
  size_t turn_ = 0;  // the operation at which most is kept: the end of the forward pass
};

}  // namespace tutti::pass
