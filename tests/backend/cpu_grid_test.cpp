// SPDX-License-Identifier: Apache-2.0
// Grids of several processes on the CPU: what each computes is what it computes on the reference's.
#include "backend/cpu_program.h"
#include "pass/pipeline.h"
#include "pass/spread.h"
#include "support/errors.h"
#include "support/shard_map.h"

namespace tutti {
namespace {

using ir::Array;
using Values = std::vector<std::vector<Array>>;  // of each process

/// Results of @main on every process of a grid.
Values run_on_cpu(const ir::Module& module, ir::GridSize grid, const Values& arguments) {
  backend::CpuBackend cpu({.threads = 2});
  pass::PipelineOptions options;
  options.supports = [&](const ir::Operation& op) { return cpu.supports(op); };
  options.grid = grid;
  const ir::Module lowered = pass::run_pipeline(ir::clone(module), op::catalogue(), options);
  const auto executable = cpu.compile(lowered, {.grid = grid});
  std::vector<std::vector<backend::Buffer>> in, out;
  for (const auto& own : arguments) {
    auto& buffers = in.emplace_back();
    for (const Array& array : own) buffers.push_back(cpu.upload(array.tensor(), cpu.devices()[0]));
    out.emplace_back(lowered.get("main").result_types.size());
  }
  const std::vector<std::span<backend::Buffer>> in_slots(in.begin(), in.end()),
      out_slots(out.begin(), out.end());
  executable->run(in_slots, out_slots);
  Values results;
  for (const auto& buffers : out) {
    auto& own = results.emplace_back();
    for (const backend::Buffer& buffer : buffers) own.emplace_back(cpu.download(buffer));
  }
  return results;
}

/// Other numbers on every process.
Values some_arguments(const ir::Module& module, ir::GridSize grid) {
  Values arguments(static_cast<size_t>(grid.count()));
  uint32_t seed = 0;
  for (auto& own : arguments)
    for (const auto& argument : module.get("main").body.arguments)
      own.push_back(test::random_values(argument->type, seed++));
  return arguments;
}

/// Expects the results of every process to be the reference's, to the bit.
void expect_same(const ir::Module& module, ir::GridSize grid, const Values& arguments) {
  const Values expected = op::interpret_grid(module, "main", grid, arguments);
  const Values found = run_on_cpu(module, grid, arguments);
  ASSERT_EQ(found.size(), expected.size());
  for (size_t process = 0; process < found.size(); process++)
    for (size_t i = 0; i < found[process].size(); i++)
      EXPECT_TRUE(found[process][i].tensor() == expected[process][i].tensor())
          << "result " << i << " of process " << process;
}

constexpr const char* kSum =
    "({\n  ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n    %c = stablehlo.add %a, %b : tensor<f32>\n"
    "    stablehlo.return %c : tensor<f32>\n  })";
constexpr const char* kWeighed =
    "({\n  ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
    "    %k = stablehlo.multiply %a, %two : tensor<f32>\n"
    "    %c = stablehlo.add %k, %b : tensor<f32>\n    stablehlo.return %c : tensor<f32>\n  })";

/// `operation` gives a `result` of %x and %roots.
void expect_operation(const std::string& operation, const std::string& result) {
  SCOPED_TRACE(operation);
  const ir::Module module =
      test::parse("func.func @main(%x: tensor<4x6xf32>) -> " + result +
                  " {\n  %two = stablehlo.constant dense<2.0> : tensor<f32>\n"
                  "  %roots = stablehlo.constant dense<1> : tensor<1xi32>\n"
                  "  %y = stablehlo.negate %x : tensor<4x6xf32>\n  %z = " +
                  operation + " -> " + result + "\n  %w = stablehlo.add %z, %z : " + result +
                  "\n  return %w : " + result + "\n}\n");
  constexpr ir::GridSize kGrid{2, 2};
  expect_same(module, kGrid, some_arguments(module, kGrid));
}

TEST(CpuGrid, CollectivesGiveWhatTheReferenceGives) {
  const std::string groups = "replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>",
                    all =
                        "replica_groups = dense<[[3, 0, 2, 1]]> : tensor<1x4xi64>, "
                        "use_global_device_ids, ",
                    channel = "channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>",
                    of_x = " : (tensor<4x6xf32>)";
  for (const char* body : {kSum, kWeighed}) {
    const std::string region = std::string(" ") + body;
    expect_operation("\"stablehlo.all_reduce\"(%y)" + region + " {" + groups + "}" + of_x,
                     "tensor<4x6xf32>");
    expect_operation("\"stablehlo.all_reduce\"(%y)" + region + " {" + all + channel + "}" + of_x,
                     "tensor<4x6xf32>");
    expect_operation("\"stablehlo.reduce_scatter\"(%y)" + region +
                         " {scatter_dimension = 1 : i64, " + groups + "}" + of_x,
                     "tensor<4x3xf32>");
    expect_operation("\"stablehlo.collective_reduce\"(%y, %roots)" + region + " {" + groups + ", " +
                         channel + ", has_dynamic_root} : (tensor<4x6xf32>, tensor<1xi32>)",
                     "tensor<4x6xf32>");
  }
  expect_operation(
      "\"stablehlo.all_gather\"(%y) {all_gather_dim = 0 : i64, " + all + channel + "}" + of_x,
      "tensor<16x6xf32>");
  expect_operation(
      "\"stablehlo.all_to_all\"(%y) {split_dimension = 1 : i64, "
      "concat_dimension = 0 : i64, split_count = 2 : i64, " +
          groups + "}" + of_x,
      "tensor<8x3xf32>");
  expect_operation(
      "\"stablehlo.collective_broadcast\"(%y) {" + groups + ", " + channel + "}" + of_x,
      "tensor<4x6xf32>");
  expect_operation(
      "\"stablehlo.collective_permute\"(%y) {source_target_pairs = dense<[[0, 1]]> : "
      "tensor<1x2xi64>, " +
          channel + "}" + of_x,
      "tensor<4x6xf32>");
  // For the first process only; the others get zeros.
  expect_operation(
      "\"stablehlo.collective_permute\"(%y) {source_target_pairs = dense<0> : "
      "tensor<1x2xi64>, " +
          channel + "}" + of_x,
      "tensor<4x6xf32>");
  expect_operation("\"stablehlo.cross-replica-sum\"(%y) {" + groups + "}" + of_x,
                   "tensor<4x6xf32>");
}

TEST(CpuGrid, ElementsOfEveryKindTravel) {
  for (const char* element : {"f64", "bf16", "i8", "ui64", "i1", "i4", "complex<f32>"}) {
    SCOPED_TRACE(element);
    const std::string type = fmt::format("tensor<3x{}>", element);
    const ir::Module module =
        test::parse(fmt::format(R"(
func.func @main(%n: tensor<3xi1>, %m: tensor<3xf32>) -> {0} {{
  %x = {1}
  %r = "stablehlo.collective_permute"(%x) {{source_target_pairs = dense<[[0, 1], [1, 0]]>
      : tensor<2x2xi64>}} : ({0}) -> {0}
  return %r : {0}
}})",
                                type,
                                std::string_view(element) == "complex<f32>"
                                    ? "stablehlo.complex %m, %m : " + type
                                    : "stablehlo.convert %n : (tensor<3xi1>) -> " + type));
    expect_same(module, {2, 1}, some_arguments(module, {2, 1}));
  }
}

TEST(CpuGrid, LoopsAndMessages) {
  // A ring: each sends its value on as often as there are processes, and adds what it gets.
  const ir::Module module = test::parse(R"(
func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<ui32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<3> : tensor<i32>
  %id = stablehlo.replica_id : tensor<ui32>
  %r:3 = stablehlo.while(%i = %zero, %sum = %x, %sent = %x) : tensor<i32>, tensor<2xf32>,
      tensor<2xf32>
  cond {
    %p = stablehlo.compare LT, %i, %end, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %t = stablehlo.after_all : !stablehlo.token
    %t2 = "stablehlo.send"(%sent, %t) {
      channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>,
      source_target_pairs = dense<[[0, 1], [1, 2], [2, 0]]> : tensor<3x2xi64>
    } : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
    %got:2 = "stablehlo.recv"(%t2) {
      channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>,
      source_target_pairs = dense<[[0, 1], [1, 2], [2, 0]]> : tensor<3x2xi64>
    } : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
    %s = stablehlo.add %sum, %got#0 : tensor<2xf32>
    %n = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %n, %s, %got#0 : tensor<i32>, tensor<2xf32>, tensor<2xf32>
  }
  return %r#1, %id : tensor<2xf32>, tensor<ui32>
})");
  for (const ir::GridSize grid : {ir::GridSize{1, 3}, ir::GridSize{2, 3}})
    expect_same(module, grid, some_arguments(module, grid));
}

