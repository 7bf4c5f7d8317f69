// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/lower/region_program.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "backend/cpu/lower/block_operation.h"
#include "backend/cpu/lower/lower.h"
#include "ir/captures.h"
#include "ir/op_def.h"
#include "kernel/lanes.h"

namespace tutti::backend::cpu {
namespace {

using ir::ElementType;
using ir::Operation;

/// Whether a result on scalars is the operand's element, unchanged.
bool keeps_elements(const Operation& op) {
  const std::string_view name = op.name();
  const auto compute = [](const ir::Type& type) { return kernel::compute_type(type.element); };
  if (name == "stablehlo.bitcast_convert")
    return compute(op.operand_type(0)) == op.operand_type(0).element &&
           compute(op.result_type()) == op.result_type().element;
  return name == "stablehlo.reshape" || name == "stablehlo.broadcast_in_dim" ||
         name == "stablehlo.transpose" || name == "stablehlo.optimization_barrier";
}

bool is_scalar(const ir::Type& type) {
  return is_storable(type) && type.shape.empty() && !ir::is_complex(type.element);
}

}  // namespace

bool RegionProgram::supports(const ir::Block& region) {
  for (const auto& op : region.operations) {
    const auto types = op->operand_types();
    if (!std::all_of(types.begin(), types.end(), is_scalar)) return false;
    if (op->def().is_terminator) continue;
    if (!is_scalar(op->result_type()) || !op->regions.empty()) return false;
    if (op->name() != "stablehlo.constant" && !keeps_elements(*op) && !block_operation(*op))
      return false;
  }
  return true;
}

RegionProgram::RegionProgram(const Lowering& lowering, size_t region) {
  const ir::Block& block = *lowering.op.regions[region];
  for (const auto& argument : block.arguments) {
    arguments_.push_back(argument->type.element);
    registers_[argument.get()] = new_register();
  }
  const auto outer = ir::captured_values(lowering.op);
  for (size_t i = 0; i < outer.size(); i++) {
    const size_t operand = lowering.op.operand_count() + i;
    captures_.push_back({new_register(), lowering.operands.at(operand)});
    registers_[outer[i]] = captures_.back().place;
  }
  for (const auto& op : block.operations)
    if (!op->def().is_terminator) compile(*op);
  for (ir::Value value : block.terminator().operands) results_.push_back(registers_.at(value));
  for (size_t i = 0; i < results_.size(); i++) {
    if (results_[i] == i || results_[i] >= results_.size()) continue;
    // It is another accumulator, which feed_back() would overwrite first.
    calls_.push_back({nullptr, {results_[i]}, new_register(), arguments_[results_[i]]});
    results_[i] = calls_.back().result;
  }
  registers_.clear();
  new_register();  // for conversions
}

void RegionProgram::compile(const Operation& op) {
  if (op.name() == "stablehlo.constant") {
    constants_.push_back({new_register(), *op.attribute("value").get<ir::Tensor>()});
    registers_[op.result()] = constants_.back().place;
    return;
  }
  std::vector<size_t> operands;
  for (ir::Value value : op.operands) operands.push_back(registers_.at(value));
  if (keeps_elements(op)) {
    for (size_t i = 0; i < op.result_count(); i++) registers_[op.result(i)] = operands[i];
    return;
  }
  const auto block = block_operation(op);
  check(block.has_value(), "a region has {}", op.name());
  if (block->swapped) std::swap(operands[0], operands[1]);
  calls_.push_back({block->function, operands, new_register(), op.result_type().element});
  registers_[op.result()] = calls_.back().result;
}

int64_t RegionProgram::bytes() const {
  return static_cast<int64_t>(count_ * kernel::kBlockBytes);
}

void RegionProgram::prepare(const Frame& frame, std::byte* registers) const {
  for (const Constant& constant : constants_)
    kernel::fill_lanes(constant.value.type().element, constant.value.stored().data(),
                       at(registers, constant.place));
  for (const Capture& capture : captures_)
    kernel::fill_lanes(capture.view.type.element, frame.at(capture.view.place),
                       at(registers, capture.place));
  // Lanes that are never loaded are computed with too.
  std::memset(registers, 0, arguments_.size() * kernel::kBlockBytes);
}

void* RegionProgram::argument(std::byte* registers, size_t index) const {
  return at(registers, index);
}
const void* RegionProgram::result(std::byte* registers, size_t index) const {
  return at(registers, results_[index]);
}

void RegionProgram::run(std::byte* registers) const {
  constexpr size_t kOperands = kernel::ElementwiseLoop::kMaxOperands;
  for (const BlockCall& call : calls_) {
    std::array<const void*, kOperands> operands = {};
    for (size_t i = 0; i < call.operands.size(); i++) operands[i] = at(registers, call.operands[i]);
    std::byte* result = at(registers, call.result);
    if (call.function)
      call.function(operands.data(), result);
    else
      std::memcpy(result, operands[0], kernel::kBlockBytes);
    kernel::round_lanes(call.type, result);
  }
}

void RegionProgram::convert(std::byte* registers, size_t index, ElementType type) const {
  std::byte* lanes = at(registers, index);
  const void* operands[] = {at(registers, count_ - 1)};
  if (const auto function = kernel::convert_function(type, arguments_[index]))
    function(operands, lanes);
  else
    std::memcpy(lanes, operands[0], kernel::kBlockBytes);
  kernel::round_lanes(arguments_[index], lanes);
}

void RegionProgram::load(std::byte* registers, size_t index, ElementType type,
                         const std::byte* data, const int64_t* offsets, int64_t count) const {
  const bool same = type == arguments_[index];
  kernel::load_lanes(type, data, offsets, count, at(registers, same ? index : count_ - 1));
  if (!same) convert(registers, index, type);
}

void RegionProgram::fill(std::byte* registers, size_t index, ElementType type,
                         const std::byte* data) const {
  const bool same = type == arguments_[index];
  kernel::fill_lanes(type, data, at(registers, same ? index : count_ - 1));
  if (!same) convert(registers, index, type);
}

void RegionProgram::feed_back(std::byte* registers, const uint8_t* mask) const {
  for (size_t i = 0; i < results_.size(); i++) {
    if (results_[i] == i) continue;
    if (mask)
      kernel::blend_lanes(arguments_[i], mask, at(registers, results_[i]), at(registers, i));
    else
      std::memcpy(at(registers, i), at(registers, results_[i]), kernel::kBlockBytes);
  }
}

}  // namespace tutti::backend::cpu
