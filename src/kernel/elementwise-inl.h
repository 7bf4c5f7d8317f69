// SPDX-License-Identifier: Apache-2.0
// The loops of block functions, and functions of one element that the compiler turns into vector
// instructions in them. Compiled once per instruction set.

#if defined(TUTTI_KERNEL_ELEMENTWISE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TUTTI_KERNEL_ELEMENTWISE_INL_H
#undef TUTTI_KERNEL_ELEMENTWISE_INL_H
#else
#define TUTTI_KERNEL_ELEMENTWISE_INL_H
#endif

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "hwy/highway.h"
#include "kernel/elementwise.h"

// The iterations of the next loop do not depend on each other: a result may be an operand, but
// only element by element.
#ifndef TUTTI_INDEPENDENT_ITERATIONS
#ifdef __clang__
// Loops over functions of the standard library are not turned into vector instructions.
#pragma clang diagnostic ignored "-Wpass-failed"
#define TUTTI_INDEPENDENT_ITERATIONS _Pragma("clang loop vectorize(assume_safety)")
#else
#define TUTTI_INDEPENDENT_ITERATIONS _Pragma("GCC ivdep")
#endif
#endif

HWY_BEFORE_NAMESPACE();
namespace tutti::kernel::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class Op, class T, class Result = T>
void unary_block(const void* const* operands, void* result) {
  const auto* x = static_cast<const T*>(operands[0]);
  auto* to = static_cast<Result*>(result);
  TUTTI_INDEPENDENT_ITERATIONS
  for (int64_t i = 0; i < kBlock; i++) to[i] = static_cast<Result>(Op::of(x[i]));
}

template <class Op, class T, class Result = T>
void binary_block(const void* const* operands, void* result) {
  const auto* x = static_cast<const T*>(operands[0]);
  const auto* y = static_cast<const T*>(operands[1]);
  auto* to = static_cast<Result*>(result);
  TUTTI_INDEPENDENT_ITERATIONS
  for (int64_t i = 0; i < kBlock; i++) to[i] = static_cast<Result>(Op::of(x[i], y[i]));
}

/// Takes only the first element of operand kSplat, for all lanes, so that it needs no block in the
/// cache.
template <class Op, class T, size_t kSplat>
void splat_block(const void* const* operands, void* result) {
  const T splat = *static_cast<const T*>(operands[kSplat]);
  const auto* x = static_cast<const T*>(operands[1 - kSplat]);
  auto* to = static_cast<T*>(result);
  TUTTI_INDEPENDENT_ITERATIONS
  for (int64_t i = 0; i < kBlock; i++) to[i] = kSplat ? Op::of(x[i], splat) : Op::of(splat, x[i]);
}

/// Takes an element of operand kSplat for each row of lanes. See row_splat_function.
template <class Op, class T, size_t kSplat>
void row_splat_block(const void* const* operands, void* result) {
  const auto* splats = static_cast<const T*>(operands[kSplat]);
  const auto* x = static_cast<const T*>(operands[1 - kSplat]);
  const int64_t shift = *static_cast<const int64_t*>(operands[2]);
  auto* to = static_cast<T*>(result);
  for (int64_t part = 0; part < kBlock / kRowLanes; part++, x += kRowLanes, to += kRowLanes) {
    const T splat = splats[part >> shift];
    TUTTI_INDEPENDENT_ITERATIONS
    for (int64_t i = 0; i < kRowLanes; i++)
      to[i] = kSplat ? Op::of(x[i], splat) : Op::of(splat, x[i]);
  }
}

template <class Op, class T>
void ternary_block(const void* const* operands, void* result) {
  const auto* x = static_cast<const T*>(operands[0]);
  const auto* y = static_cast<const T*>(operands[1]);
  const auto* z = static_cast<const T*>(operands[2]);
  auto* to = static_cast<T*>(result);
  TUTTI_INDEPENDENT_ITERATIONS
  for (int64_t i = 0; i < kBlock; i++) to[i] = Op::of(x[i], y[i], z[i]);
}

/// Reduces many lanes together, then halves them until one is left: this is accurate and fast.
template <class Op, class T>
void fold_values(const void* values, int64_t count, void* result) {
  constexpr int64_t kLanes = kLongRow;
  const auto* x = static_cast<const T*>(values);
  int64_t i = 0;
  T lanes[kLanes];
  T total = x[0];
  if (count >= kLanes) {
    for (; i < kLanes; i++) lanes[i] = x[i];
    for (; i + kLanes <= count; i += kLanes)
      for (int64_t lane = 0; lane < kLanes; lane++) lanes[lane] = Op::of(lanes[lane], x[i + lane]);
    for (int64_t half = kLanes / 2; half > 0; half /= 2)
      for (int64_t lane = 0; lane < half; lane++)
        lanes[lane] = Op::of(lanes[lane], lanes[lane + half]);
    total = lanes[0];
  } else {
    i = 1;
  }
  for (; i < count; i++) total = Op::of(total, x[i]);
  *static_cast<T*>(result) = total;
}

