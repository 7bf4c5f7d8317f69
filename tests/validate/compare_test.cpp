// SPDX-License-Identifier: Apache-2.0
#include "validate/compare.h"

#include <gtest/gtest.h>

#include <cmath>

#include "validate/nudge.h"

namespace tutti {
namespace {

using ir::ElementType;
using ir::Tensor;
using ir::Type;
using validate::compare;

Tensor floats(const std::vector<double>& values) {
  return Tensor::of(Type::tensor(ElementType::f32, {static_cast<int64_t>(values.size())}), values);
}

TEST(Compare, FiguresOfTwoVectors) {
  const auto d = compare(floats({3, 4, 0}), floats({3, 4.5, -0.25}));
  EXPECT_EQ(d.maximum, 0.5);
  EXPECT_EQ(d.mean, 0.25);
  EXPECT_EQ(d.largest, 4);
  EXPECT_EQ(d.compared, 3);
  EXPECT_NEAR(d.cosine, 27 / (5 * std::sqrt(9 + 20.25 + 0.0625)), 1e-15);
  // 4 and 4.5 lie 2^20 numbers apart; 0 and -0.25 lie as many as -0.25 has bits.
  EXPECT_EQ(d.ulps, 0x3e800000);
  EXPECT_EQ(compare(floats({4}), floats({4.5})).ulps, 1 << 20);
}

TEST(Compare, UlpsCountAcrossZeroAndInEachType) {
  EXPECT_EQ(compare(floats({1}), floats({std::nextafterf(1, 2)})).ulps, 1);
  EXPECT_EQ(compare(floats({1e-45}), floats({-1e-45})).ulps, 2);
  EXPECT_EQ(compare(floats({0.0}), floats({-0.0})).ulps, 0);
  const Type bf16 = Type::tensor(ElementType::bf16, {1});
  EXPECT_EQ(compare(Tensor::of(bf16, {1}), Tensor::of(bf16, {1.0078125})).ulps, 1);
}

TEST(Compare, NonFiniteValuesNeverPassUnseen) {
  const double nan = std::nan(""), inf = INFINITY;
  const auto same = compare(floats({nan, inf, -inf, 1}), floats({nan, inf, -inf, 1}));
  EXPECT_EQ(same.non_finite, 3);
  EXPECT_EQ(same.compared, 1);
  EXPECT_EQ(same.maximum, 0);
  for (const auto& [a, b] :
       {std::pair(nan, 1.0), {1.0, nan}, {inf, -inf}, {inf, 1.0}, {nan, inf}}) {
    const auto d = compare(floats({2, a}), floats({2, b}));
    EXPECT_EQ(d.disagreeing, 1);
    EXPECT_EQ(d.first_disagreeing, 1);
    EXPECT_EQ(d.maximum, inf);
  }
}

TEST(Compare, AComplexNumberIsTwo) {
  const Type type = Type::tensor(ElementType::complex_f32, {3});
  const Tensor a = Tensor::of_complex(type, {{3, 4}, {0, 0}, {1, NAN}});
  const auto d = compare(a, Tensor::of_complex(type, {{3, 4.5}, {-0.25, 0}, {1, NAN}}));
  EXPECT_EQ(d.maximum, 0.5);
  EXPECT_EQ(d.mean, 0.75 / 5);
  EXPECT_EQ(d.largest, 4);
  EXPECT_EQ(d.compared, 5);
  EXPECT_EQ(d.non_finite, 1);
  EXPECT_NEAR(d.cosine, 28 / (std::sqrt(26) * std::sqrt(9 + 20.25 + 0.0625 + 1)), 1e-15);
  EXPECT_EQ(compare(a, Tensor::of_complex(type, {{3, 4}, {0, 0}, {NAN, 1}})).first_disagreeing, 2);
  EXPECT_EQ(compare(a, a, {false, true, true}).compared, 3);
  const Tensor one = Tensor::splat(type, 1);
  EXPECT_EQ(validate::squared_norm(one), 3);
  EXPECT_EQ(validate::finite_distance(one, Tensor::of_complex(type, {{1, 0}, {1, 2}, {1, 0}})), 2);
}

TEST(Compare, CosineOfZeros) {
  EXPECT_EQ(compare(floats({0, 0}), floats({0, 0})).cosine, 1);
  EXPECT_EQ(compare(floats({0, 0}), floats({0, 1e-9})).cosine, 0);
}

TEST(Compare, PaddingDoesNotCount) {
  const Type type = Type::tensor(ElementType::f32, {1, 2, 2});
  const auto d =
      compare(Tensor::of(type, {1, 2, 3, 4}), Tensor::of(type, {1, 2, 30, NAN}), {true, false});
  EXPECT_EQ(d.compared, 2);
  EXPECT_EQ(d.maximum, 0);
  EXPECT_EQ(d.disagreeing, 0);
}

TEST(Compare, CosineOfUpdates) {
  EXPECT_EQ(validate::update_cosine(floats({1, 1}), floats({2, 1}), floats({1, 2})), 0);
  EXPECT_EQ(validate::update_cosine(floats({8, 8}), floats({9, 8}), floats({12, 8})), 1);
}

TEST(Compare, ThresholdsByBackend) {
  for (const char* strict : {"cpu", "cuda", "mps", "xpu", "pjrt=plugin.so"}) {
    EXPECT_EQ(validate::thresholds_of(strict).difference, 1e-4) << strict;
    EXPECT_EQ(validate::thresholds_of(strict).cosine, 0.9999) << strict;
  }
  for (const char* loose : {"rocm", "tpu", "tpu:1"}) {
    EXPECT_EQ(validate::thresholds_of(loose).difference, 1e-3) << loose;
    EXPECT_EQ(validate::thresholds_of(loose).cosine, 0.999) << loose;
  }
}

TEST(Nudge, MovesByOneUnitInTheLastPlace) {
  const Tensor before = floats({1, -1, 0, INFINITY, 3.4028234663852886e38, 1e-45});
  const Tensor after = validate::nudged(before);
  for (int64_t i : {0, 1})
    EXPECT_TRUE(after.float_at(i) == std::nextafterf(static_cast<float>(before.float_at(i)), 9) ||
                after.float_at(i) == std::nextafterf(static_cast<float>(before.float_at(i)), -9));
  EXPECT_EQ(after.float_at(2), 0);
  EXPECT_EQ(after.float_at(3), INFINITY);
  EXPECT_TRUE(std::isfinite(after.float_at(4)));
  EXPECT_EQ(validate::unit_roundoff(ElementType::f32), std::ldexp(1, -24));
  EXPECT_EQ(validate::unit_roundoff(ElementType::bf16), std::ldexp(1, -8));
  EXPECT_EQ(validate::unit_roundoff(ElementType::f64), std::ldexp(1, -53));
}

}  // namespace
}  // namespace tutti
