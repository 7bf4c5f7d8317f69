// SPDX-License-Identifier: Apache-2.0
// Runs that report results as they become final.
#include <gtest/gtest.h>

#include <optional>

#include "backend/reference/reference_backend.h"
#include "base/error.h"
#include "cpu_program.h"

namespace tutti {
namespace {

using ir::Array;
using test::CpuRun;
using test::parse;

/// A result when it was reported, and what the others were then.
struct Reported {
  size_t result;
  std::vector<std::optional<Array>> seen;
};

/// Runs a program whose result slots hold buffers full of `poison`, and expects each result to be
/// reported once, with the value that it has at the end.
std::vector<Reported> reports_of(const std::string& text, const std::vector<Array>& given,
                                 double poison = -77) {
  const ir::Module module = parse(text);
  CpuRun run(module);
  backend::CpuBackend& cpu = run.backend();
  for (const Array& array : given)
    run.arguments.push_back(cpu.upload(array.tensor(), cpu.devices()[0]));
  for (const ir::Type& type : module.get("main").result_types)
    run.results.push_back(cpu.upload(ir::Tensor::splat(type, poison), cpu.devices()[0]));
  std::vector<Reported> reports;
  run.executable().run_reporting(run.arguments, run.results, [&](size_t result) {
    std::vector<std::optional<Array>> seen;
    for (const backend::Buffer& buffer : run.results)
      seen.push_back(buffer ? std::optional<Array>(cpu.download(buffer)) : std::nullopt);
    reports.push_back({result, std::move(seen)});
  });
  const std::vector<Array> expected = op::interpret(module, "main", given);
  EXPECT_EQ(reports.size(), expected.size());
  std::vector<int> times(expected.size());
  for (const Reported& report : reports) {
    times[report.result]++;
    const auto& seen = report.seen[report.result];
    EXPECT_TRUE(seen && seen->floats == expected[report.result].floats)
        << "result " << report.result;
  }
  EXPECT_EQ(times, std::vector<int>(expected.size(), 1));
  return reports;
}

std::vector<size_t> order_of(const std::vector<Reported>& reports) {
  std::vector<size_t> order;
  for (const Reported& report : reports) order.push_back(report.result);
  return order;
}

Array counts(int64_t size) {
  Array array(ir::Type::tensor(ir::ElementType::f32, {size}));
  for (int64_t i = 0; i < size; i++) array.f(i) = static_cast<double>(i + 1);
  return array;
}

/// Result 1 is computed first and reported before anything of result 0 is written.
TEST(Reporting, ComesBeforeLaterResultsAreWritten) {
  const auto reports = reports_of(R"(
func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %early = stablehlo.reverse %x, dims = [0] : tensor<4xf32>
  %between = stablehlo.add %early, %x : tensor<4xf32>
  %late = stablehlo.reverse %between, dims = [0] : tensor<4xf32>
  return %late, %early : tensor<4xf32>, tensor<4xf32>
})",
                                  {counts(4)});
  ASSERT_EQ(order_of(reports), (std::vector<size_t>{1, 0}));
  EXPECT_EQ(reports[0].seen[0]->floats, std::vector<double>(4, -77));
}

/// A loop writes its state in each round: the result is final after the last one.
TEST(Reporting, WaitsForTheLastRoundOfALoop) {
  const auto reports = reports_of(R"(
func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %rounds = stablehlo.constant dense<3> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<4xf32>
    cond {
      %more = stablehlo.compare LT, %i, %rounds, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %turned = stablehlo.reverse %v, dims = [0] : tensor<4xf32>
      %w = stablehlo.add %turned, %v : tensor<4xf32>
      %next = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %next, %w : tensor<i32>, tensor<4xf32>
    }
  %after = stablehlo.reverse %r#1, dims = [0] : tensor<4xf32>
  %last = stablehlo.add %after, %x : tensor<4xf32>
  return %last, %r#1 : tensor<4xf32>, tensor<4xf32>
})",
                                  {counts(4)});
  EXPECT_EQ(order_of(reports), (std::vector<size_t>{1, 0}));
}

/// Either branch writes the result, and only one of them runs.
TEST(Reporting, FollowsTheBranchThatRuns) {
  for (const int64_t which : {0, 1}) {
    Array chosen(ir::Type::tensor(ir::ElementType::i32, {}));
    chosen.i(0) = which;
    reports_of(R"(
func.func @main(%which: tensor<i32>, %x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %r = "stablehlo.case"(%which) ({
    %a = stablehlo.reverse %x, dims = [0] : tensor<4xf32>
    stablehlo.return %a : tensor<4xf32>
  }, {
    %b = stablehlo.add %x, %x : tensor<4xf32>
    %c = stablehlo.reverse %b, dims = [0] : tensor<4xf32>
    stablehlo.return %c : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  %last = stablehlo.add %r, %x : tensor<4xf32>
  return %last, %r : tensor<4xf32>, tensor<4xf32>
})",
               {chosen, counts(4)});
  }
}

/// A donated argument is the caller's until the run has ended; an argument and a value that are
/// returned twice are copied.
TEST(Reporting, IsCompleteForResultsOfAllKinds) {
  const auto reports = reports_of(R"(
func.func @main(%x: tensor<4xf32> {tf.aliasing_output = 0 : i32}, %y: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %sum = stablehlo.add %x, %y : tensor<4xf32>
  %turned = stablehlo.reverse %sum, dims = [0] : tensor<4xf32>
  return %sum, %y, %turned, %turned
      : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
})",
                                  {counts(4), counts(4)});
  EXPECT_EQ(order_of(reports).back(), 0U);
}

TEST(Reporting, EndsTheRunWithWhatItThrows) {
  CpuRun run = test::cpu_run(parse(R"(
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = stablehlo.reverse %x, dims = [0] : tensor<4xf32>
  return %y : tensor<4xf32>
})"));
  run({counts(4)});
  EXPECT_THROW(run.executable().run_reporting(run.arguments, run.results,
                                              [](size_t) { user_error("nobody listens"); }),
               UserError);
  EXPECT_EQ(run.again()[0].floats, (std::vector<double>{4, 3, 2, 1}));
}

/// A backend that cannot tell reports all results at the end.
TEST(Reporting, IsAfterTheRunOnOtherBackends) {
  backend::ReferenceBackend reference(1, op::Rounding::typed);
  const ir::Module module = parse(R"(
func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %y = stablehlo.reverse %x, dims = [0] : tensor<4xf32>
  %z = stablehlo.add %x, %y : tensor<4xf32>
  return %y, %z : tensor<4xf32>, tensor<4xf32>
})");
  const auto executable = reference.compile(module, {});
  std::vector<backend::Buffer> arguments = {
      reference.upload(counts(4).tensor(), reference.devices()[0])};
  std::vector<backend::Buffer> results(2);
  std::vector<std::vector<double>> found;
  executable->run_reporting(arguments, results, [&](size_t result) {
    EXPECT_TRUE(results[0] && results[1]);
    found.push_back(Array(reference.download(results[result])).floats);
  });
  EXPECT_EQ(found, (std::vector<std::vector<double>>{{4, 3, 2, 1}, {5, 5, 5, 5}}));
}

}  // namespace
}  // namespace tutti
