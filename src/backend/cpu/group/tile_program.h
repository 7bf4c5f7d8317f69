// SPDX-License-Identifier: Apache-2.0
// The program by which the CPU computes a group: calls of block functions on tiles, which are a few
// rows each, so that all values of a tile stay in the cache.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "backend/cpu/lower/lower.h"
#include "backend/group/group.h"
#include "kernel/elementwise.h"

namespace tutti::backend::cpu {

/// A value of a tile is a register in a worker's memory, read and written in blocks of
/// kernel::kBlock lanes. A program runs level by level. In a level, all block calls run for one
/// block after the other; then come the reductions of the tile's rows, which the next level reads.
struct TileProgram {
  struct Register {
    ir::ElementType type;
    int64_t offset = 0;  // bytes in a worker's memory
    int64_t step = 0;    // bytes from one block to the next; 0 where all blocks use the same memory
  };
  /// An operand of the group, and the register in which block calls find it.
  struct Input {
    enum class Kind {
      fixed,     // the same for each tile: one element, or as many as a tile has or divide it
      direct,    // used where it is in memory, for each tile that is contiguous there
      copied,    // copied into the register for each tile
      row,       // an element for each row, copied for each tile
      repeated,  // an element for each `repeats` lanes, used where it is in memory
    };
    Kind kind;
    kernel::BlockSource source;
    Place place;
    size_t to;  // register
    bool splat;
    bool filled = false;  // whole blocks are read; of a splat, else only its first lane
    int64_t repeats = 1;
  };
  /// A call of a block function. Without a function it copies its operand.
  struct BlockCall {
    kernel::BlockFunction function;
    std::array<size_t, kernel::ElementwiseLoop::kMaxOperands> operands;  // registers
    size_t count;                                                        // of operands
    size_t result;                                                       // register
    bool broadcast;  // the operand has an element for each row, which is repeated along the row
    /// Of a row splat function: the operand that repeats, how many lanes are equal, and what the
    /// function takes for that.
    size_t repeated = 0;
    int64_t repeats = 1, shift = 0;
  };
  /// Reduces each row of register `from` to one element of register `to`.
  struct Fold {
    kernel::FoldFunction function;
    kernel::FoldRowsFunction of_rows;  // null, or the one for all rows of a tile
    size_t from, to;
  };
  /// Adds up each column of register `from` over all rows. Each task has partial results of its
  /// own, which are added in order at the end.
  struct Sum {
    kernel::BlockFunction function;
    size_t from;
    std::optional<View> initial;  // nothing: an initial value that changes nothing
    View result;
    int64_t partials = 0;  // byte offset in the workspace of [task][columns]
  };
  /// Writes register `from` to a result of the group.
  struct Store {
    size_t from;
    View result;
    bool in_place = false;  // block calls compute whole blocks directly in the result's memory
  };
  struct Level {
    std::vector<BlockCall> rows;    // on values with an element for each row, before the blocks
    std::vector<BlockCall> blocks;  // for each block of the tile
    std::vector<Store> stores;      // after each block
    std::vector<Fold> folds;        // after all blocks
    std::vector<Sum> sums;          // after all blocks
  };

  /// `given` and `outputs` are views of the group's inputs and outputs, in their order. Their
  /// places may be missing where the program is only measured.
  TileProgram(const Group& group, const std::vector<View>& given, const std::vector<View>& outputs);

  int64_t rows, length;
  int64_t tile_rows;  // of each tile; the last may have fewer
  int64_t bytes = 0;  // of a worker's registers
  std::vector<Register> registers;
  std::vector<Input> inputs;
  std::vector<Level> levels;
  std::vector<Store> stores;      // after each tile
  std::vector<Store> row_stores;  // after each tile, of values with an element for each row
};

}  // namespace tutti::backend::cpu