/// The same for rows that are too short for that. One row would wait for each of its operations;
/// several side by side do not.
template <class Op, class T>
void fold_rows(const void* values, int64_t rows, int64_t length, void* results) {
  constexpr int64_t kSide = 8;
  const auto* x = static_cast<const T*>(values);
  auto* to = static_cast<T*>(results);
  int64_t row = 0;
  for (; row + kSide <= rows; row += kSide, x += kSide * length) {
    T totals[kSide];
    for (int64_t side = 0; side < kSide; side++) totals[side] = x[side * length];
    for (int64_t i = 1; i < length; i++)
      for (int64_t side = 0; side < kSide; side++)
        totals[side] = Op::of(totals[side], x[side * length + i]);
    for (int64_t side = 0; side < kSide; side++) to[row + side] = totals[side];
  }
  for (; row < rows; row++, x += length) fold_values<Op, T>(x, length, to + row);
}

template <class T>
struct Bits;
template <>
struct Bits<float> {
  using Type = int32_t;
};
template <>
struct Bits<double> {
  using Type = int64_t;
};

// Integers wrap. One operand that is NaN makes the result NaN.
struct Add {
  template <class T>
  static T of(T x, T y) {
    if constexpr (std::is_floating_point_v<T>)
      return x + y;
    else
      return static_cast<T>(static_cast<std::make_unsigned_t<T>>(x) +
                            static_cast<std::make_unsigned_t<T>>(y));
  }
};
struct Multiply {
  template <class T>
  static T of(T x, T y) {
    if constexpr (std::is_floating_point_v<T>)
      return x * y;
    else  // 1u: narrow factors would become signed ints
      return static_cast<T>(1u * static_cast<std::make_unsigned_t<T>>(x) *
                            static_cast<std::make_unsigned_t<T>>(y));
  }
};
template <class T>
bool is_nan(T x) {
  if constexpr (std::is_floating_point_v<T>)
    return x != x;
  else
    return false;
}
template <class T>
bool is_negative(T x) {
  if constexpr (std::is_floating_point_v<T>)
    return std::bit_cast<typename Bits<T>::Type>(x) < 0;
  else
    return x < 0;
}
// -0 is smaller than +0. Chosen step by step, which becomes vectors where one condition would not.
struct Maximum {
  template <class T>
  static T of(T x, T y) {
    const T larger = x > y ? x : y;
    const T of_equal = is_negative(x) ? y : x;
    const T ordered = x == y ? of_equal : larger;
    return is_nan(x) ? x : ordered;
  }
};
struct Minimum {
  template <class T>
  static T of(T x, T y) {
    const T smaller = x < y ? x : y;
    const T of_equal = is_negative(x) ? x : y;
    const T ordered = x == y ? of_equal : smaller;
    return is_nan(x) ? x : ordered;
  }
};
struct Clamp {
  template <class T>
  static T of(T low, T x, T high) {
    const T raised = x < low ? low : x;
    const T limited = high < raised ? high : raised;
    const T of_bounds = is_nan(high) ? high : limited;
    return is_nan(low) ? low : of_bounds;
  }
};

struct Equal {
  template <class T>
  static bool of(T x, T y) {
    return x == y;
  }
};
struct NotEqual {
  template <class T>
  static bool of(T x, T y) {
    return x != y;
  }
};
struct Less {
  template <class T>
  static bool of(T x, T y) {
    return x < y;
  }
};
struct LessOrEqual {
  template <class T>
  static bool of(T x, T y) {
    return x <= y;
  }
};

/// A comparison of floats in their total order: that of their bits, negative ones reversed.
template <class Op>
struct Total {
  template <class T>
  static auto key(T value) {
    using Int = typename Bits<T>::Type;
    const auto bits = std::bit_cast<Int>(value);
    return bits ^ ((bits >> (8 * sizeof(Int) - 1)) & std::numeric_limits<Int>::max());
  }
  template <class T>
  static bool of(T x, T y) {
    return Op::of(key(x), key(y));
  }
};

}  // namespace tutti::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
