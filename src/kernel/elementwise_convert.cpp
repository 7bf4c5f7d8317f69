// SPDX-License-Identifier: Apache-2.0
#include "kernel/simd.h"
//
#include "kernel/elementwise_tables.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/elementwise_convert.cpp"
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"
#include "kernel/elementwise-inl.h"
#include "kernel/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tutti::kernel::HWY_NAMESPACE {
namespace {

/// i1 where it is the target of a conversion; as a source it is a ui8.
struct Logical {
  uint8_t value;
};

/// Floats to integers cut off the fraction and stay within the bounds; NaN becomes 0.
template <class To, class From>
To converted(From x) {
  if constexpr (std::is_same_v<To, Logical>) {
    return {static_cast<uint8_t>((x != 0) & !is_nan(x))};
  } else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
    using Limits = std::numeric_limits<To>;
    const From above = static_cast<From>(Limits::max() / 2 + 1) * 2;  // the first that is too large
    if (is_nan(x)) return 0;
    if (x >= above) return Limits::max();
    return x <= static_cast<From>(Limits::min()) ? Limits::min() : static_cast<To>(x);
  } else if constexpr (std::is_integral_v<From> && std::is_same_v<To, float>) {
    return static_cast<float>(static_cast<double>(x));
  } else {
    return static_cast<To>(x);
  }
}

template <class From, class To>
void convert_block(const void* const* operands, void* result) {
  const auto* x = static_cast<const From*>(operands[0]);
  auto* to = static_cast<To*>(result);
  TUTTI_INDEPENDENT_ITERATIONS
  for (int64_t i = 0; i < kBlock; i++) to[i] = converted<To>(x[i]);
}

/// Rounds towards zero and sets the last bit where something was cut off: what is lost still
/// counts when the result is rounded to fewer bits.
template <class From>
void odd_block(const void* const* operands, void* result) {
  const auto* x = static_cast<const From*>(operands[0]);
  auto* to = static_cast<float*>(result);
  for (int64_t i = 0; i < kBlock; i++) {
    const auto exact = static_cast<double>(x[i]);
    const auto nearest = static_cast<float>(exact);
    auto bits = std::bit_cast<uint32_t>(nearest);
    bits -= std::fabs(static_cast<double>(nearest)) > std::fabs(exact);
    bits |= static_cast<double>(nearest) != exact && !is_nan(exact);
    to[i] = std::bit_cast<float>(bits);
  }
}

template <class T>
void select_block(const void* const* operands, void* result) {
  const auto* predicate = static_cast<const uint8_t*>(operands[0]);
  const auto* x = static_cast<const T*>(operands[1]);
  const auto* y = static_cast<const T*>(operands[2]);
  auto* to = static_cast<T*>(result);
  TUTTI_INDEPENDENT_ITERATIONS
  for (int64_t i = 0; i < kBlock; i++) to[i] = predicate[i] ? x[i] : y[i];
}

template <class From>
constexpr std::array<BlockFunction, kComputeTypes> conversions_from() {
  return {
      convert_block<From, Logical>,  convert_block<From, int8_t>,   convert_block<From, int16_t>,
      convert_block<From, int32_t>,  convert_block<From, int64_t>,  convert_block<From, uint8_t>,
      convert_block<From, uint16_t>, convert_block<From, uint32_t>, convert_block<From, uint64_t>,
      convert_block<From, float>,    convert_block<From, double>};
}

ConvertTables convert_tables() {
  return {{conversions_from<uint8_t>(), conversions_from<int8_t>(), conversions_from<int16_t>(),
           conversions_from<int32_t>(), conversions_from<int64_t>(), conversions_from<uint8_t>(),
           conversions_from<uint16_t>(), conversions_from<uint32_t>(), conversions_from<uint64_t>(),
           conversions_from<float>(), conversions_from<double>()},
          {odd_block<uint8_t>, odd_block<int8_t>, odd_block<int16_t>, odd_block<int32_t>,
           odd_block<int64_t>, odd_block<uint8_t>, odd_block<uint16_t>, odd_block<uint32_t>,
           odd_block<uint64_t>, odd_block<float>, odd_block<double>},
          {select_block<uint8_t>, select_block<uint16_t>, select_block<uint32_t>,
           select_block<uint64_t>}};
}

