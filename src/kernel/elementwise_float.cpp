// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <type_traits>

#include "kernel/simd.h"
//
#include "kernel/elementwise_tables.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/elementwise_float.cpp"
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"
#include "kernel/elementwise-inl.h"
#include "kernel/elementwise_math-inl.h"
#include "kernel/error_function-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tutti::kernel::HWY_NAMESPACE {
namespace {

struct Subtract {
  template <class T>
  static T of(T x, T y) {
    return x - y;
  }
};
struct Divide {
  template <class T>
  static T of(T x, T y) {
    return x / y;
  }
};
struct Power {
  template <class T>
  static T of(T x, T y) {
    return std::pow(x, y);
  }
};
struct Remainder {
  template <class T>
  static T of(T x, T y) {
    return std::fmod(x, y);
  }
};
struct Atan2 {
  template <class T>
  static T of(T x, T y) {
    return std::atan2(x, y);
  }
};

struct Abs {
  template <class T>
  static T of(T x) {
    return std::fabs(x);
  }
};
struct Negate {
  template <class T>
  static T of(T x) {
    return -x;
  }
};
struct Sign {
  template <class T>
  static T of(T x) {
    const T signed_one = std::copysign(T{1}, x);
    const T ordered = x == 0 ? x : signed_one;
    return is_nan(x) ? x : ordered;
  }
};
struct Floor {
  template <class T>
  static T of(T x) {
    return std::floor(x);
  }
};
struct Ceil {
  template <class T>
  static T of(T x) {
    return std::ceil(x);
  }
};
struct RoundAwayFromZero {
  template <class T>
  static T of(T x) {
    return std::round(x);
  }
};
struct RoundEven {
  template <class T>
  static T of(T x) {
    return std::rint(x);
  }
};
struct Cbrt {
  template <class T>
  static T of(T x) {
    return std::cbrt(x);
  }
};
struct Sine {
  template <class T>
  static T of(T x) {
    return std::sin(x);
  }
};
struct Cosine {
  template <class T>
  static T of(T x) {
    return std::cos(x);
  }
};
struct Tangent {
  template <class T>
  static T of(T x) {
    return std::tan(x);
  }
};
struct IsFinite {
  template <class T>
  static bool of(T x) {
    return std::fabs(x) <= std::numeric_limits<T>::max();
  }
};

// Square roots by vector instructions: the standard function must also be able to set errno.
template <class T, bool kReciprocal>
void root_block(const void* const* operands, void* result) {
  const hn::ScalableTag<T> d;
  const auto* x = static_cast<const T*>(operands[0]);
  auto* to = static_cast<T*>(result);
  for (size_t i = 0; i < static_cast<size_t>(kBlock); i += hn::Lanes(d)) {
    const auto root = hn::Sqrt(hn::LoadU(d, x + i));
    hn::StoreU(kReciprocal ? hn::Div(hn::Set(d, T{1}), root) : root, d, to + i);
  }
}

/// Does what fold_values does for Maximum and Minimum, by integers that have the order of floats,
/// where -0 is smaller than +0. Some numbers may be looked at twice.
template <class Op>
void fold_extreme(const void* values, int64_t count, void* result) {
  const Floats d;
  const Integers d_int;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  if (count < lanes) return fold_values<Op, float>(values, count, result);
  const auto* x = static_cast<const float*>(values);
  const IntegerVector magnitude = hn::Set(d_int, 0x7FFFFFFF);
  const auto in_order = [&](IntegerVector bits) HWY_ATTR {
    return hn::Xor(bits, hn::And(hn::ShiftRight<31>(bits), magnitude));
  };
  IntegerVector extreme = in_order(hn::BitCast(d_int, hn::LoadU(d, x)));
  IntegerVector largest = hn::Zero(d_int);  // magnitude: beyond infinity's are those of NaN
  for (int64_t i = 0; i < count; i += lanes) {
    const IntegerVector bits = hn::BitCast(d_int, hn::LoadU(d, x + std::min(i, count - lanes)));
    const IntegerVector number = in_order(bits);
    extreme = std::is_same_v<Op, Maximum> ? hn::Max(extreme, number) : hn::Min(extreme, number);
    largest = hn::Max(largest, hn::And(bits, magnitude));
  }
  extreme =
      std::is_same_v<Op, Maximum> ? hn::MaxOfLanes(d_int, extreme) : hn::MinOfLanes(d_int, extreme);
  const bool has_nan = hn::GetLane(hn::MaxOfLanes(d_int, largest)) > 0x7F800000;
  *static_cast<float*>(result) = has_nan ? std::numeric_limits<float>::quiet_NaN()
                                         : hn::GetLane(hn::BitCast(d, in_order(extreme)));
}

template <class Op>
constexpr FloatFunctions unary(std::string_view op) {
  return {op, unary_block<Op, float>, unary_block<Op, double>};
}
template <class Op>
constexpr FloatFunctions transcendental(std::string_view op) {
  return {op, vector_block<Op>, unary_block<Op, double>};
}
template <class Op>
constexpr FloatFunctions binary(std::string_view op) {
  return {op, binary_block<Op, float>, binary_block<Op, double>};
}

constexpr FloatFunctions kFunctions[] = {
    unary<Abs>("stablehlo.abs"),
    binary<Add>("stablehlo.add"),
    binary<Atan2>("stablehlo.atan2"),
    unary<Cbrt>("stablehlo.cbrt"),
    unary<Ceil>("stablehlo.ceil"),
    {"stablehlo.clamp", ternary_block<Clamp, float>, ternary_block<Clamp, double>},
    unary<Cosine>("stablehlo.cosine"),
    binary<Divide>("stablehlo.divide"),
    transcendental<ErrorFunction>("chlo.erf"),
    transcendental<ComplementaryErrorFunction>("chlo.erfc"),
    transcendental<Exponential>("stablehlo.exponential"),
    transcendental<ExponentialMinusOne>("stablehlo.exponential_minus_one"),
    unary<Floor>("stablehlo.floor"),
    {"stablehlo.is_finite", unary_block<IsFinite, float, uint8_t>,
     unary_block<IsFinite, double, uint8_t>},
    transcendental<Logarithm>("stablehlo.log"),
    transcendental<LogarithmPlusOne>("stablehlo.log_plus_one"),
    transcendental<Logistic>("stablehlo.logistic"),
    binary<Maximum>("stablehlo.maximum"),
    binary<Minimum>("stablehlo.minimum"),
    binary<Multiply>("stablehlo.multiply"),
    unary<Negate>("stablehlo.negate"),
    binary<Power>("stablehlo.power"),
    binary<Remainder>("stablehlo.remainder"),
    unary<RoundAwayFromZero>("stablehlo.round_nearest_afz"),
    unary<RoundEven>("stablehlo.round_nearest_even"),
    {"stablehlo.rsqrt", root_block<float, true>, root_block<double, true>},
    unary<Sign>("stablehlo.sign"),
    unary<Sine>("stablehlo.sine"),
    {"stablehlo.sqrt", root_block<float, false>, root_block<double, false>},
    binary<Subtract>("stablehlo.subtract"),
    unary<Tangent>("stablehlo.tan"),
    transcendental<Tanh>("stablehlo.tanh"),
};

constexpr FloatFunctions kComparisons[] = {
    {"EQ", binary_block<Equal, float, uint8_t>, binary_block<Equal, double, uint8_t>},
    {"NE", binary_block<NotEqual, float, uint8_t>, binary_block<NotEqual, double, uint8_t>},
    {"LT", binary_block<Less, float, uint8_t>, binary_block<Less, double, uint8_t>},
    {"LE", binary_block<LessOrEqual, float, uint8_t>, binary_block<LessOrEqual, double, uint8_t>},
};

constexpr FloatFunctions kTotalComparisons[] = {
    {"EQ", binary_block<Total<Equal>, float, uint8_t>, binary_block<Total<Equal>, double, uint8_t>},
    {"NE", binary_block<Total<NotEqual>, float, uint8_t>,
     binary_block<Total<NotEqual>, double, uint8_t>},
    {"LT", binary_block<Total<Less>, float, uint8_t>, binary_block<Total<Less>, double, uint8_t>},
    {"LE", binary_block<Total<LessOrEqual>, float, uint8_t>,
     binary_block<Total<LessOrEqual>, double, uint8_t>},
};

template <class Op>
constexpr FloatSplats splats(std::string_view op) {
  return {op,
          {splat_block<Op, float, 0>, splat_block<Op, float, 1>},
          {splat_block<Op, double, 0>, splat_block<Op, double, 1>}};
}

constexpr FloatSplats kSplats[] = {
    splats<Add>("stablehlo.add"),           splats<Divide>("stablehlo.divide"),
    splats<Maximum>("stablehlo.maximum"),   splats<Minimum>("stablehlo.minimum"),
    splats<Multiply>("stablehlo.multiply"), splats<Subtract>("stablehlo.subtract"),
};

template <class Op>
constexpr FloatSplats row_splats(std::string_view op) {
  return {op,
          {row_splat_block<Op, float, 0>, row_splat_block<Op, float, 1>},
          {row_splat_block<Op, double, 0>, row_splat_block<Op, double, 1>}};
}

constexpr FloatSplats kRowSplats[] = {
    row_splats<Add>("stablehlo.add"),           row_splats<Divide>("stablehlo.divide"),
    row_splats<Maximum>("stablehlo.maximum"),   row_splats<Minimum>("stablehlo.minimum"),
    row_splats<Multiply>("stablehlo.multiply"), row_splats<Subtract>("stablehlo.subtract"),
};

constexpr FloatFolds kFolds[] = {
    {"stablehlo.add", fold_values<Add, float>, fold_values<Add, double>},
    {"stablehlo.multiply", fold_values<Multiply, float>, fold_values<Multiply, double>},
    {"stablehlo.maximum", fold_extreme<Maximum>, fold_values<Maximum, double>},
    {"stablehlo.minimum", fold_extreme<Minimum>, fold_values<Minimum, double>},
};

constexpr FloatRowFolds kRowFolds[] = {
    {"stablehlo.add", fold_rows<Add, float>, fold_rows<Add, double>},
    {"stablehlo.multiply", fold_rows<Multiply, float>, fold_rows<Multiply, double>},
    {"stablehlo.maximum", fold_rows<Maximum, float>, fold_rows<Maximum, double>},
    {"stablehlo.minimum", fold_rows<Minimum, float>, fold_rows<Minimum, double>},
};

FloatTables float_tables() {
  return {kFunctions, kSplats, kRowSplats, kComparisons, kTotalComparisons, kFolds, kRowFolds};
}

}  // namespace
}  // namespace tutti::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tutti::kernel {

HWY_EXPORT(float_tables);

FloatTables float_tables() {
  return HWY_DYNAMIC_DISPATCH(float_tables)();
}

}  // namespace tutti::kernel
#endif
