// SPDX-License-Identifier: Apache-2.0
#include "kernel/simd.h"
//
#include "ir/small_float.h"
#include "ir/tensor.h"
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

/// The bits of an f16. Its exponents are 112 less than those of float32.
struct Half {
  uint16_t bits;
};
constexpr int32_t kRebias = 112 << 23, kSmallestExponent = 113 << 23;

HWY_INLINE FloatVector load(Floats d, const Half* from, Whole) {
  const hn::Rebind<uint16_t, Floats> d16;
  const hn::RebindToSigned<Floats> d32;
  const auto bits = hn::PromoteTo(d32, hn::LoadU(d16, reinterpret_cast<const uint16_t*>(from)));
  const auto magnitude = hn::And(bits, hn::Set(d32, 0x7FFF));
  const auto shifted = hn::ShiftLeft<13>(magnitude);
  const auto is_special = hn::Gt(magnitude, hn::Set(d32, 0x7BFF));  // infinity or NaN
  const auto more = hn::IfThenElseZero(is_special, hn::Set(d32, kRebias));
  const auto normal = hn::Add(hn::Add(shifted, hn::Set(d32, kRebias)), more);
  const auto smallest = hn::Set(d32, kSmallestExponent);
  const auto tiny = hn::Sub(hn::BitCast(d, hn::Add(shifted, smallest)), hn::BitCast(d, smallest));
  const auto is_tiny = hn::Lt(magnitude, hn::Set(d32, 0x400));
  const auto value = hn::IfThenElse(is_tiny, hn::BitCast(d32, tiny), normal);
  const auto sign = hn::ShiftLeft<16>(hn::And(bits, hn::Set(d32, 0x8000)));
  return hn::BitCast(d, hn::Or(value, sign));
}

/// Rounds to nearest even; NaN stays NaN.
HWY_INLINE void store(Floats d, FloatVector value, Half* to, Whole) {
  const hn::Rebind<uint16_t, Floats> d16;
  const hn::RebindToSigned<Floats> d32;
  const auto bits = hn::BitCast(d32, value);
  const auto magnitude = hn::And(bits, hn::Set(d32, 0x7FFFFFFF));
  const auto odd = hn::And(hn::ShiftRight<13>(magnitude), hn::Set(d32, 1));
  const auto rounded =
      hn::ShiftRight<13>(hn::Add(magnitude, hn::Add(odd, hn::Set(d32, 0xFFF - kRebias))));
  // The unit in the last place of 0.5 is the smallest half: the sum rounds as wanted.
  const auto half = hn::Set(d, 0.5f);
  const auto tiny =
      hn::Sub(hn::BitCast(d32, hn::Add(hn::BitCast(d, magnitude), half)), hn::BitCast(d32, half));
  const auto is_tiny = hn::Lt(magnitude, hn::Set(d32, kSmallestExponent));
  const auto finite = hn::IfThenElse(is_tiny, tiny, rounded);
  const auto overflows = hn::Gt(magnitude, hn::Set(d32, 0x477FFFFF));  // 65536 and above
  const auto bounded = hn::IfThenElse(overflows, hn::Set(d32, 0x7C00), finite);
  const auto is_nan = hn::Gt(magnitude, hn::Set(d32, 0x7F800000));
  const auto half_bits = hn::IfThenElse(is_nan, hn::Set(d32, 0x7E00), bounded);
  const auto sign = hn::And(hn::ShiftRight<16>(bits), hn::Set(d32, 0x8000));
  hn::StoreU(hn::DemoteTo(d16, hn::Or(half_bits, sign)), d16, reinterpret_cast<uint16_t*>(to));
}

