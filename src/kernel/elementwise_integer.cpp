// SPDX-License-Identifier: Apache-2.0
#include "kernel/simd.h"
//
#include "kernel/elementwise_tables.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/elementwise_integer.cpp"
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"
#include "kernel/dropout-inl.h"
#include "kernel/elementwise-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tutti::kernel::HWY_NAMESPACE {
namespace {

template <class T>
using Unsigned = std::make_unsigned_t<T>;

template <class T>
bool in_range(T shift) {
  return static_cast<Unsigned<T>>(shift) < 8 * sizeof(T);
}

struct Subtract {
  template <class T>
  static T of(T x, T y) {
    return static_cast<T>(static_cast<Unsigned<T>>(x) - static_cast<Unsigned<T>>(y));
  }
};
struct Negate {
  template <class T>
  static T of(T x) {
    return Subtract::of(T{0}, x);
  }
};
// Dividing by zero gives all ones; the least integer by -1 wraps.
struct Divide {
  template <class T>
  static T of(T x, T y) {
    if (y == 0) return static_cast<T>(-1);
    if constexpr (std::is_signed_v<T>)
      if (y == -1) return Negate::of(x);
    return static_cast<T>(x / y);
  }
};
struct Remainder {
  template <class T>
  static T of(T x, T y) {
    if (y == 0) return x;
    if constexpr (std::is_signed_v<T>)
      if (y == -1) return 0;
    return static_cast<T>(x % y);
  }
};
struct Power {
  template <class T>
  static T of(T base, T exponent) {
    if constexpr (std::is_signed_v<T>)
      if (exponent < 0) return base == 1 ? T{1} : base == -1 ? T(exponent % 2 ? -1 : 1) : T{0};
    T result = 1;
    for (auto left = static_cast<Unsigned<T>>(exponent); left; left = Unsigned<T>(left >> 1)) {
      if (left & 1) result = Multiply::of(result, base);
      base = Multiply::of(base, base);
    }
    return result;
  }
};
struct And {
  template <class T>
  static T of(T x, T y) {
    return static_cast<T>(x & y);
  }
};
struct Or {
  template <class T>
  static T of(T x, T y) {
    return static_cast<T>(x | y);
  }
};
struct Xor {
  template <class T>
  static T of(T x, T y) {
    return static_cast<T>(x ^ y);
  }
};
// Shifts by the width or more push every bit out.
struct ShiftLeft {
  template <class T>
  static T of(T x, T y) {
    using Bits = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;  // narrow ones fit too
    const auto bits = static_cast<Bits>(static_cast<Unsigned<T>>(x));
    return in_range(y) ? static_cast<T>(bits << y) : T{0};
  }
};
struct ShiftRightLogical {
  template <class T>
  static T of(T x, T y) {
    return in_range(y) ? static_cast<T>(static_cast<Unsigned<T>>(x) >> y) : T{0};
  }
};
struct ShiftRightArithmetic {
  template <class T>
  static T of(T x, T y) {
    const auto value = static_cast<std::make_signed_t<T>>(x);
    return static_cast<T>(value >> (in_range(y) ? static_cast<int>(y) : int{8 * sizeof(T) - 1}));
  }
};
struct Not {
  template <class T>
  static T of(T x) {
    return static_cast<T>(~x);
  }
};
struct LogicalNot {
  static uint8_t of(uint8_t x) { return static_cast<uint8_t>(1 - x); }
};
struct Abs {
  template <class T>
  static T of(T x) {
    return x < 0 ? Negate::of(x) : x;
  }
};
struct Sign {
  template <class T>
  static T of(T x) {
    return static_cast<T>((x > 0) - (x < 0));
  }
};
struct PopulationCount {
  template <class T>
  static T of(T x) {
    return static_cast<T>(std::popcount(static_cast<Unsigned<T>>(x)));
  }
};
struct LeadingZeros {
  template <class T>
  static T of(T x) {
    return static_cast<T>(std::countl_zero(static_cast<Unsigned<T>>(x)));
  }
};

/// (key, key, counters, counters): the key is the first of each block.
void threefry_block(const void* const* operands, void* result) {
  const auto words = [&](size_t operand) {
    return static_cast<const uint32_t*>(operands[operand]);
  };
  const Words key = {*words(0), *words(1)};
  auto* to = static_cast<uint32_t*>(result);
  const Counters d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  for (int64_t i = 0; i < kBlock; i += 2 * lanes) {
    const auto counters = [&](int64_t at) HWY_ATTR {
      return Chain{hn::LoadU(d, words(2) + at), hn::LoadU(d, words(3) + at)};
    };
    Chain first = counters(i), second = counters(i + lanes);
    threefry(d, key, first, second);
    hn::StoreU(hn::Xor(first.x, first.y), d, to + i);
    hn::StoreU(hn::Xor(second.x, second.y), d, to + i + lanes);
  }
}

template <class Op>
constexpr IntegerFunctions unary(std::string_view op, BlockFunction logical = nullptr) {
  return {op,
          {logical, unary_block<Op, int8_t>, unary_block<Op, int16_t>, unary_block<Op, int32_t>,
           unary_block<Op, int64_t>, unary_block<Op, uint8_t>, unary_block<Op, uint16_t>,
           unary_block<Op, uint32_t>, unary_block<Op, uint64_t>}};
}
template <class Op>
constexpr IntegerFunctions signed_unary(std::string_view op) {
  return {op,
          {nullptr, unary_block<Op, int8_t>, unary_block<Op, int16_t>, unary_block<Op, int32_t>,
           unary_block<Op, int64_t>}};
}
template <class Op>
constexpr IntegerFunctions binary(std::string_view op, BlockFunction logical = nullptr) {
  return {op,
          {logical, binary_block<Op, int8_t>, binary_block<Op, int16_t>, binary_block<Op, int32_t>,
           binary_block<Op, int64_t>, binary_block<Op, uint8_t>, binary_block<Op, uint16_t>,
           binary_block<Op, uint32_t>, binary_block<Op, uint64_t>}};
}
template <class Op>
constexpr IntegerFunctions comparison(std::string_view direction) {
  constexpr BlockFunction kBytes = binary_block<Op, uint8_t, uint8_t>;
  return {direction,
          {kBytes, binary_block<Op, int8_t, uint8_t>, binary_block<Op, int16_t, uint8_t>,
           binary_block<Op, int32_t, uint8_t>, binary_block<Op, int64_t, uint8_t>, kBytes,
           binary_block<Op, uint16_t, uint8_t>, binary_block<Op, uint32_t, uint8_t>,
           binary_block<Op, uint64_t, uint8_t>}};
}
constexpr IntegerFunctions threefry_bits() {
  constexpr auto kWord = static_cast<size_t>(ir::ElementType::ui32);
  IntegerFunctions functions{"tutti.threefry_bits", {}};
  functions.by_type[kWord] = threefry_block;
  return functions;
}
constexpr IntegerFunctions clamp() {
  constexpr BlockFunction kBytes = ternary_block<Clamp, uint8_t>;
  return {"stablehlo.clamp",
          {kBytes, ternary_block<Clamp, int8_t>, ternary_block<Clamp, int16_t>,
           ternary_block<Clamp, int32_t>, ternary_block<Clamp, int64_t>, kBytes,
           ternary_block<Clamp, uint16_t>, ternary_block<Clamp, uint32_t>,
           ternary_block<Clamp, uint64_t>}};
}
template <class Op, class Logical = Op>
constexpr IntegerFolds fold(std::string_view op) {
  return {op,
          {fold_values<Logical, uint8_t>, fold_values<Op, int8_t>, fold_values<Op, int16_t>,
           fold_values<Op, int32_t>, fold_values<Op, int64_t>, fold_values<Op, uint8_t>,
           fold_values<Op, uint16_t>, fold_values<Op, uint32_t>, fold_values<Op, uint64_t>}};
}

// Of i1, add is or and multiply is and.
constexpr IntegerFunctions kFunctions[] = {
    signed_unary<Abs>("stablehlo.abs"),
    binary<Add>("stablehlo.add", binary_block<Or, uint8_t>),
    binary<And>("stablehlo.and", binary_block<And, uint8_t>),
    clamp(),
    unary<LeadingZeros>("stablehlo.count_leading_zeros"),
    binary<Divide>("stablehlo.divide"),
    binary<Maximum>("stablehlo.maximum", binary_block<Maximum, uint8_t>),
    binary<Minimum>("stablehlo.minimum", binary_block<Minimum, uint8_t>),
    binary<Multiply>("stablehlo.multiply", binary_block<And, uint8_t>),
    unary<Negate>("stablehlo.negate"),
    unary<Not>("stablehlo.not", unary_block<LogicalNot, uint8_t>),
    binary<Or>("stablehlo.or", binary_block<Or, uint8_t>),
    unary<PopulationCount>("stablehlo.popcnt"),
    binary<Power>("stablehlo.power"),
    binary<Remainder>("stablehlo.remainder"),
    binary<ShiftLeft>("stablehlo.shift_left"),
    binary<ShiftRightArithmetic>("stablehlo.shift_right_arithmetic"),
    binary<ShiftRightLogical>("stablehlo.shift_right_logical"),
    signed_unary<Sign>("stablehlo.sign"),
    binary<Subtract>("stablehlo.subtract"),
    threefry_bits(),
    binary<Xor>("stablehlo.xor", binary_block<Xor, uint8_t>),
};

constexpr IntegerFunctions kComparisons[] = {
    comparison<Equal>("EQ"),
    comparison<NotEqual>("NE"),
    comparison<Less>("LT"),
    comparison<LessOrEqual>("LE"),
};

constexpr IntegerFolds kFolds[] = {
    fold<Add, Or>("stablehlo.add"),     fold<Multiply, And>("stablehlo.multiply"),
    fold<Maximum>("stablehlo.maximum"), fold<Minimum>("stablehlo.minimum"),
    fold<And>("stablehlo.and"),         fold<Or>("stablehlo.or"),
    fold<Xor>("stablehlo.xor"),
};

IntegerTables integer_tables() {
  return {kFunctions, kComparisons, kFolds};
}

}  // namespace
}  // namespace tutti::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tutti::kernel {

HWY_EXPORT(integer_tables);

IntegerTables integer_tables() {
  return HWY_DYNAMIC_DISPATCH(integer_tables)();
}

}  // namespace tutti::kernel
#endif
