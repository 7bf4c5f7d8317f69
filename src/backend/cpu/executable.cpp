// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/executable.h"

#include "base/checked.h"
#include "base/text.h"

namespace tutti::backend::cpu {
namespace {

std::string bytes_text(int64_t bytes) {
  return human_bytes(static_cast<size_t>(bytes));
}

CpuBuffer& own(const Buffer& buffer, std::string_view function, size_t index,
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

}  // namespace

CpuBuffer::CpuBuffer(ir::Type given) : memory_(given.bytes()) {
  type = std::move(given);
}

CpuExecutable::CpuExecutable(const ir::Function& function, std::shared_ptr<Machine> machine)
    : name_(function.name), machine_(std::move(machine)) {
  Program program = trace(function, machine_->team.size());
  assign_places(program);
  measure(program);
  check_memory();
  machine_->arena.reserve(program.arena_bytes, machine_->team);
  constants_ = program.constants.block();
  lower(program);
  donated_.assign(program.arguments.size(), false);
  for (const int donor : program.donors)
    if (donor >= 0) donated_[static_cast<size_t>(donor)] = true;
  argument_types_ = std::move(program.arguments);
  result_types_ = std::move(program.results);
  donors_ = std::move(program.donors);
  argument_data_.resize(argument_types_.size());
  result_data_.resize(result_types_.size());
}

void CpuExecutable::measure(const Program& program) {
  const auto add = [](int64_t& sum, int64_t bytes) { sum = checked_add(sum, bytes, "memory"); };
  for (const ir::Type& type : program.arguments) add(memory_.arguments, type.bytes());
  for (size_t i = 0; i < program.results.size(); i++)
    if (program.donors[i] < 0) add(memory_.results, program.results[i].bytes());
  constant_bytes_ = program.constants.bytes();
  add(memory_.temporaries, program.arena_bytes);
  add(memory_.temporaries, constant_bytes_);
  for (const int64_t part : {memory_.arguments, memory_.results, memory_.temporaries})
    add(memory_.peak, part);
}

void CpuExecutable::check_memory() const {
  if (machine_->memory_limit == 0 || memory_.peak <= machine_->memory_limit) return;
  throw UserError(
      ExitCode::out_of_memory,
      fmt::format("@{} needs {} of memory, but there are {}: arguments {}, results {}, temporaries "
                  "{}, constants {}",
                  name_, bytes_text(memory_.peak), bytes_text(machine_->memory_limit),
                  bytes_text(memory_.arguments), bytes_text(memory_.results),
                  bytes_text(memory_.temporaries - constant_bytes_), bytes_text(constant_bytes_)));
}

void CpuExecutable::lower(const Program& program) {
  for (const Step& step : program.steps) {
    if (!step.op) {
      instructions_.push_back(
          lower_copy(program.placed(step.operands[0]), program.placed(step.results[0])));
      continue;
    }
    Lowering lowering{*step.op, {}, {}, machine_->team.size(), {}};
    for (const PieceView& seen : step.operands) lowering.operands.push_back(program.placed(seen));
    for (const PieceView& seen : step.results) lowering.results.push_back(program.placed(seen));
    if (step.workspace) lowering.workspace = program.placed(*step.workspace);
    instructions_.push_back(step.rule->lower(lowering));
  }
}

void CpuExecutable::take_arguments(std::span<Buffer> arguments) {
  if (arguments.size() != argument_types_.size())
    user_error("@{} takes {} arguments, {} were given", name_, argument_types_.size(),
               arguments.size());
  for (size_t i = 0; i < arguments.size(); i++) {
    argument_data_[i] = own(arguments[i], name_, i, argument_types_[i]).data();
    // Its memory is written: nobody else may expect the old values there.
    if (donated_[i] && arguments[i].use_count() > 1)
      user_error(
          "argument {} of @{} is donated, but its buffer is held elsewhere too; move it into "
          "its slot, or upload it again",
          i, name_);
  }
}

void CpuExecutable::take_results(std::span<Buffer> results) {
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
    result_data_[i] = storage->data();
  }
}

void CpuExecutable::run(Slots arguments, Slots results) {
  if (arguments.size() != 1 || results.size() != 1)
    user_error("@{} runs on 1 device, {} were given", name_, arguments.size());
  const Arena::Hold hold(machine_->arena);
  take_arguments(arguments[0]);
  take_results(results[0]);
  const Frame frame{machine_->team, hold.data(), constants_.data(), argument_data_, result_data_};
  for (const Run& instruction : instructions_) instruction(frame);
  for (size_t i = 0; i < donors_.size(); i++)
    if (donors_[i] >= 0)
      results[0][i] = std::exchange(arguments[0][static_cast<size_t>(donors_[i])], nullptr);
}

}  // namespace tutti::backend::cpu
