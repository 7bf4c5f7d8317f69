// SPDX-License-Identifier: Apache-2.0
// What tests of vector kernels share: tensors of either element type, runs on several teams, and
// comparison with values computed in double.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "base/threads.h"
#include "kernel/simd.h"

namespace tutti::kernel::test {

using Values = std::vector<double>;
using Results = std::vector<Values>;

/// A tensor of f32 or bf16 as kernels take it.
class Tensor {
 public:
  Tensor(ir::ElementType type, size_t count) : type_(type), floats_(count), halves_(count) {}
  Tensor(ir::ElementType type, const Values& values) : Tensor(type, values.size()) {
    for (size_t i = 0; i < values.size(); i++) {
      floats_[i] = static_cast<float>(values[i]);
      halves_[i] = to_bfloat16(floats_[i]);
    }
  }
  void* data() {
    return type_ == ir::ElementType::f32 ? static_cast<void*>(floats_.data()) : halves_.data();
  }
  float* floats() { return floats_.data(); }
  /// What the elements really are, after rounding to the element type.
  Values values() const {
    Values values;
    for (size_t i = 0; i < floats_.size(); i++)
      values.push_back(type_ == ir::ElementType::f32 ? floats_[i] : to_float(halves_[i]));
    return values;
  }

 private:
  ir::ElementType type_;
  std::vector<float> floats_;
  std::vector<Bfloat16> halves_;
};

inline Tensor float_tensor(const Values& values) {
  return {ir::ElementType::f32, values};
}

inline Values random_values(size_t count, unsigned seed, double deviation = 1, double mean = 0) {
  std::mt19937 generator(seed);
  std::normal_distribution<double> normal(mean, deviation);
  Values values(count);
  for (double& value : values) value = normal(generator);
  return values;
}

/// Runs `run(team)` -> Results with 1, 2 and 3 workers, expects that all give the same
/// bits, and returns the results.
template <typename Run>
Results same_for_teams(const Run& run) {
  Results first;
  for (int size : {1, 2, 3}) {
    Team team(size);
    const Results results = run(team);
    if (size == 1)
      first = results;
    else
      EXPECT_EQ(first, results) << "with " << size << " workers";
  }
  return first;
}

/// Expects |actual - expected| <= tolerance * (largest expected), plus the rounding of one element
/// to `type`.
inline void expect_close(const Values& actual, const Values& expected, double tolerance,
                         ir::ElementType type = ir::ElementType::f32) {
  ASSERT_EQ(actual.size(), expected.size());
  double largest = 0;
  for (const double value : expected) largest = std::max(largest, std::abs(value));
  const double rounding = type == ir::ElementType::bf16 ? 1.0 / 256 : 0;
  for (size_t i = 0; i < actual.size(); i++)
    ASSERT_LE(std::abs(actual[i] - expected[i]),
              tolerance * largest + rounding * std::abs(expected[i]))
        << "element " << i << ": " << actual[i] << ", expected " << expected[i];
}

/// The base of suites whose tests run for f32 and for bf16.
class EachType : public testing::TestWithParam<ir::ElementType> {};

inline std::string type_name(const testing::TestParamInfo<ir::ElementType>& type) {
  return std::string(ir::name_of(type.param));
}

#define TUTTI_TEST_EACH_TYPE(suite) \
  INSTANTIATE_TEST_SUITE_P(         \
      Types, suite, testing::Values(ir::ElementType::f32, ir::ElementType::bf16), type_name)

}  // namespace tutti::kernel::test
