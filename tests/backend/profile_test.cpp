// SPDX-License-Identifier: Apache-2.0
#include "backend/profile.h"

#include <gtest/gtest.h>

#include "backend/cpu/cpu_backend.h"
#include "ir/parse.h"
#include "op/catalogue.h"

namespace tutti::backend {
namespace {

TEST(Profile, AddsUpRunsOfAnOpAndTracesEach) {
  Profile profile;
  const size_t slow = profile.add("a.slow", "f32[5]", 100, 10),
               fast = profile.add("a.fast", "", 0, 4), again = profile.add("a.slow", "", 50, 2);
  profile.add("a.never", "", 1, 1);
  const auto at = [](int64_t microseconds, std::clock_t processor) {
    return Profile::Moment{Profile::Clock::time_point(std::chrono::microseconds(microseconds)),
                           processor};
  };
  profile.record(fast, at(0, 0), at(1, 1));
  profile.record(slow, at(1, 1), at(4, 2));
  profile.record(again, at(4, 2), at(5, 4));
  const auto kinds = profile.kinds();
  ASSERT_EQ(kinds.size(), 2U);
  EXPECT_EQ(kinds[0].op, "a.slow");
  EXPECT_EQ(kinds[0].runs, 2);
  EXPECT_DOUBLE_EQ(kinds[0].seconds, 4e-6);
  EXPECT_DOUBLE_EQ(kinds[0].processor_seconds, 3.0 / CLOCKS_PER_SEC);
  EXPECT_EQ(kinds[0].flops, 150);
  EXPECT_EQ(kinds[0].bytes, 12);
  EXPECT_EQ(kinds[1].op, "a.fast");
  EXPECT_NE(profile.chrome_trace().find(
                R"({"name":"a.slow","ph":"X","pid":1,"tid":1,"ts":1.000,"dur":3.000,)"
                R"("args":{"does":"f32[5]","flops":100,"bytes":10}})"),
            std::string::npos);
}

TEST(Profile, KnowsWhatTheCpuRuns) {
  Profile profile;
  CpuBackend cpu({1, 0, &profile});
  const ir::Module module = ir::parse_module(R"(
func.func @main(%x: tensor<6x5xf32>, %y: tensor<5x7xf32>) -> tensor<6x7xf32> {
  %r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0]
    : (tensor<6x5xf32>, tensor<5x7xf32>) -> tensor<6x7xf32>
  return %r : tensor<6x7xf32>
})",
                                             "test", op::catalogue());
  const auto program = cpu.compile(module, {"main"});
  const auto upload = [&](ir::Shape shape) {
    const auto type = ir::Type::tensor(ir::ElementType::f32, std::move(shape));
    return cpu.upload(ir::Tensor::splat(type, 1), cpu.devices()[0]);
  };
  std::vector<Buffer> arguments = {upload({6, 5}), upload({5, 7})}, results(1);
  const std::span<Buffer> in(arguments), out(results);
  program->run({&in, 1}, {&out, 1});
  const auto kinds = profile.kinds();
  ASSERT_EQ(kinds.size(), 1U);
  EXPECT_EQ(kinds[0].op, "stablehlo.dot_general");
  EXPECT_EQ(kinds[0].flops, 2 * 6 * 5 * 7);
  EXPECT_EQ(kinds[0].bytes, 4 * (6 * 5 + 5 * 7 + 6 * 7));
  EXPECT_NE(profile.chrome_trace().find("(tensor<6x5xf32>, tensor<5x7xf32>) -> (tensor<6x7xf32>)"),
            std::string::npos);
}

}  // namespace
}  // namespace tutti::backend
