// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/group/tile_program.h"

#include <algorithm>
#include <bit>
#include <map>

#include "backend/cpu/group/tile_view.h"
#include "backend/cpu/lower/block_operation.h"
#include "base/rounding.h"
#include "op/rules/reduction.h"

namespace tutti::backend::cpu {
namespace {

using kernel::compute_bytes;
using kernel::kBlock;
using Extent = Group::Extent;
using BlockCall = TileProgram::BlockCall;
using Level = TileProgram::Level;

constexpr int64_t kTileElements = 4096;
/// Bytes between registers: reading and writing in turns is slower where addresses are a multiple
/// of a page apart.
constexpr int64_t kApart = 3 * kCacheLine;

/// The fewest rows that fill whole blocks, if there are such few; otherwise about kTileElements.
int64_t tile_rows_of(int64_t rows, int64_t length) {
  int64_t best = std::max<int64_t>(1, kTileElements / length);
  for (int64_t some = 1; some * length <= 3 * kTileElements; some++)
    if (some * length % kBlock == 0 && some * length >= kTileElements / 2) {
      best = some;
      break;
    }
  return std::min(rows, best);
}

class Compiler {
 public:
  Compiler(TileProgram& program, const Group& group, const std::vector<View>& inputs,
           const std::vector<View>& outputs)
      : program_(program), group_(group), inputs_(inputs), outputs_(outputs) {}

  void run();

 private:
  size_t new_register(ir::ElementType type);
  void input(const View& view);
  int64_t tile_elements() const { return program_.tile_rows * group_.length; }
  void find_levels();
  void member(size_t number);
  void reduction(size_t number);
  /// The function of a member for which `operand` repeats one number; null where there is none.
  kernel::BlockFunction splat_function(const Group::Member& member, size_t operand) const;
  /// Makes a call of one that takes an operand row by row, if the member has such an operand.
  bool row_splat(const Group::Member& member, BlockCall& call);
  /// The register with an element for each of some lanes, and how many; 1 where there is none.
  std::pair<size_t, int64_t> read_rows(const Group::Operand& operand);
  size_t read(const Group::Operand& operand, size_t level);
  /// The same for a reduction, which needs the whole tile in memory and may read beyond its end.
  size_t read_tile(const Group::Operand& operand, size_t level);
  void output(size_t index);
  /// Whether an output may be written over an input.
  bool may_share(const View& output) const;

  void find_lives();
  /// Whether block calls that follow the one that makes a register read inputs where they are in
  /// memory, or none of the level makes it.
  bool reads_memory_after(const Level& level, size_t reg) const;
  /// Finds the values that are only stored, so that they can be computed in the result's memory.
  void find_stores_in_place();
  void place_registers();
  void place(size_t reg, int64_t bytes, int64_t step);
  int64_t tile_bytes(size_t reg) const {
    return (blocks_ + 1) * kBlock * compute_bytes(program_.registers[reg].type);
  }

  TileProgram& program_;
  const Group& group_;
  const std::vector<View>&inputs_, &outputs_;
  std::vector<size_t> input_registers_, member_registers_;
  std::vector<size_t> levels_;  // at which a member's result is available
  std::map<std::pair<size_t, size_t>, size_t> broadcasts_;  // (row's register, level)
  std::map<size_t, size_t> repeated_;  // the register of an input that is read row by row
  int64_t blocks_ = 0;                 // of a tile

