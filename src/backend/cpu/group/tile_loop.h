// SPDX-License-Identifier: Apache-2.0
// Runs a group's tile program over all its rows, by all threads.
#pragma once

#include "backend/cpu/group/tile_program.h"

namespace tutti::backend::cpu {

class TileLoop {
 public:
  /// `inputs` and `outputs` are views of the group's, in its order. Places may be missing where
  /// only workspace_bytes() is needed.
  TileLoop(const Group& group, const std::vector<View>& inputs, const std::vector<View>& outputs,
           int workers, Place workspace);

  int64_t workspace_bytes() const { return workspace_bytes_; }
  void run(const Frame& frame) const;

 private:
  /// What a worker has while it runs a task, which is a range of rows.
  struct Worker {
    const Frame& frame;
    std::byte* memory;  // of its registers
    std::byte** at;     // [register]: the address of its first block
  };

  /// Runs all tiles of a task.
  void run_task(Worker& worker, int64_t task) const;
  /// Makes elements [first, first + count) of an input available in its register.
  void load(Worker& worker, const TileProgram::Input& input, int64_t first, int64_t count) const;
  /// Runs all levels for rows [row, row + count).
  void run_tile(Worker& worker, int64_t task, int64_t row, int64_t count) const;
  /// Runs a level's calls and stores for one block, of which `lanes` are inside the tile.
  void run_block(Worker& worker, const TileProgram::Level& level, int64_t row, int64_t block,
                 int64_t lanes) const;
  void execute(Worker& worker, const TileProgram::BlockCall& step, int64_t block) const;
  void broadcast(Worker& worker, const TileProgram::BlockCall& step, int64_t block,
                 int64_t lanes) const;
  void store(Worker& worker, const TileProgram::Store& store, int64_t block, int64_t first,
             int64_t lanes) const;
  /// Points the register of a store at the result's memory, so that block calls compute there. The
  /// tile's blocks must be whole.
  void redirect(Worker& worker, const TileProgram::Store& store, int64_t row, int64_t count) const;
  bool is_redirected(const Worker& worker, const TileProgram::Store& store) const;
  /// Reduces the tile's rows.
  void fold(Worker& worker, const TileProgram::Fold& fold, int64_t rows) const;
  /// Adds the tile's rows to the task's partial results.
  void add_rows(Worker& worker, const TileProgram::Sum& sum, int64_t task, int64_t row,
                int64_t rows) const;
  /// Adds the partial results of all tasks, for one block of columns.
  void combine(const Frame& frame, const TileProgram::Sum& sum, int64_t block) const;

  TileProgram program_;
  int64_t task_rows_, tasks_;
  int64_t columns_;  // of a task's partial results: the length of a row, rounded up to whole blocks
  int64_t table_bytes_, worker_bytes_, workspace_bytes_;
  Place workspace_;
};

}  // namespace tutti::backend::cpu
