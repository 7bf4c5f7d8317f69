// SPDX-License-Identifier: Apache-2.0
// Programs on a simulated grid: what the case files cannot say, which run on one process.
#include <gtest/gtest.h>

#include "ir/parse.h"
#include "op/catalogue.h"
#include "op/interpreter.h"
#include "support/errors.h"
#include "support/shard_map.h"

namespace tutti::op {
namespace {

using ir::Array;

ir::Module parse(const std::string& text) {
  return ir::parse_module(text, "grid.mlir", catalogue());
}

/// Runs @main without arguments on every process.
test::Failure failure_on(ir::GridSize grid, const std::string& body) {
  const ir::Module module = parse("func.func @main() {\n" + body + "\n  return\n}\n");
  return test::failure_of([&] {
    interpret_grid(module, "main", grid,
                   std::vector<std::vector<Array>>(static_cast<size_t>(grid.count())));
  });
}

constexpr const char* kGatherAmongTwo =
    "  %r = \"stablehlo.all_gather\"(%x) {all_gather_dim = 0 : i64, "
    "replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<1xi32>) -> tensor<2xi32>";

TEST(Grid, TellsProcessesApart) {
  const ir::Module module = parse(
      "func.func @main(%x: tensor<ui32>) -> (tensor<ui32>, tensor<ui32>, tensor<ui32>) {\n"
      "  %r = stablehlo.replica_id : tensor<ui32>\n"
      "  %p = stablehlo.partition_id : tensor<ui32>\n"
      "  return %r, %p, %x : tensor<ui32>, tensor<ui32>, tensor<ui32>\n}\n");
  std::vector<std::vector<Array>> arguments;
  for (int64_t number = 0; number < 6; number++) {
    arguments.emplace_back().emplace_back(ir::Type::scalar(ir::ElementType::ui32));
    arguments.back()[0].i(0) = number;
  }
  const auto results = interpret_grid(module, "main", {2, 3}, std::move(arguments));
  ASSERT_EQ(results.size(), 6u);
  for (int64_t number = 0; number < 6; number++) {
    const auto& result = results[static_cast<size_t>(number)];
    EXPECT_EQ(result[0].i(0), number / 3);
    EXPECT_EQ(result[1].i(0), number % 3);
    EXPECT_EQ(result[2].i(0), number);
  }
}

TEST(Grid, SaysWhoWaitsForWhom) {
  const auto failure = failure_on(
      {1, 1},
      "  %t = stablehlo.after_all : !stablehlo.token\n"
      "  %r:2 = \"stablehlo.recv\"(%t) {channel_handle = #stablehlo.channel_handle<handle = 7, "
      "type = 1>} : (!stablehlo.token) -> (tensor<f32>, !stablehlo.token)");
  EXPECT_EQ(failure.code, ExitCode::usage);
  test::expect_contains(failure.message, "grid.mlir:3:");
  test::expect_contains(failure.message, "replica 0, partition 0 waits for a sender (channel 7)");
}

TEST(Grid, AProcessThatLeavesALoopEarlyIsMissed) {
  const auto failure = failure_on(
      {2, 1},
      "  %id = stablehlo.replica_id : tensor<ui32>\n"
      "  %index = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>\n"
      "  %x = stablehlo.constant dense<1> : tensor<1xi32>\n"
      "  %y = \"stablehlo.case\"(%index) ({\n" +
          std::string(kGatherAmongTwo) +
          "\n    stablehlo.return %r : tensor<2xi32>\n  }, {\n"
          "    %r = stablehlo.constant dense<0> : tensor<2xi32>\n"
          "    stablehlo.return %r : tensor<2xi32>\n  }) : (tensor<i32>) -> tensor<2xi32>");
  EXPECT_EQ(failure.code, ExitCode::usage);
  test::expect_contains(failure.message,
                        "replica 0, partition 0 waits for replica 1, partition 0, which has ended");
}

TEST(Grid, NamesTheProcessThatFails) {
  const auto failure = failure_on({2, 1},
                                  "  %id = stablehlo.replica_id : tensor<ui32>\n"
                                  "  check.expect_eq_const %id, dense<0> : tensor<ui32>");
  EXPECT_EQ(failure.code, ExitCode::check_failed);
  test::expect_contains(failure.message, "grid.mlir:3:");
  test::expect_contains(failure.message, "(replica 1, partition 0)");
}

TEST(Grid, RefusesGroupsThatDoNotFitIt) {
  const std::string body =
      "  %x = stablehlo.constant dense<1> : tensor<1xi32>\n" + std::string(kGatherAmongTwo);
  for (const ir::GridSize grid : {ir::GridSize{1, 1}, ir::GridSize{3, 1}}) {
    const auto failure = failure_on(grid, body);
    EXPECT_EQ(failure.code, ExitCode::usage);
    test::expect_contains(failure.message, "grid.mlir:3:");
    test::expect_contains(failure.message, fmt::format("{} replicas", grid.replicas));
  }
}

TEST(Grid, RefusesTooManyProcesses) {
  const auto failure = failure_on({1 << 20, 1}, "");
  EXPECT_EQ(failure.code, ExitCode::usage);
  test::expect_contains(failure.message, "1048576 replicas");
}

TEST(Grid, GivesTheSameEveryTime) {
  const ir::Module module = parse(
      "func.func @main() -> tensor<2xf32> {\n"
      "  %a = stablehlo.constant dense<0.0> : tensor<f32>\n"
      "  %b = stablehlo.constant dense<1.0> : tensor<f32>\n"
      "  %s = stablehlo.constant dense<2> : tensor<1xi64>\n"
      "  %r = stablehlo.rng %a, %b, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, "
      "tensor<1xi64>) -> tensor<2xf32>\n"
      "  return %r : tensor<2xf32>\n}\n");
  const auto run = [&] {
    std::vector<double> values;
    for (const auto& results :
         interpret_grid(module, "main", {4, 1}, std::vector<std::vector<Array>>(4)))
      values.insert(values.end(), results[0].floats.begin(), results[0].floats.end());
    return values;
  };
  const std::vector<double> first = run();
  EXPECT_EQ(run(), first);
  for (size_t i = 1; i < first.size(); i++) EXPECT_NE(first[i], first[0]);
}

TEST(Probes, WhatWasNeverKeptIsMissed) {
  const auto failure =
      failure_on({1, 1},
                 "  %x = stablehlo.constant dense<1> : tensor<1xi32>\n"
                 "  %y = interpreter.probe %x, probe_id = \"here\" : tensor<1xi32>\n"
                 "  check.expect_serialized_eq %y, probe_id = \"there\" : tensor<1xi32>");
  EXPECT_EQ(failure.code, ExitCode::check_failed);
  test::expect_contains(failure.message, "grid.mlir:4:");
  test::expect_contains(failure.message, "there is no value 0 of probe \"there\"");
}

TEST(Grid, CutsAndJoinsAsThePartitionerIsTold) {
  const ir::Module module = parse(test::kShardMap);
  Array x(module.get("main").argument(0)->type);
  for (int64_t i = 0; i < x.count(); i++) x.i(i) = 10 * i;
  const auto results =
      interpret_grid(module, "main", {1, 4}, std::vector<std::vector<Array>>(4, {x}));
  // Devices 0 and 2 have the first two rows, 1 and 3 the others.
  EXPECT_EQ(results[0][0].ints, (std::vector<int64_t>{0, 10, 20, 30, 41, 51, 61, 71}));
  EXPECT_EQ(results[1][0].ints, results[0][0].ints);
  EXPECT_EQ(results[2][0].ints, (std::vector<int64_t>{2, 12, 22, 32, 43, 53, 63, 73}));
  EXPECT_EQ(results[0][1].ints, (std::vector<int64_t>{0, 10, 41, 51, 20, 30, 61, 71}));
}

TEST(Grid, SaysHowManyPartitionsAProgramIsFor) {
  const ir::Module module = parse(test::kShardMap);
  const Array x(module.get("main").argument(0)->type);
  const auto failure = test::failure_of([&] { interpret(module, "main", {x}); });
  test::expect_contains(failure.message, "--partitions 4");
}

TEST(Grid, ShardingsThatMeanNothingAreRefused) {
  const auto message = [](const std::string& mesh, const std::string& in, const std::string& out,
                          const std::string& part) {
    const std::string text =
        "sdy.mesh @other = <[\"x\"=2]> sdy.mesh @mesh = <" + mesh +
        ">\nfunc.func @main(%x: tensor<6xf32>) -> tensor<6xf32> {\n" +
        "  %y = sdy.manual_computation(%x) in_shardings=[<@mesh, [" + in + "]>] out_shardings=[<" +
        out + "]>] manual_axes={\"x\"} (%p: tensor<" + part +
        "xf32>) {\n    sdy.return %p : tensor<" + part +
        "xf32>\n  } : (tensor<6xf32>) -> tensor<6xf32>\n  return %y : tensor<6xf32>\n}\n";
    return test::failure_of([&] {
             const ir::Module module = parse(text);
             interpret(module, "main", {Array(module.get("main").argument(0)->type)});
           })
        .message;
  };
  const std::string same = "@mesh, [{\"x\"}";
  const auto expect = [](const std::string& found, const std::string& part) {
    test::expect_contains(found, "grid.mlir:3:8: sdy.manual_computation: ");
    test::expect_contains(found, part);
  };
  expect(message("[\"x\"=4]", "{\"x\"}", same, "1"), "no 4 equal parts");
  expect(message("[\"x\"=2]", "{\"x\", \"x\"}", same, "3"), "occurs twice");
  expect(message("[\"x\"=2, \"x\"=2]", "{\"x\"}", same, "3"), "occurs twice");
  expect(message("[\"x\"=2] more", "{\"x\"}", same, "3"), "expected nothing more");
  expect(message("[\"x\"=2]", "{\"x\", \"z\"}", same, "3"), "no axis \"z\"");
  expect(message("[\"x\"=2]", "{\"x\"}", "@other, [{\"x\"}", "3"), "several meshes");
  expect(message("[\"x\"=2]", "{\"x\"}", same + "], unreduced={\"x\"}, [", "3"), "replicated");
}

}  // namespace
}  // namespace tutti::op
