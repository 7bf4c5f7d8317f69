// SPDX-License-Identifier: Apache-2.0
#include "validate/nudge.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "validate/compare.h"

namespace tutti::validate {
namespace {

using ir::ElementType;
using ir::Tensor;
using ir::Type;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Tensor vector_of(ElementType element, const std::vector<double>& values) {
  return Tensor::of(Type::tensor(element, {static_cast<int64_t>(values.size())}), values);
}

TEST(Nudge, EachNumberMovesToItsNeighbour) {
  std::vector<double> values;
  for (int i = 1; i <= 40; i++) values.push_back((i % 2 ? 1 : -1) * std::ldexp(1.25, i - 20));
  for (const auto& [element, ulp] : {std::pair{ElementType::f64, 0x1p-52},
                                     {ElementType::f32, 0x1p-23},
                                     {ElementType::bf16, 0x1p-7}}) {
    const Tensor moved = nudged(vector_of(element, values));
    int up = 0;
    for (size_t i = 0; i < values.size(); i++) {
      const double step = moved.float_at(static_cast<int64_t>(i)) - values[i];
      EXPECT_EQ(std::fabs(step), std::ldexp(ulp, static_cast<int>(i) - 19)) << i;
      up += std::signbit(step) == std::signbit(values[i]);
    }
    EXPECT_GT(up, 8);
    EXPECT_LT(up, 32);
  }
}

TEST(Nudge, WhatIsNoNumberStays) {
  for (const ElementType element : {ElementType::f64, ElementType::f32, ElementType::f16}) {
    const Tensor tensor = vector_of(element, {0, -0.0, kInfinity, -kInfinity, NAN});
    EXPECT_EQ(nudged(tensor), tensor);
  }
  const Tensor largest =
      vector_of(ElementType::f32, std::vector<double>(20, std::numeric_limits<float>::max()));
  const Tensor moved = nudged(largest);
  for (int64_t i = 0; i < 20; i++) EXPECT_TRUE(std::isfinite(moved.float_at(i))) << i;
  const Tensor integers = Tensor::of_ints(Type::tensor(ElementType::i32, {3}), {1, 2, 3});
  EXPECT_EQ(nudged(integers), integers);
}

TEST(Nudge, SplatsMoveElementByElement) {
  const Tensor moved = nudged(Tensor::splat(Type::tensor(ElementType::f32, {64}), 1));
  bool up = false, down = false;
  for (int64_t i = 0; i < 64; i++) (moved.float_at(i) > 1 ? up : down) = true;
  EXPECT_TRUE(up && down);
}

TEST(Nudge, BothPartsOfAComplexNumberMove) {
  const Type type = Type::tensor(ElementType::complex_f32, {8});
  const Tensor moved =
      nudged(Tensor::of_complex(type, std::vector<std::complex<double>>(8, {1, 2})));
  for (int64_t i = 0; i < 8; i++) {
    EXPECT_NE(moved.complex_at(i).real(), 1);
    EXPECT_NEAR(moved.complex_at(i).real(), 1, 0x1p-23);
    EXPECT_NE(moved.complex_at(i).imag(), 2);
    EXPECT_NEAR(moved.complex_at(i).imag(), 2, 0x1p-22);
  }
}

TEST(UnitRoundoff, OfEachWidth) {
  EXPECT_EQ(unit_roundoff(ElementType::f64), 0x1p-53);
  EXPECT_EQ(unit_roundoff(ElementType::f32), 0x1p-24);
  EXPECT_EQ(unit_roundoff(ElementType::bf16), 0x1p-8);
}

TEST(FiniteDistance, LeavesOutWhatIsNotFinite) {
  const Tensor a = vector_of(ElementType::f32, {1, kInfinity, NAN, 4});
  const Tensor b = vector_of(ElementType::f32, {1.5, 2, 3, 4.25});
  EXPECT_EQ(finite_distance(a, b), 0.5);
  EXPECT_EQ(finite_distance(a, a), 0);
  EXPECT_EQ(finite_distance(Tensor::splat(b.type(), 1), b), 3.25);
}

}  // namespace
}  // namespace tutti::validate
