// SPDX-License-Identifier: Apache-2.0
#include "kernel/avx2_product.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "kernel/simd.h"

namespace tutti::kernel {
namespace {

// `count` numbers in [-1, 1] that have a bf16 form.
std::vector<float> numbers(int64_t count, int64_t step) {
  std::vector<float> result(static_cast<size_t>(count));
  for (size_t i = 0; i < result.size(); i++)
    result[i] = static_cast<float>(static_cast<int64_t>(i) * step % 255 - 127) / 128;
  return result;
}

std::vector<Bfloat16> narrow(const std::vector<float>& from) {
  std::vector<Bfloat16> result;
  for (const float value : from) result.push_back(to_bfloat16(value));
  return result;
}

double sum_of(const float* a, const float* b, int64_t count) {
  double sum = 0;
  for (int64_t i = 0; i < count; i++) sum += double{a[i]} * double{b[i]};
  return sum;
}

// All rows together, of either type of B, against sums in double and against each row alone.
void check_product(int64_t m, int64_t n, int64_t k) {
  SCOPED_TRACE(fmt::format("{} x {} x {}", m, n, k));
  const std::vector<float> a = numbers(m * k, 7), b = numbers(n * k, 11);
  const std::vector<Bfloat16> narrow_b = narrow(b);
  const int64_t stride = n + 3;
  const auto unset = static_cast<float>(std::nan(""));
  std::vector<float> c(static_cast<size_t>(m * stride), unset), of_narrow = c;
  TileProblem p = {.m = m,
                   .n = n,
                   .k = k,
                   .transpose_a = false,
                   .transpose_b = true,
                   .row_stride_a = k,
                   .row_stride_b = k,
                   .row_stride_c = stride,
                   .adds = false};
  multiply_avx2(p, a.data(), ir::ElementType::f32, b.data(), c.data());
  multiply_avx2(p, a.data(), ir::ElementType::bf16, narrow_b.data(), of_narrow.data());
  p.m = 1;
  for (int64_t row = 0; row < m; row++) {
    std::vector<float> alone(static_cast<size_t>(n));
    multiply_avx2(p, a.data() + row * k, ir::ElementType::bf16, narrow_b.data(), alone.data());
    for (int64_t column = 0; column < stride; column++) {
      const auto at = static_cast<size_t>(row * stride + column);
      if (column >= n) {
        EXPECT_TRUE(std::isnan(c[at]) && std::isnan(of_narrow[at])) << "written beyond C";
        continue;
      }
      const double sum = sum_of(a.data() + row * k, b.data() + column * k, k);
      EXPECT_NEAR(c[at], sum, 1e-6 * std::sqrt(static_cast<double>(k)) + 1e-7);
      EXPECT_EQ(c[at], of_narrow[at]);
      EXPECT_EQ(c[at], alone[static_cast<size_t>(column)]);
    }
  }
}

TEST(Avx2Product, SumsAreThoseOfEachRowAlone) {
  if (!has_avx2_product()) GTEST_SKIP() << "needs AVX2";
  for (const int64_t m : {1, 2, 3, 7, 8, 9, 23})
    for (const int64_t n : {1, 5, 8, 19, 67})
      for (const int64_t k : {1, 16, 77, 5003}) check_product(m, n, k);
}

}  // namespace
}  // namespace tutti::kernel
