// SPDX-License-Identifier: Apache-2.0
#include "run/target_time.h"

#include <gtest/gtest.h>

namespace tutti::run {
namespace {

using backend::pjrt::HloCosts;
using backend::pjrt::HloProduct;
using backend::pjrt::HloStep;

DeviceSpec a_device() {
  DeviceSpec device;
  device.memory_rate = 100;
  device.memory_efficiency = device.product_efficiency = 0.5;
  device.launch_seconds = 1;
  device.products = {{"f32", 10}, {"bf16", 40}, {"tf32", 20}};
  return device;
}

HloProduct a_product(const std::string& type, const std::string& precision, double flops) {
  return {type, type, "f32", precision, flops, 1};
}

TEST(TargetTime, ProductsTakeTheRateOfTheirTypeAndPrecision) {
  DeviceSpec device = a_device();
  EXPECT_EQ(product_rate(a_product("bf16", "default", 1), device), 40);
  EXPECT_EQ(product_rate(a_product("f32", "default", 1), device), 20);
  EXPECT_EQ(product_rate(a_product("f32", "highest", 1), device), 10);
  EXPECT_EQ(product_rate(a_product("f16", "default", 1), device), 10);
  HloProduct mixed = a_product("bf16", "default", 1);
  mixed.right = "f32";
  EXPECT_EQ(product_rate(mixed, device), 20);
  // A TPU has products of bf16 alone, and takes several of them for float32.
  device.products = {{"bf16", 60}};
  EXPECT_EQ(product_rate(a_product("f32", "default", 1), device), 60);
  EXPECT_EQ(product_rate(a_product("f32", "high", 1), device), 20);
  EXPECT_EQ(product_rate(a_product("f32", "highest", 1), device), 10);
}

TEST(TargetTime, EachStepTakesItsLongestPart) {
  HloCosts costs;
  costs.steps.resize(3);
  costs.steps[0].products = {a_product("bf16", "default", 100)};  // 100 / 20 = 5 s
  costs.steps[0].bytes = 50;                                      // 1 s
  costs.steps[1].runs = 4;
  costs.steps[1].bytes = 100;  // 2 s each
  costs.steps[2].bytes = 5;    // 0.1 s, less than its launch
  TargetTime time = target_time(costs, a_device());
  EXPECT_DOUBLE_EQ(time.seconds, 5 + 4 * 2 + 1);
  EXPECT_DOUBLE_EQ(time.products, 5);
  EXPECT_DOUBLE_EQ(time.memory, 8);
  EXPECT_DOUBLE_EQ(time.launches, 1);
  EXPECT_EQ(time.product_flops, 100);
  EXPECT_EQ(time.bytes, 455);
  EXPECT_EQ(time.limit(), "memory");
  time.add(time, 2);
  EXPECT_DOUBLE_EQ(time.seconds, 3 * 14);
}

TEST(TargetTime, CopiesThatOverlapTakeTheMemorysTimeAlone) {
  HloCosts costs;
  costs.steps.resize(2);
  costs.steps[0].products = {a_product("bf16", "default", 100)};  // 5 s
  costs.steps[1].overlaps = true;
  costs.steps[1].bytes = 100;  // 2 s beside them
  EXPECT_DOUBLE_EQ(target_time(costs, a_device()).seconds, 5);
  costs.steps[1].bytes = 400;
  EXPECT_DOUBLE_EQ(target_time(costs, a_device()).seconds, 8);
}

}  // namespace
}  // namespace tutti::run
