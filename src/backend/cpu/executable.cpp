// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/executable.h"

#include <algorithm>
#include <limits>
#include <map>

#include "backend/cpu/group/tile_loop.h"
#include "backend/cpu/lower/block_operation.h"
#include "base/checked.h"
#include "base/text.h"
#include "op/catalogue.h"
#include "op/grid.h"
#include "pass/product_flops.h"

namespace tutti::backend::cpu {
namespace {

// Work, in elements of an addition, of some 10 us on one thread: as long as waking another takes.
constexpr double kWorthSharing = 32768;

std::string bytes_text(int64_t bytes) {
  return human_bytes(static_cast<size_t>(bytes));
}

CpuBuffer& cpu_buffer(const Buffer& buffer, std::string_view function, size_t index,
                      const ir::Type& expected) {
  auto* storage = dynamic_cast<CpuBuffer*>(buffer.get());
  if (!storage)
    user_error("argument {} of @{} is {}, expected a buffer of the cpu backend; upload it", index,
               function, buffer ? "another backend's" : "empty");
  if (storage->type != expected)
    user_error("argument {} of @{} is a {}, expected {}", index, function, storage->type.str(),
               expected.str());
  return *storage;
}

/// What a jump to a loop's next round does where there is a deadline.
Run hold_deadline(const ir::Operation& loop, const CompileOptions& options) {
  return [deadline = options.deadline,
          what = fmt::format("{}: {}", loop.location.str(), loop.name())](const Frame&) {
    deadline.hold(what);
  };
}

/// Whether a step has nothing to compute: memory of no bytes has no address to begin at.
bool is_empty(const Step& step) {
  const auto has_none = [](const PieceView& seen) { return seen.view.type.count() == 0; };
  return !step.results.empty() && !(step.op && step.op->def().has_side_effect) &&
         std::all_of(step.results.begin(), step.results.end(), has_none);
}

/// What the steps keep of the arguments.
struct Kept {
  int64_t bytes = 0;        // in addition to the arguments
  int64_t most = 0;         // of one that moves, while there are both of its forms
  std::vector<int> reads;   // how many operands of steps each piece is
  std::vector<bool> moved;  // by argument
};

Kept nothing_kept(const Plan& plan) {
  Kept kept;
  kept.reads.resize(plan.pieces.size());
  kept.moved.resize(plan.arguments.size());
  for (const Step& step : plan.steps)
    for (const PieceView& seen : step.operands) kept.reads[seen.piece]++;
  return kept;
}

/// Whether an operand, all of an argument, is one that the caller keeps.
bool is_kept(const Plan& plan, const PieceView& seen, const View& operand, Keeping keeping,
             const Kept& kept) {
  const Place place = operand.place;
  if (keeping == Keeping::none || place.kind != Place::Kind::argument || place.start != 0 ||
      place.moving >= 0 || plan.pieces[seen.piece].donated_to >= 0)
    return false;
  return keeping == Keeping::copies ||
         (kept.reads[seen.piece] == 1 &&
          operand.type.bytes() == plan.arguments[static_cast<size_t>(place.offset)].bytes());
}

void note_kept(const Lowering& lowering, Kept& kept) {
  if (lowering.kept_bytes == 0) return;
  kept.bytes = checked_add(kept.bytes, lowering.kept_bytes, "memory");
  if (!lowering.moves_kept) return;
  const View& operand = lowering.operands[lowering.kept_operand];
  kept.bytes -= operand.type.bytes();
  kept.most = std::max(kept.most, operand.type.bytes());
  kept.moved[static_cast<size_t>(operand.place.offset)] = true;
}

CompiledStep lower_step(const Plan& plan, const Step& step, int workers,
                        const CompileOptions& options, Kept& kept) {
  if (is_empty(step)) return {nullptr};
  std::vector<View> operands, results;
  for (const PieceView& seen : step.operands) operands.push_back(plan.placed(seen));
  for (const PieceView& seen : step.results) results.push_back(plan.placed(seen));
  if (!step.targets.empty()) {
    CompiledStep jump{nullptr, step.targets};
    if (!operands.empty()) jump.selector = operands[0];
    if (step.loop && options.deadline.is_set()) jump.run = hold_deadline(*step.loop, options);
    return jump;
  }
  if (step.is_copy()) {
    const bool is_there = operands[0].dense && operands[0].place == results[0].place;
    return {is_there ? nullptr : lower_copy(operands[0], results[0])};
  }
  if (step.group) {
    const TileLoop loop(*step.group, operands, results, workers,
                        plan.placed(*step.workspace).place);
    return {[loop](const Frame& frame) { loop.run(frame); }};
  }
  Lowering lowering{*step.op, std::move(operands), std::move(results), workers, {}};
  if (step.start >= 0) return {lower_start(lowering, step.start)};
  if (step.workspace) lowering.workspace = plan.placed(*step.workspace);
  lowering.moves_kept = options.keeping == Keeping::moves;
  for (size_t i = 0; i < step.operands.size(); i++)
    lowering.operand_is_kept.push_back(
        is_kept(plan, step.operands[i], lowering.operands[i], options.keeping, kept));
  CompiledStep lowered{step.rule->lower(lowering)};
  note_kept(lowering, kept);
  return lowered;
}

/// An estimate of a step's work, in elements of an addition. Operations that may take longer for an
/// element count more.
double work_of(const Step& step) {
  constexpr double kFlopsOfElement = 64, kOther = 64;
  double whole = 0, elements = 0;
  for (const PieceView& seen : step.results) whole += static_cast<double>(seen.view.type.count());
  if (step.group)
    return static_cast<double>(step.group->members.size() * step.group->rows * step.group->length);
  if (!step.op || block_operation(*step.op)) return whole;
  for (const PieceView& seen : step.operands)
    elements += static_cast<double>(seen.view.type.count());
  const double flops = pass::dot_flops(*step.op);
  if (flops > 0) return flops / kFlopsOfElement + whole + elements;
  return kOther * (whole + elements);
}

/// "add, multiply 2: (tensor<8x3xf32>, tensor<3xf32>) -> (tensor<8x3xf32>)"
std::string details_of(const Step& step) {
  std::string text;
  if (step.group) {
    std::map<std::string_view, int> counts;
    for (const Group::Member& member : step.group->members)
      counts[member.op->name().substr(member.op->name().find('.') + 1)]++;
    for (const auto& [name, count] : counts)
      text += fmt::format("{}{}{}", text.empty() ? "" : ", ", name,
                          count > 1 ? fmt::format(" {}", count) : "");
    text += ": ";
  }
  const auto types = [](const std::vector<PieceView>& views) {
    std::vector<ir::Type> all;
    for (const PieceView& seen : views) all.push_back(seen.view.type);
    return ir::str(all);
  };
  return text + types(step.operands) + " -> " + types(step.results);
}

/// Of a step's products. Attention has none that are known before it runs: they depend on the
/// lengths of the segments in its rows.
double flops_of(const ir::Operation& op) {
  return op.name().starts_with("tutti.attention") ? 0 : pass::product_flops(op, op::catalogue());
}

size_t add_to_profile(Profile& profile, const Step& step) {
  double bytes = 0;
  for (const auto* views : {&step.operands, &step.results})
    for (const PieceView& seen : *views) bytes += static_cast<double>(seen.view.type.bytes());
  const std::string details = details_of(step);
  if (step.group) return profile.add("fused operations", details, 0, bytes);
  if (!step.op) return profile.add(step.is_copy() ? "copy" : "jump", details, 0, bytes);
  return profile.add(std::string(step.op->name()), details, flops_of(*step.op), bytes);
}

}  // namespace

size_t CompiledStep::next(size_t at, const Frame& frame) const {
  if (targets.empty()) return at + 1;
  size_t which = 0;
  if (selector) {
    const int64_t value =
        ir::load_int_element(selector->type.element, frame.at(selector->place), 0);
    const size_t last = targets.size() - 1;
    which = value < 0 ? last : std::min(last, static_cast<size_t>(value));
  }
  return static_cast<size_t>(targets[which]);
}

CpuBuffer::CpuBuffer(ir::Type given) : memory(given.bytes()) {
  type = std::move(given);
}

CpuExecutable::CpuExecutable(const ir::Function& function, const std::shared_ptr<Machine>& machine,
                             const CompileOptions& options)
    : name_(function.name),
      grid_(options.grid),
      memory_limit_(machine->memory_limit),
      profile_(machine->profile) {
  const int workers = std::max(1, machine->team.size() / static_cast<int>(grid_.count()));
  Plan plan = trace(function, workers);
  assign_places(plan, options.share_memory);
  if (options.observe_memory) options.observe_memory(arena_text(plan));
  temporaries_over_time_ = arena_over_time(plan);
  if (options.returns_memory) given_back_ = last_uses(plan);
  Kept kept = nothing_kept(plan);
  for (const Step& step : plan.steps) {
    steps_.push_back(lower_step(plan, step, workers, options, kept));
    steps_.back().on_one_thread = work_of(step) < kWorthSharing;
    if (profile_) steps_.back().number = add_to_profile(*profile_, step);
  }
  memory_.kept = checked_add(kept.bytes, kept.most, "memory");
  moved_ = std::move(kept.moved);
  for (const int64_t step : final_steps(plan)) finals_.emplace_back(step, finals_.size());
  std::sort(finals_.begin(), finals_.end());
  measure(plan);
  if (!fits_in_memory()) return;
  constants_ = plan.constants.block();
  donated_.assign(plan.arguments.size(), false);
  for (const int donor : plan.donors)
    if (donor >= 0) donated_[static_cast<size_t>(donor)] = true;
  argument_types_ = std::move(plan.arguments);
  result_types_ = std::move(plan.results);
  donors_ = std::move(plan.donors);
  starts_ = plan.starts;
  make_processes(machine, workers, plan.arena_bytes);
}

CpuExecutable::~CpuExecutable() {
  for (const Process& process : processes_) process.machine->arena.release(arena_bytes_);
}

void CpuExecutable::make_processes(const std::shared_ptr<Machine>& machine, int workers,
                                   int64_t arena_bytes) {
  arena_bytes_ = arena_bytes;
  for (int64_t number = 0; number < grid_.count(); number++) {
    Process& process = processes_.emplace_back();
    process.machine = grid_.count() == 1 ? machine : std::make_shared<Machine>(workers);
    process.machine->arena.reserve(arena_bytes);
    process.argument_data.resize(argument_types_.size());
    process.memories.resize(argument_types_.size());
    process.result_data.resize(result_types_.size());
    process.starts.resize(static_cast<size_t>(starts_));
  }
}

void CpuExecutable::measure(const Plan& plan) {
  const auto add = [](int64_t& sum, int64_t bytes) { sum = checked_add(sum, bytes, "memory"); };
  for (const ir::Type& type : plan.arguments) add(memory_.arguments, type.bytes());
  for (size_t i = 0; i < plan.results.size(); i++)
    if (plan.donors[i] < 0) add(memory_.results, plan.results[i].bytes());
  constant_bytes_ = plan.constants.bytes();
  // Results take the room of temporaries that are given back.
  add(memory_.temporaries,
      given_back_.empty() ? plan.arena_bytes : most_together(plan, given_back_) - memory_.results);
  for (int64_t* part : {&memory_.arguments, &memory_.results, &memory_.temporaries, &memory_.kept})
    *part = checked_multiply(*part, grid_.count(), "memory");
  add(memory_.temporaries, constant_bytes_);
  for (const int64_t part : {memory_.arguments, memory_.results, memory_.temporaries, memory_.kept})
    add(memory_.peak, part);
}

bool CpuExecutable::fits_in_memory() {
  if (memory_limit_ == 0 || memory_.peak <= memory_limit_) return true;
  lack_ = fmt::format(
      "@{} needs {} of memory, but there are {}: arguments {}, results {}, temporaries {}, "
      "constants {}, packed arguments {}",
      name_, bytes_text(memory_.peak), bytes_text(memory_limit_), bytes_text(memory_.arguments),
      bytes_text(memory_.results), bytes_text(memory_.temporaries - constant_bytes_),
      bytes_text(constant_bytes_), bytes_text(memory_.kept));
  return false;
}

void CpuExecutable::take_arguments(Process& process, std::span<Buffer> arguments) const {
  if (arguments.size() != argument_types_.size())
    user_error("@{} takes {}, found {}", name_, counted(std::ssize(argument_types_), "argument"),
               arguments.size());
  for (size_t i = 0; i < arguments.size(); i++) {
    process.memories[i] = &cpu_buffer(arguments[i], name_, i, argument_types_[i]).memory;
    process.memories[i]->may_move(true);
  }
  for (size_t i = 0; i < arguments.size(); i++) {
    TensorMemory& memory = *process.memories[i];
    process.argument_data[i] = moved_[i]     ? nullptr
                               : donated_[i] ? memory.writable()
                                             : memory.data();
    // A buffer may be several arguments.
    if (!moved_[i]) memory.may_move(false);
    // Its memory is overwritten, so nobody else may still need the old values.
    if (donated_[i] && arguments[i].use_count() > 1)
      user_error(
          "argument {} of @{} is donated, but its buffer is held elsewhere too; move it into "
          "its slot, or upload it again",
          i, name_);
  }
}

void CpuExecutable::take_results(Process& process, std::span<Buffer> results) const {
  if (results.size() != result_types_.size())
    user_error("@{} has {} results, there are slots for {}", name_, result_types_.size(),
               results.size());
  for (size_t i = 0; i < results.size(); i++) {
    if (donors_[i] >= 0) continue;
    auto* storage = dynamic_cast<CpuBuffer*>(results[i].get());
    if (!storage || storage->type != result_types_[i] || results[i].use_count() > 1) {
      results[i] = std::make_shared<CpuBuffer>(result_types_[i]);
      storage = static_cast<CpuBuffer*>(results[i].get());
    }
    process.result_data[i] = storage->memory.writable();
  }
}

void CpuExecutable::run_step(const CompiledStep& step, const Frame& frame) const {
  // Work that a task of the team starts stays on the task's thread.
  auto task = [&](int64_t, int) { step.run(frame); };
  const auto run = [&] { step.on_one_thread ? frame.team.run(1, task) : step.run(frame); };
  if (!profile_ || frame.process > 0) return run();
  const Profile::Moment begin;
  run();
  profile_->record(step.number, begin, Profile::Moment());
}

void CpuExecutable::run_process(Process& process, std::span<Buffer> arguments,
                                std::span<Buffer> results, const Part& part) const {
  const Arena::Hold hold(process.machine->arena);
  take_arguments(process, arguments);
  take_results(process, results);
  const Frame frame{
      process.machine->team, hold.data(),      constants_.data(), process.argument_data,
      process.result_data,   process.memories, part.grid,         part.number,
      process.starts};
  auto next = finals_.begin();
  const auto report_before = [&](int64_t step) {
    for (; part.on_final && next != finals_.end() && next->first < step; next++)
      (*part.on_final)(next->second);
  };
  auto free = given_back_.begin();
  for (size_t at = 0; at < steps_.size();) {
    const CompiledStep& step = steps_[at];
    if (step.run) run_step(step, frame);
    at = step.next(at, frame);
    report_before(static_cast<int64_t>(at));
    for (; free != given_back_.end() && free->step < static_cast<int64_t>(at); ++free)
      hold.give_back(free->begin, free->bytes);
  }
  for (size_t i = 0; i < donors_.size(); i++)
    if (donors_[i] >= 0)
      results[i] = std::exchange(arguments[static_cast<size_t>(donors_[i])], nullptr);
  report_before(std::numeric_limits<int64_t>::max());
}

void CpuExecutable::run_reporting(std::span<Buffer> arguments, std::span<Buffer> results,
                                  const OnFinal& on_final) {
  check(processes_.size() == 1, "@{} runs on {} processes", name_, processes_.size());
  run_process(processes_[0], arguments, results, {nullptr, 0, &on_final});
}

void CpuExecutable::run(Slots arguments, Slots results) {
  const size_t count = processes_.size();
  if (arguments.size() != count || results.size() != count)
    user_error("@{} runs on {}, {} were given", name_,
               count == 1 ? "1 device" : fmt::format("{} processes", count), arguments.size());
  if (count == 1) return run_process(processes_[0], arguments[0], results[0], {});
  op::Grid grid(grid_, op::Turns::side_by_side);
  grid.run([&](int64_t number) {
    const auto at = static_cast<size_t>(number);
    run_process(processes_[at], arguments[at], results[at], {&grid, number});
  });
}

}  // namespace tutti::backend::cpu