  /// How long the result of a block call is needed.
  struct Life {
    bool made_by_blocks = false, tile = false;
    size_t level = 0, last = 0;
  };
  std::vector<Life> lives_;
};

size_t Compiler::new_register(ir::ElementType type) {
  program_.registers.push_back({type});
  return program_.registers.size() - 1;
}

void Compiler::input(const View& view) {
  using Kind = TileProgram::Input::Kind;
  const ir::ElementType type = view.type.element;
  const bool whole = view.type.rank() == 0 || view.type.count() == group_.rows * group_.length;
  const kernel::BlockSource source(type, view.type.shape, view.strides);
  const bool even = tile_elements() % kBlock == 0;
  Kind kind = source.has_runs() && even ? Kind::direct : Kind::copied;
  if (!whole) kind = Kind::row;
  if (source.is_splat() || (whole && repeats_tiles(view, tile_elements()))) kind = Kind::fixed;
  input_registers_.push_back(new_register(type));
  program_.inputs.push_back({kind, source, view.place, input_registers_.back(), source.is_splat()});
}

void Compiler::find_levels() {
  for (const Group::Member& member : group_.members) {
    size_t level = 0;
    for (const Group::Operand& operand : member.operands)
      if (operand.inside) level = std::max(level, levels_[operand.index]);
    levels_.push_back(level + (is_reduction(*member.op) && member.extent == Extent::row ? 1 : 0));
  }
  program_.levels.resize(1 + *std::max_element(levels_.begin(), levels_.end()));
}

size_t Compiler::read(const Group::Operand& operand, size_t level) {
  if (!operand.inside) {
    program_.inputs[operand.index].filled = true;
    return input_registers_[operand.index];
  }
  const size_t from = member_registers_[operand.index];
  if (!operand.broadcast) return from;
  const auto [found, is_new] =
      broadcasts_.emplace(std::pair(from, level), program_.registers.size());
  if (is_new) {
    const size_t to = new_register(program_.registers[from].type);
    program_.levels[level].blocks.push_back({nullptr, {from}, 1, to, true});
  }
  return found->second;
}

size_t Compiler::read_tile(const Group::Operand& operand, size_t level) {
  const size_t from = read(operand, level);
  if (operand.inside) return from;
  TileProgram::Input& input = program_.inputs[operand.index];
  if (input.kind == TileProgram::Input::Kind::direct) input.kind = TileProgram::Input::Kind::copied;
  if (!input.splat) return from;
  const size_t to = new_register(program_.registers[from].type);
  program_.levels[level].blocks.push_back({nullptr, {from}, 1, to, false});
  return to;
}

void Compiler::reduction(size_t number) {
  const Group::Member& member = group_.members[number];
  const ir::ElementType type = member.op->result_type().element;
  const std::string_view name = op::reducer_of(*member.op)->name();
  const auto function = kernel::elementwise_function(name, type);
  const auto fold = kernel::fold_function(name, type);
  const size_t level = levels_[number];
  if (member.extent == Extent::column) {
    const size_t from = read_tile(member.operands[0], level);
    const auto found = std::find(group_.outputs.begin(), group_.outputs.end(), number);
    check(found != group_.outputs.end(), "nothing reads a sum");
    TileProgram::Sum sum{
        function, from, {}, outputs_[static_cast<size_t>(found - group_.outputs.begin())]};
    if (member.operands.size() > 1) sum.initial = inputs_[member.operands[1].index];
    program_.levels[level].sums.push_back(std::move(sum));
    member_registers_.push_back(from);
    return;
  }
  const size_t from = read_tile(member.operands[0], level - 1), to = new_register(type);
  const auto of_rows =
      group_.length < kernel::kLongRow ? kernel::fold_rows_function(name, type) : nullptr;
  program_.levels[level - 1].folds.push_back({fold, of_rows, from, to});
  member_registers_.push_back(to);
  if (member.operands.size() == 1) return;
  const size_t initial = read(member.operands[1], level);
  member_registers_.back() = new_register(type);
  program_.levels[level].rows.push_back(
      {function, {initial, to}, 2, member_registers_.back(), false});
}

kernel::BlockFunction Compiler::splat_function(const Group::Member& member, size_t operand) const {
  const auto is_splat = [&](size_t i) {
    const Group::Operand& from = member.operands[i];
    return !from.inside && program_.inputs[from.index].splat;
  };
  if (member.operands.size() != 2 || !is_splat(operand) || is_splat(1 - operand)) return nullptr;
  return kernel::splat_function(member.op->name(), member.op->operand_type(0).element, operand);
}

std::pair<size_t, int64_t> Compiler::read_rows(const Group::Operand& operand) {
  if (operand.inside) {
    const bool reads = operand.broadcast && fills_blocks(group_.length);
    return {member_registers_[operand.index], reads ? group_.length : 1};
  }
  const int64_t repeats = repeats_of(inputs_[operand.index], tile_elements());
  if (repeats == 1 || program_.inputs[operand.index].kind == TileProgram::Input::Kind::fixed)
    return {0, 1};
  const auto [found, is_new] = repeated_.emplace(operand.index, program_.registers.size());
  if (is_new) {
    TileProgram::Input input = program_.inputs[operand.index];
    input.kind = TileProgram::Input::Kind::repeated;
    input.to = new_register(inputs_[operand.index].type.element);
    input.filled = true;
    input.repeats = repeats;
    program_.inputs.push_back(std::move(input));
  }
  return {found->second, repeats};
}

bool Compiler::row_splat(const Group::Member& member, BlockCall& call) {
  if (member.operands.size() != 2 || member.extent != Extent::whole) return false;
  const ir::ElementType type = member.op->operand_type(0).element;
  for (size_t i = 0; i < 2; i++) {
    const auto function = kernel::row_splat_function(member.op->name(), type, i);
    if (!function) return false;
    const auto [from, repeats] = read_rows(member.operands[i]);
    if (repeats == 1) continue;
    call.function = function;
    call.operands[i] = from;
    call.repeated = i;
    call.repeats = repeats;
    call.shift = std::countr_zero(static_cast<uint64_t>(repeats / kernel::kRowLanes));
    return true;
  }
  return false;
}

void Compiler::member(size_t number) {
  const Group::Member& member = group_.members[number];
  if (is_reduction(*member.op)) return reduction(number);
  const BlockOperation block = *block_operation(*member.op);
  const size_t level = levels_[number];
  BlockCall call{block.function, {}, member.operands.size(), 0, false};
  const bool by_rows = row_splat(member, call);
  for (size_t i = 0; i < member.operands.size(); i++) {
    if (by_rows && i == call.repeated) continue;
    const auto function = by_rows ? nullptr : splat_function(member, i);
    if (function) call.function = function;
    call.operands[i] =
        function ? input_registers_[member.operands[i].index] : read(member.operands[i], level);
  }
  if (block.swapped) std::swap(call.operands[0], call.operands[1]);
  call.result = new_register(member.op->result_type().element);
  member_registers_.push_back(call.result);
  Level& own = program_.levels[level];
  (member.extent == Extent::row ? own.rows : own.blocks).push_back(call);
}

bool Compiler::may_share(const View& output) const {
  using Kind = TileProgram::Input::Kind;
  // An input that repeats has fewer elements in memory than a result.
  for (const TileProgram::Input& input : program_.inputs)
    if (input.kind != Kind::fixed && input.kind != Kind::repeated &&
        ir::byte_size(program_.registers[input.to].type) == ir::byte_size(output.type.element))
      return true;
  return false;
}

void Compiler::output(size_t index) {
  const size_t number = group_.outputs[index];
  const Group::Member& member = group_.members[number];
  const View& view = outputs_[index];
  const size_t from = member_registers_[number];
  if (member.extent == Extent::column) return;  // see run()
  if (member.extent == Extent::row) {
    program_.row_stores.push_back({from, view});
    return;
  }
  const Level& last = program_.levels.back();
  if (!may_share(view))
    program_.levels[levels_[number]].stores.push_back({from, view});
  else if (last.folds.empty() && last.sums.empty())
    program_.levels.back().stores.push_back({from, view});
  else
    program_.stores.push_back({from, view});
}

void Compiler::find_lives() {
  lives_.resize(program_.registers.size());
  size_t now = 0;
  const auto use = [&](size_t reg, size_t level, bool in_blocks) {
    Life& life = lives_[reg];
    life.last = now;
    if (!in_blocks || life.level != level) life.tile = true;
  };
  for (size_t level = 0; level < program_.levels.size(); level++) {
    const Level& steps = program_.levels[level];
    for (const BlockCall& step : steps.blocks) {
      for (size_t i = 0; i < step.count; i++) use(step.operands[i], level, true);
      lives_[step.result] = {true, false, level, now};
      now++;
    }
    for (const auto& store : steps.stores) use(store.from, level, true);
    now++;
    for (const auto& fold : steps.folds) use(fold.from, level, false);
    for (const auto& sum : steps.sums) use(sum.from, level, false);
    now++;
  }
  for (const auto& store : program_.stores) use(store.from, 0, false);
}

bool Compiler::reads_memory_after(const Level& level, size_t reg) const {
  auto call = level.blocks.rbegin();
  for (; call != level.blocks.rend() && call->result != reg; call++)
    for (const TileProgram::Input& input : program_.inputs)
      if (input.kind == TileProgram::Input::Kind::direct &&
          std::count(call->operands.begin(), call->operands.begin() + call->count, input.to) > 0)
        return true;
  return call == level.blocks.rend();
}

void Compiler::find_stores_in_place() {
  for (size_t at = 0; at < program_.levels.size(); at++) {
    Level& level = program_.levels[at];
    for (TileProgram::Store& store : level.stores) {
      Life& life = lives_[store.from];
      const bool is_block = life.made_by_blocks && life.level == at && !life.tile;
      // A result that is written over an input is written after all of the block is read.
      const bool may = !may_share(store.result) || !reads_memory_after(level, store.from);
      if (!is_block || !may || kernel::is_narrow(program_.registers[store.from].type)) continue;
      store.in_place = life.tile = true;
    }
  }
}

void Compiler::place(size_t reg, int64_t bytes, int64_t step) {
  program_.registers[reg].offset = program_.bytes;
  program_.registers[reg].step = step;
  program_.bytes += round_up(bytes, kCacheLine) + kApart;
}

void Compiler::place_registers() {
  const auto step_of = [&](size_t reg) {
    return kBlock * compute_bytes(program_.registers[reg].type);
  };
  const int64_t row_blocks = divide_up(program_.tile_rows, kBlock);
  for (const TileProgram::Input& input : program_.inputs) {
    if (!input.filled && !input.splat) continue;
    if (input.splat)
      place(input.to, step_of(input.to), 0);
    else if (input.kind == TileProgram::Input::Kind::repeated)
      place(input.to, tile_bytes(input.to) / input.repeats, 0);
    else if (input.kind == TileProgram::Input::Kind::row)
      place(input.to, row_blocks * step_of(input.to), step_of(input.to));
    else
      place(input.to, tile_bytes(input.to), step_of(input.to));
  }
  std::map<std::pair<bool, int64_t>, std::vector<size_t>> free;  // (tile, bytes of an element)
  std::vector<size_t> live;
  size_t now = 0;
  for (const Level& level : program_.levels) {
    for (const auto& fold : level.folds)
      place(fold.to, row_blocks * step_of(fold.to), step_of(fold.to));
    for (const BlockCall& step : level.rows)
      place(step.result, row_blocks * step_of(step.result), step_of(step.result));
    for (const BlockCall& step : level.blocks) {
      std::erase_if(live, [&](size_t reg) {
        // The result may use the memory of an operand that is not read again.
        const bool over = step.broadcast ? lives_[reg].last < now : lives_[reg].last <= now;
        if (over) free[{lives_[reg].tile, step_of(reg)}].push_back(reg);
        return over;
      });
      const Life& life = lives_[step.result];
      auto& places = free[{life.tile, step_of(step.result)}];
      if (places.empty()) {
        place(step.result, life.tile ? tile_bytes(step.result) : step_of(step.result),
              life.tile ? step_of(step.result) : 0);
      } else {
        program_.registers[step.result].offset = program_.registers[places.back()].offset;
        program_.registers[step.result].step = program_.registers[places.back()].step;
        places.pop_back();
      }
      live.push_back(step.result);
      now++;
    }
    now += 2;
  }
}

void Compiler::run() {
  blocks_ = divide_up(tile_elements(), kBlock);
  for (const View& view : inputs_) input(view);
  find_levels();
  for (size_t i = 0; i < group_.members.size(); i++) member(i);
  for (size_t i = 0; i < outputs_.size(); i++) output(i);
  find_lives();
  find_stores_in_place();
  place_registers();
}

}  // namespace

TileProgram::TileProgram(const Group& group, const std::vector<View>& given,
                         const std::vector<View>& outputs)
    : rows(group.rows), length(group.length), tile_rows(tile_rows_of(group.rows, group.length)) {
  Compiler(*this, group, given, outputs).run();
}

}  // namespace tutti::backend::cpu
