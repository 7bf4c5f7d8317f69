// SPDX-License-Identifier: Apache-2.0
#include "kernel/swiglu.h"

#include <algorithm>

#include "base/rounding.h"
#include "kernel/element_at.h"
#include "kernel/simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/swiglu.cpp"
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"
#include "kernel/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tutti::kernel::HWY_NAMESPACE {
namespace {

/// 1 / (1 + e^-x)
template <class Rounded>
HWY_INLINE FloatVector sigmoid(Floats d, FloatVector x) {
  const FloatVector one = hn::Set(d, 1);
  return hn::Div(one, hn::Add(one, exponential<Rounded>(d, hn::Neg(x))));
}

template <class Element>
void gate_elements(const Element* gate, const Element* up, Element* y, int64_t count) {
  const Floats d;
  each_vector(d, count, [&](int64_t i, auto extent) HWY_ATTR {
    const FloatVector x = load(d, gate + i, extent);
    const FloatVector active = hn::Mul(x, sigmoid<Element>(d, x));
    store(d, hn::Mul(active, load(d, up + i, extent)), y + i, extent);
  });
}

template <class Element>
void differentiate_gate(const Element* dy, const Element* gate, const Element* up, Element* dgate,
                        Element* dup, int64_t count) {
  const Floats d;
  const FloatVector one = hn::Set(d, 1);
  each_vector(d, count, [&](int64_t i, auto extent) HWY_ATTR {
    const FloatVector x = load(d, gate + i, extent), change = load(d, dy + i, extent);
    const FloatVector share = sigmoid<Element>(d, x);
    const FloatVector slope = hn::Mul(share, hn::MulAdd(x, hn::Sub(one, share), one));
    const FloatVector through_up = hn::Mul(change, load(d, up + i, extent));
    store(d, hn::Mul(through_up, slope), dgate + i, extent);
    store(d, hn::Mul(change, hn::Mul(x, share)), dup + i, extent);
  });
}

void gate_block(ir::ElementType type, const void* gate, const void* up, void* y, int64_t count) {
  if (type == ir::ElementType::f32)
    gate_elements(static_cast<const float*>(gate), static_cast<const float*>(up),
                  static_cast<float*>(y), count);
  else
    gate_elements(static_cast<const Bfloat16*>(gate), static_cast<const Bfloat16*>(up),
                  static_cast<Bfloat16*>(y), count);
}

void differentiate_gate_block(ir::ElementType type, const SwigluGradient& t, int64_t count) {
  if (type == ir::ElementType::f32)
    differentiate_gate(static_cast<const float*>(t.dy), static_cast<const float*>(t.gate),
                       static_cast<const float*>(t.up), static_cast<float*>(t.dgate),
                       static_cast<float*>(t.dup), count);
  else
    differentiate_gate(static_cast<const Bfloat16*>(t.dy), static_cast<const Bfloat16*>(t.gate),
                       static_cast<const Bfloat16*>(t.up), static_cast<Bfloat16*>(t.dgate),
                       static_cast<Bfloat16*>(t.dup), count);
}

}  // namespace
}  // namespace tutti::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tutti::kernel {

HWY_EXPORT(gate_block);
HWY_EXPORT(differentiate_gate_block);

namespace {

constexpr int64_t kGateBlock = int64_t{1} << 14;  // elements of a task

/// Calls body(first element, number of elements) for each block, in parallel.
template <typename Body>
void each_gate_block(Team& team, int64_t count, const Body& body) {
  auto task = [&](int64_t block, int) {
    body(block * kGateBlock, std::min(kGateBlock, count - block * kGateBlock));
  };
  team.run(divide_up(count, kGateBlock), task);
}

}  // namespace

void swiglu(Team& team, ir::ElementType type, int64_t count, const void* gate, const void* up,
            void* y) {
  check_activation_type(type);
  each_gate_block(team, count, [&](int64_t first, int64_t elements) {
    HWY_DYNAMIC_DISPATCH(gate_block)
    (type, element_at(gate, type, first), element_at(up, type, first), element_at(y, type, first),
     elements);
  });
}

void swiglu_gradient(Team& team, ir::ElementType type, int64_t count, const SwigluGradient& t) {
  check_activation_type(type);
  each_gate_block(team, count, [&](int64_t first, int64_t elements) {
    const SwigluGradient part = {element_at(t.dy, type, first), element_at(t.gate, type, first),
                                 element_at(t.up, type, first), element_at(t.dgate, type, first),
                                 element_at(t.dup, type, first)};
    HWY_DYNAMIC_DISPATCH(differentiate_gate_block)(type, part, elements);
  });
}

}  // namespace tutti::kernel
#endif  // HWY_ONCE