namespace {

/// i1 where it is the target of a conversion; as a source it is a ui8.
struct Logical {
  uint8_t value;
};

/// Cuts off the fraction and stays within the bounds; NaN becomes 0.
template <class To, class From>
To bounded(From x, To lowest, To highest) {
  const To half = highest / 2 + 1;
  const From above = static_cast<From>(half) * 2;  // the first that is too large
  if (is_nan(x)) return 0;
  if (x >= above) return highest;
  return x <= static_cast<From>(lowest) ? lowest : static_cast<To>(x);
}

/// NaN is true.
template <class To, class From>
To converted(From x) {
  if constexpr (std::is_same_v<To, Logical>) {
    return {static_cast<uint8_t>(x != 0)};
  } else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
    return bounded<To>(x, std::numeric_limits<To>::min(), std::numeric_limits<To>::max());
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

template <class From, class To, ir::ElementType kType>
void convert_to_narrow(const void* const* operands, void* result) {
  constexpr auto kLowest = static_cast<To>(ir::lowest_of(kType));
  constexpr auto kHighest = static_cast<To>(ir::highest_of(kType));
  const auto* x = static_cast<const From*>(operands[0]);
  auto* to = static_cast<To*>(result);
  for (int64_t i = 0; i < kBlock; i++) to[i] = bounded<To>(x[i], kLowest, kHighest);
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

template <class From>
constexpr std::array<BlockFunction, 4> narrow_conversions_from() {
  using ir::ElementType;
  return {convert_to_narrow<From, int8_t, ElementType::i2>,
          convert_to_narrow<From, int8_t, ElementType::i4>,
          convert_to_narrow<From, uint8_t, ElementType::ui2>,
          convert_to_narrow<From, uint8_t, ElementType::ui4>};
}

ConvertTables convert_tables() {
  return {{conversions_from<uint8_t>(), conversions_from<int8_t>(), conversions_from<int16_t>(),
           conversions_from<int32_t>(), conversions_from<int64_t>(), conversions_from<uint8_t>(),
           conversions_from<uint16_t>(), conversions_from<uint32_t>(), conversions_from<uint64_t>(),
           conversions_from<float>(), conversions_from<double>()},
          {odd_block<uint8_t>, odd_block<int8_t>, odd_block<int16_t>, odd_block<int32_t>,
           odd_block<int64_t>, odd_block<uint8_t>, odd_block<uint16_t>, odd_block<uint32_t>,
           odd_block<uint64_t>, odd_block<float>, odd_block<double>},
          {narrow_conversions_from<float>(), narrow_conversions_from<double>()},
          {select_block<uint8_t>, select_block<uint16_t>, select_block<uint32_t>,
           select_block<uint64_t>}};
}

template <class From, class To>
void copy_floats(const void* from, int64_t count, void* to) {
  const Floats d;
  each_vector(d, count, [&](int64_t i, auto extent) HWY_ATTR {
    store(d, load(d, static_cast<const From*>(from) + i, extent), static_cast<To*>(to) + i, extent);
  });
}

void widen_halves(const void* from, int64_t count, void* to) {
  copy_floats<Half, float>(from, count, to);
}
void narrow_halves(const void* from, int64_t count, void* to) {
  copy_floats<float, Half>(from, count, to);
}
void widen_bfloats(const void* from, int64_t count, void* to) {
  copy_floats<Bfloat16, float>(from, count, to);
}
void narrow_bfloats(const void* from, int64_t count, void* to) {
  copy_floats<float, Bfloat16>(from, count, to);
}

}  // namespace
}  // namespace tutti::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tutti::kernel {

HWY_EXPORT(convert_tables);
HWY_EXPORT(widen_halves);
HWY_EXPORT(narrow_halves);
HWY_EXPORT(widen_bfloats);
HWY_EXPORT(narrow_bfloats);

ConvertTables convert_tables() {
  return HWY_DYNAMIC_DISPATCH(convert_tables)();
}

void widen(ir::ElementType type, const void* from, int64_t count, void* to) {
  if (type == ir::ElementType::bf16) return HWY_DYNAMIC_DISPATCH(widen_bfloats)(from, count, to);
  if (type == ir::ElementType::f16) return HWY_DYNAMIC_DISPATCH(widen_halves)(from, count, to);
  const auto* bytes = static_cast<const std::byte*>(from);
  for (int64_t i = 0; i < count; i++)
    if (ir::is_float(type))
      static_cast<float*>(to)[i] = static_cast<float>(ir::load_element(type, bytes, i));
    else
      static_cast<int8_t*>(to)[i] = static_cast<int8_t>(ir::load_int_element(type, bytes, i));
}

void narrow(ir::ElementType type, const void* from, int64_t count, void* to) {
  if (type == ir::ElementType::bf16) return HWY_DYNAMIC_DISPATCH(narrow_bfloats)(from, count, to);
  if (type == ir::ElementType::f16) return HWY_DYNAMIC_DISPATCH(narrow_halves)(from, count, to);
  auto* bytes = static_cast<std::byte*>(to);
  for (int64_t i = 0; i < count; i++)
    if (ir::is_float(type))
      ir::store_element(type, bytes, i, static_cast<double>(static_cast<const float*>(from)[i]));
    else
      ir::store_int_element(type, bytes, i, static_cast<const int8_t*>(from)[i]);
}

}  // namespace tutti::kernel
#endif
