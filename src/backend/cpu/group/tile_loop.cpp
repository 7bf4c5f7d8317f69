// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/group/tile_loop.h"

#include <algorithm>
#include <cstring>

#include "base/checked.h"
#include "base/rounding.h"
#include "kernel/lanes.h"
#include "kernel/word.h"

namespace tutti::backend::cpu {
namespace {

using kernel::compute_bytes;
using kernel::kBlock;
using Input = TileProgram::Input;

constexpr int64_t kLoopElements = 32 * kBlock;
constexpr int64_t kMostTaskRows = 512;  // rows that are added to a column one after the other
constexpr int64_t kTasksOfSums = 32;    // tasks, each with partial results of its own
constexpr int64_t kPartGroup = 32;      // partial results are added in groups of this many

bool has_sums(const TileProgram& program) {
  return std::any_of(program.levels.begin(), program.levels.end(),
                     [](const TileProgram::Level& level) { return !level.sums.empty(); });
}

/// Rows of a task: a multiple of a tile's rows, which depends only on the problem.
int64_t task_rows_of(const TileProgram& program) {
  int64_t rows = kLoopElements / program.length;
  if (has_sums(program))
    rows = std::min(kMostTaskRows, std::max(rows, divide_up(program.rows, kTasksOfSums)));
  return round_up(std::max<int64_t>(1, rows), program.tile_rows);
}

}  // namespace

TileLoop::TileLoop(const Group& group, const std::vector<View>& inputs,
                   const std::vector<View>& outputs, int workers, Place workspace)
    : program_(group, inputs, outputs), workspace_(workspace) {
  task_rows_ = task_rows_of(program_);
  tasks_ = divide_up(program_.rows, task_rows_);
  columns_ = round_up(program_.length, kBlock);
  table_bytes_ =
      round_up(static_cast<int64_t>(program_.registers.size() * sizeof(std::byte*)), kCacheLine);
  worker_bytes_ = table_bytes_ + program_.bytes;
  workspace_bytes_ = checked_multiply(worker_bytes_, int64_t{workers}, "workspace");
  const int64_t partials = checked_multiply(tasks_, columns_, "partial results");
  for (TileProgram::Level& level : program_.levels)
    for (TileProgram::Sum& sum : level.sums) {
      sum.partials = workspace_bytes_;
      const int64_t bytes = compute_bytes(sum.result.type.element);
      workspace_bytes_ = checked_add(
          workspace_bytes_, checked_multiply(partials, bytes, "partial results"), "workspace");
    }
}

void TileLoop::load(Worker& worker, const Input& input, int64_t first, int64_t count) const {
  const TileProgram::Register& reg = program_.registers[input.to];
  const std::byte* data = worker.frame.at(input.place);
  std::byte* to = worker.memory + reg.offset;
  worker.at[input.to] = to;
  // Nothing writes through these pointers: stores have registers of their own.
  if (input.kind == Input::Kind::repeated) {
    data += first / input.repeats * compute_bytes(reg.type);
    if (count % kBlock == 0)
      worker.at[input.to] = const_cast<std::byte*>(data);
    else
      std::memcpy(to, data,
                  static_cast<size_t>(divide_up(count, input.repeats) * compute_bytes(reg.type)));
    return;
  }
  if (input.kind == Input::Kind::direct && count % kBlock == 0)
    if (const std::byte* there = input.source.find(data, first, count)) {
      worker.at[input.to] = const_cast<std::byte*>(there);
      return;
    }
  for (int64_t done = 0; done < count; done += kBlock, to += reg.step) {
    const int64_t lanes = std::min(kBlock, count - done);
    const void* lies = input.source.read(data, first + done, lanes, false, to);
    if (lies != to) std::memcpy(to, lies, static_cast<size_t>(lanes * compute_bytes(reg.type)));
  }
}

void TileLoop::execute(Worker& worker, const TileProgram::BlockCall& step, int64_t block) const {
  const auto at = [&](size_t reg) { return worker.at[reg] + block * program_.registers[reg].step; };
  std::array<const void*, kernel::ElementwiseLoop::kMaxOperands> operands = {};
  for (size_t i = 0; i < step.count; i++) operands[i] = at(step.operands[i]);
  const ir::ElementType type = program_.registers[step.result].type;
  if (step.repeats > 1) {
    const size_t from = step.operands[step.repeated];
    operands[step.repeated] =
        worker.at[from] + block * (kBlock / step.repeats) * compute_bytes(type);
    operands[2] = &step.shift;
  }
  std::byte* result = at(step.result);
  if (step.function)
    step.function(operands.data(), result);
  else
    std::memcpy(result, operands[0], static_cast<size_t>(kBlock * compute_bytes(type)));
  kernel::round_lanes(type, result);
}

void TileLoop::broadcast(Worker& worker, const TileProgram::BlockCall& step, int64_t block,
                         int64_t lanes) const {
  const int64_t bytes = compute_bytes(program_.registers[step.result].type);
  std::byte* to = worker.at[step.result] + block * program_.registers[step.result].step;
  for (int64_t lane = 0; lane < lanes;) {
    const int64_t row = (block * kBlock + lane) / program_.length;
    const int64_t end = std::min(lanes, (row + 1) * program_.length - block * kBlock);
    kernel::repeat(static_cast<size_t>(bytes), worker.at[step.operands[0]] + row * bytes,
                   end - lane, to + lane * bytes);
    lane = end;
  }
}

void TileLoop::store(Worker& worker, const TileProgram::Store& store, int64_t block, int64_t first,
                     int64_t lanes) const {
  const ir::ElementType type = store.result.type.element;
  const std::byte* from = worker.at[store.from] + block * program_.registers[store.from].step;
  std::byte* to =
      worker.frame.at(store.result.place) + first * static_cast<int64_t>(ir::byte_size(type));
  kernel::store_lanes(type, from, lanes, to);
}

void TileLoop::redirect(Worker& worker, const TileProgram::Store& store, int64_t row,
                        int64_t count) const {
  const TileProgram::Register& reg = program_.registers[store.from];
  const int64_t first = row * program_.length * compute_bytes(reg.type);
  worker.at[store.from] = count % kBlock == 0 ? worker.frame.at(store.result.place) + first
                                              : worker.memory + reg.offset;
}

bool TileLoop::is_redirected(const Worker& worker, const TileProgram::Store& store) const {
  return worker.at[store.from] != worker.memory + program_.registers[store.from].offset;
}

void TileLoop::fold(Worker& worker, const TileProgram::Fold& fold, int64_t rows) const {
  const ir::ElementType type = program_.registers[fold.to].type;
  const int64_t bytes = compute_bytes(type);
  alignas(8) std::byte sums[32 * 8];
  if (fold.of_rows) fold.of_rows(worker.at[fold.from], rows, program_.length, worker.at[fold.to]);
  for (int64_t row = fold.of_rows ? rows : 0; row < rows; row++) {
    const std::byte* from = worker.at[fold.from] + row * program_.length * bytes;
    int64_t parts = 0;
    for (int64_t done = 0; done < program_.length; done += kBlock, parts++)
      fold.function(from + done * bytes, std::min(kBlock, program_.length - done),
                    sums + parts * bytes);
    fold.function(sums, parts, worker.at[fold.to] + row * bytes);
  }
  for (int64_t block = 0; block < divide_up(rows, kBlock); block++)
    kernel::round_lanes(type, worker.at[fold.to] + block * program_.registers[fold.to].step);
}

void TileLoop::add_rows(Worker& worker, const TileProgram::Sum& sum, int64_t task, int64_t row,
                        int64_t rows) const {
  const int64_t bytes = compute_bytes(sum.result.type.element);
  std::byte* sums = worker.frame.at(workspace_) + sum.partials + task * columns_ * bytes;
  for (int64_t i = 0; i < rows; i++) {
    const std::byte* from = worker.at[sum.from] + i * program_.length * bytes;
    for (int64_t column = 0; column < columns_; column += kBlock) {
      std::byte* to = sums + column * bytes;
      const void* operands[] = {to, from + column * bytes};
      if (row + i == task * task_rows_)
        std::memcpy(to, operands[1], static_cast<size_t>(kBlock * bytes));
      else
        sum.function(operands, to);
    }
  }
}

void TileLoop::run_block(Worker& worker, const TileProgram::Level& level, int64_t row,
                         int64_t block, int64_t lanes) const {
  for (const TileProgram::BlockCall& step : level.blocks)
    if (step.broadcast)
      broadcast(worker, step, block, lanes);
    else
      execute(worker, step, block);
  for (const TileProgram::Store& each : level.stores)
    if (!each.in_place || !is_redirected(worker, each))
      store(worker, each, block, row * program_.length + block * kBlock, lanes);
}

void TileLoop::run_tile(Worker& worker, int64_t task, int64_t row, int64_t rows) const {
  const int64_t count = rows * program_.length, blocks = divide_up(count, kBlock);
  const auto lanes = [&](int64_t block) { return std::min(kBlock, count - block * kBlock); };
  for (const Input& input : program_.inputs) {
    if (!input.filled || input.kind == Input::Kind::fixed) continue;
    if (input.kind == Input::Kind::row)
      load(worker, input, row, rows);
    else
      load(worker, input, row * program_.length, count);
  }
  for (const TileProgram::Level& level : program_.levels) {
    for (const TileProgram::Store& each : level.stores)
      if (each.in_place) redirect(worker, each, row, count);
    for (const TileProgram::BlockCall& step : level.rows)
      for (int64_t block = 0; block < divide_up(rows, kBlock); block++)
        execute(worker, step, block);
    for (int64_t block = 0; block < blocks; block++)
      run_block(worker, level, row, block, lanes(block));
    for (const TileProgram::Fold& each : level.folds) fold(worker, each, rows);
    for (const TileProgram::Sum& sum : level.sums) add_rows(worker, sum, task, row, rows);
  }
  for (const TileProgram::Store& each : program_.stores)
    for (int64_t block = 0; block < blocks; block++)
      store(worker, each, block, row * program_.length + block * kBlock, lanes(block));
  for (const TileProgram::Store& each : program_.row_stores)
    for (int64_t block = 0; block < divide_up(rows, kBlock); block++)
      store(worker, each, block, row + block * kBlock, std::min(kBlock, rows - block * kBlock));
}

void TileLoop::run_task(Worker& worker, int64_t task) const {
  for (size_t reg = 0; reg < program_.registers.size(); reg++)
    worker.at[reg] = worker.memory + program_.registers[reg].offset;
  for (const Input& input : program_.inputs) {
    if (input.kind != Input::Kind::fixed || !(input.filled || input.splat)) continue;
    const int64_t of_splat = input.filled ? kBlock : 1;
    load(worker, input, 0, input.splat ? of_splat : program_.tile_rows * program_.length);
  }
  const int64_t end = std::min(program_.rows, (task + 1) * task_rows_);
  for (int64_t row = task * task_rows_; row < end; row += program_.tile_rows)
    run_tile(worker, task, row, std::min(program_.tile_rows, end - row));
}

/// Adds the partial results of all tasks in order, for one block of the columns.
void TileLoop::combine(const Frame& frame, const TileProgram::Sum& sum, int64_t block) const {
  const ir::ElementType type = sum.result.type.element;
  const int64_t bytes = compute_bytes(type);
  const std::byte* partials = frame.at(workspace_) + sum.partials + block * kBlock * bytes;
  const auto block_bytes = static_cast<size_t>(kBlock * bytes);
  alignas(64) std::byte total[kernel::kBlockBytes], group[kernel::kBlockBytes];
  for (int64_t first = 0; first < tasks_; first += kPartGroup) {
    for (int64_t task = first; task < std::min(tasks_, first + kPartGroup); task++) {
      const void* operands[] = {group, partials + task * columns_ * bytes};
      if (task == first)
        std::memcpy(group, operands[1], block_bytes);
      else
        sum.function(operands, group);
    }
    const void* operands[] = {total, group};
    if (first == 0)
      std::memcpy(total, group, block_bytes);
    else
      sum.function(operands, total);
  }
  if (sum.initial) {
    kernel::fill_lanes(type, frame.at(sum.initial->place), group);
    const void* operands[] = {group, total};
    sum.function(operands, total);
  }
  const int64_t first = block * kBlock;
  kernel::store_lanes(
      type, total, std::min(kBlock, program_.length - first),
      frame.at(sum.result.place) + first * static_cast<int64_t>(ir::byte_size(type)));
}

void TileLoop::run(const Frame& frame) const {
  std::byte* workspace = frame.at(workspace_);
  auto task = [&](int64_t index, int worker) {
    std::byte* own = workspace + worker * worker_bytes_;
    Worker state{frame, own + table_bytes_, reinterpret_cast<std::byte**>(own)};
    run_task(state, index);
  };
  frame.team.run(tasks_, task);
  for (const TileProgram::Level& level : program_.levels)
    for (const TileProgram::Sum& sum : level.sums) {
      auto combine_block = [&](int64_t block, int) { combine(frame, sum, block); };
      frame.team.run(columns_ / kBlock, combine_block);
    }
}

}  // namespace tutti::backend::cpu
