// SPDX-License-Identifier: Apache-2.0
// A group's program run over all its rows.
#pragma once

#include "backend/cpu/group/tile_program.h"

namespace tutti::backend::cpu {

class TileLoop {
 public:
  /// `inputs` and `outputs` are views of the group's; the workspace's place may be given later.
  TileLoop(const Group& group, const std::vector<View>& inputs, const std::vector<View>& outputs,
           int workers, Place workspace);

  int64_t workspace_bytes() const { return workspace_bytes_; }
  void run(const Frame& frame) const;

 private:
  /// What a worker has while it runs a task.
  struct Worker {
    const Frame& frame;
    std::byte* memory;
    std::byte** at;  // [register]: its first block
  };

  void run_task(Worker& worker, int64_t task) const;
  void load(Worker& worker, const TileProgram::Input& input, int64_t first, int64_t count) const;
  void run_tile(Worker& worker, int64_t task, int64_t row, int64_t count) const;
  void run_block(Worker& worker, const TileProgram::Level& level, int64_t row, int64_t block,
                 int64_t lanes) const;
  void execute(Worker& worker, const TileProgram::BlockCall& step, int64_t block) const;
  void broadcast(Worker& worker, const TileProgram::BlockCall& step, int64_t block,
                 int64_t lanes) const;
  void store(Worker& worker, const TileProgram::Store& store, int64_t block, int64_t first,
             int64_t lanes) const;
  /// Has a tile's values of a store that may be in place computed where they go; blocks must be
  /// whole.
  void redirect(Worker& worker, const TileProgram::Store& store, int64_t row, int64_t count) const;
  bool is_redirected(const Worker& worker, const TileProgram::Store& store) const;
  void fold(Worker& worker, const TileProgram::Fold& fold, int64_t rows) const;
  void add_rows(Worker& worker, const TileProgram::Sum& sum, int64_t task, int64_t row,
                int64_t rows) const;
  void combine(const Frame& frame, const TileProgram::Sum& sum, int64_t block) const;

  TileProgram program_;
  int64_t task_rows_, tasks_;
  int64_t columns_;  // of a task's partial results: a row's, and what fills the last block
  int64_t table_bytes_, worker_bytes_, workspace_bytes_;
  Place workspace_;
};

}  // namespace tutti::backend::cpu
