// SPDX-License-Identifier: Apache-2.0
// What the lowerings of fused ops (tutti.*) share. Each hands its operands to one kernel:
// activations in float32 or bf16; statistics, biases and parameters in float32. Operations of other
// types have no rule, so they are decomposed.
#pragma once

#include <numeric>

#include "backend/cpu/lower/rule.h"
#include "kernel/activation_shape.h"

namespace tutti::backend::cpu {

/// The address of a place, as a pointer to its elements.
template <typename T = void>
T* at(const Frame& frame, const Place& place) {
  return reinterpret_cast<T*>(frame.at(place));
}

/// The workspace of an operation.
struct Workspace {
  explicit Workspace(const Lowering& lowering)
      : place(lowering.workspace.place),
        bytes(static_cast<size_t>(lowering.workspace.type.bytes())) {}
  std::span<std::byte> in(const Frame& frame) const { return {frame.at(place), bytes}; }

  Place place;
  size_t bytes;
};

/// The shape of an activation of any rank: rows of its last axis.
inline kernel::ActivationShape activation_shape(const ir::Type& type) {
  return {
      type.element,
      std::accumulate(type.shape.begin(), type.shape.end() - 1, int64_t{1}, std::multiplies<>()),
      type.shape.back()};
}

inline bool is_activation(const ir::Type& type) {
  return type.element == ir::ElementType::f32 || type.element == ir::ElementType::bf16;
}
/// For `Rule::supports` of an op whose operand 0 is an activation; all other types follow from it.
inline bool takes_activation(const ir::Operation& op) {
  return is_activation(op.operand_type(0));
}
/// For `Rule::supports` of an op that takes only float32 where it takes floats.
inline bool all_float32(const ir::Operation& op) {
  const auto fits = [](const ir::Type& type) {
    return !ir::is_float(type.element) || type.element == ir::ElementType::f32;
  };
  for (const ir::Type& type : op.operand_types())
    if (!fits(type)) return false;
  for (const ir::Type& type : op.result_types())
    if (!fits(type)) return false;
  return true;
}

}  // namespace tutti::backend::cpu
