// SPDX-License-Identifier: Apache-2.0
// A group as instructions on tiles: a few rows at a time, whose values stay in the cache.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "backend/cpu/lower/lower.h"
#include "backend/group/group.h"
#include "kernel/elementwise.h"

namespace tutti::backend::cpu {

/// Values are registers in a worker's memory, read and written by blocks of kernel::kBlock lanes.
/// A level's block instructions run one block after the other; what follows needs whole tiles: the
/// reductions of its rows, which the next level reads.
struct TileProgram {
  struct Register {
    ir::ElementType type;
    int64_t offset = 0;  // in a worker's memory
    int64_t step = 0;    // bytes from block to block; 0 where each block is the same or forgotten
  };
  struct Input {
    enum class Kind {
      fixed,   // the same for each tile: one element, or one for each column
      direct,  // read where it lies
      copied,
      row,
    };
    Kind kind;
    kernel::BlockSource source;
    Place place;
    size_t to;  // register
    bool splat;
    bool filled = false;  // of a splat: its register's block is read, not only its first lane
  };
  struct BlockCall {
    kernel::BlockFunction function;  // null: a copy, or a spread
    std::array<size_t, kernel::ElementwiseLoop::kMaxOperands> operands;
    size_t count;
    size_t result;
    bool broadcast;  // the operand is a row's, repeated along it
  };
  /// Of each row.
  struct Fold {
    kernel::FoldFunction function;
    size_t from, to;
  };
  /// Of each column, over all rows.
  struct Sum {
    kernel::BlockFunction function;
    size_t from;
    std::optional<View> initial;  // null: one that changes nothing
    View result;
    int64_t partials = 0;  // in the workspace: [task][columns]
  };
  struct Store {
    size_t from;
    View result;
    bool in_place = false;  // whole blocks are computed where the result lies
  };
  struct Level {
    std::vector<BlockCall> rows, blocks;
    std::vector<Store> stores;  // behind each block
    std::vector<Fold> folds;
    std::vector<Sum> sums;
  };

  /// `given` and `outputs` are views of the group's inputs and outputs, in their order; places may
  /// be given later.
  TileProgram(const Group& group, const std::vector<View>& given, const std::vector<View>& outputs);

  int64_t rows, length;
  int64_t tile_rows;  // of a tile but the last
  int64_t bytes = 0;  // of a worker's registers
  std::vector<Register> registers;
  std::vector<Input> inputs;
  std::vector<Level> levels;
  std::vector<Store> stores;      // behind each tile
  std::vector<Store> row_stores;  // the same, of rows' values
};

}  // namespace tutti::backend::cpu