TEST(CpuGrid, CutsAndJoinsAsThePartitionerIsTold) {
  const ir::Module module = test::parse(test::kShardMap);
  const auto arguments = some_arguments(module, {1, 1});
  expect_same(module, {1, 4}, Values(4, arguments[0]));
  expect_same(module, {2, 4}, Values(8, arguments[0]));
  const auto failure = test::failure_of([&] {
    run_on_cpu(module, {1, 2}, Values(2, arguments[0]));
  });
  test::expect_contains(failure.message, "--partitions 4");
}

TEST(CpuGrid, AGridThatIsNotTheRunsIsRefused) {
  const ir::Module module = test::parse(
      "func.func @main() -> tensor<ui32> {\n  %id = stablehlo.replica_id {tutti.grid = array<i64: "
      "0, "
      "0>} : tensor<ui32>\n  return %id : tensor<ui32>\n}\n");
  const auto failure = test::failure_of([&] { run_on_cpu(module, {1, 1}, Values(1)); });
  EXPECT_EQ(failure.code, ExitCode::usage);
  test::expect_contains(failure.message, "is for 0 replicas and 0 partitions, run on 1 and 1");
}

TEST(CpuGrid, SaysWhoWaitsForWhom) {
  const ir::Module module = test::parse(
      "func.func @main() {\n  %id = stablehlo.replica_id : tensor<ui32>\n"
      "  %index = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>\n"
      "  %x = stablehlo.constant dense<1> : tensor<1xi32>\n"
      "  %y = \"stablehlo.case\"(%index) ({\n    %r = \"stablehlo.all_gather\"(%x) {all_gather_dim "
      "= "
      "0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<1xi32>) -> "
      "tensor<2xi32>\n    stablehlo.return %r : tensor<2xi32>\n  }, {\n"
      "    %r = stablehlo.constant dense<0> : tensor<2xi32>\n"
      "    stablehlo.return %r : tensor<2xi32>\n  }) : (tensor<i32>) -> tensor<2xi32>\n  "
      "return\n}\n");
  const auto failure = test::failure_of([&] { run_on_cpu(module, {2, 1}, Values(2)); });
  EXPECT_EQ(failure.code, ExitCode::usage);
  test::expect_contains(failure.message,
                        "replica 0, partition 0 waits for replica 1, partition 0, which has ended");
}

}  // namespace
}  // namespace tutti