HWY_INLINE float half_to_float(uint16_t half) {
  constexpr uint32_t kRebias = (127 - 15) << 23;
  const uint32_t sign = (half & 0x8000u) << 16;
  const uint32_t shifted = (half & 0x7FFFu) << 13;
  const bool special = (half & 0x7C00u) == 0x7C00u;
  const bool subnormal = (half & 0x7C00u) == 0;
  const uint32_t normal = shifted + kRebias + (special ? kRebias : 0);
  const float tiny = std::bit_cast<float>(shifted + kRebias + (1u << 23)) -
                     std::bit_cast<float>(kRebias + (1u << 23));
  return std::bit_cast<float>((subnormal ? std::bit_cast<uint32_t>(tiny) : normal) | sign);
}

HWY_INLINE uint16_t float_to_half(float value) {
  constexpr uint32_t kRebias = (127 - 15) << 23;
  const auto bits = std::bit_cast<uint32_t>(value);
  const uint32_t magnitude = bits & 0x7FFFFFFFu;
  const uint32_t rounded = (magnitude + 0xFFFu + ((magnitude >> 13) & 1u) - kRebias) >> 13;
  // The unit in the last place of 0.5 is the smallest half: the sum rounds as wanted.
  const uint32_t tiny = std::bit_cast<uint32_t>(std::bit_cast<float>(magnitude) + 0.5f) -
                        std::bit_cast<uint32_t>(0.5f);
  const uint32_t finite = magnitude < kRebias + (1u << 23) ? tiny : rounded;
  const uint32_t bounded = magnitude >= 0x47800000u ? 0x7C00u : finite;  // 65536 and above
  const uint32_t half = magnitude > 0x7F800000u ? 0x7E00u : bounded;
  return static_cast<uint16_t>(half | (bits >> 16 & 0x8000u));
}

void widen(ir::ElementType type, const void* from, int64_t count, float* to) {
  if (type == ir::ElementType::bf16) {
    const Floats d;
    each_vector(d, count, [&](int64_t i, auto extent) HWY_ATTR {
      store(d, load(d, static_cast<const Bfloat16*>(from) + i, extent), to + i, extent);
    });
    return;
  }
  const auto* x = static_cast<const uint16_t*>(from);
  constexpr int64_t kPiece = 16;
  int64_t i = 0;
  for (; i + kPiece <= count; i += kPiece) {
    TUTTI_INDEPENDENT_ITERATIONS
    for (int64_t k = 0; k < kPiece; k++) to[i + k] = half_to_float(x[i + k]);
  }
  for (; i < count; i++) to[i] = half_to_float(x[i]);
}

void narrow(ir::ElementType type, const float* from, int64_t count, void* to) {
  if (type == ir::ElementType::bf16) {
    const Floats d;
    each_vector(d, count, [&](int64_t i, auto extent) HWY_ATTR {
      store(d, load(d, from + i, extent), static_cast<Bfloat16*>(to) + i, extent);
    });
    return;
  }
  auto* halves = static_cast<uint16_t*>(to);
  constexpr int64_t kPiece = 16;
  int64_t i = 0;
  for (; i + kPiece <= count; i += kPiece) {
    TUTTI_INDEPENDENT_ITERATIONS
    for (int64_t k = 0; k < kPiece; k++) halves[i + k] = float_to_half(from[i + k]);
  }
  for (; i < count; i++) halves[i] = float_to_half(from[i]);
}

}  // namespace
}  // namespace tutti::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tutti::kernel {

HWY_EXPORT(convert_tables);
HWY_EXPORT(widen);
HWY_EXPORT(narrow);

ConvertTables convert_tables() {
  return HWY_DYNAMIC_DISPATCH(convert_tables)();
}

void widen(ir::ElementType type, const void* from, int64_t count, float* to) {
  HWY_DYNAMIC_DISPATCH(widen)(type, from, count, to);
}

void narrow(ir::ElementType type, const float* from, int64_t count, void* to) {
  HWY_DYNAMIC_DISPATCH(narrow)(type, from, count, to);
}

}  // namespace tutti::kernel
#endif
