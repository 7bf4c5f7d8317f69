// SPDX-License-Identifier: Apache-2.0
// Loops and branches on the CPU backend: where their values lie, and that they are as interpreted.
#include "backend/cpu/plan/plan.h"
#include "backend/cpu_program.h"
#include "support/errors.h"
#include "support/text.h"

namespace tutti {
namespace {

using test::Array;
using test::ElementType;
using test::Type;

/// Random arguments of main.
std::vector<Array> arguments_of(const ir::Module& module) {
  std::vector<Array> arguments;
  const ir::Function& main = module.get("main");
  for (size_t i = 0; i < main.argument_count(); i++)
    arguments.push_back(test::random_values(main.argument(i)->type, static_cast<uint32_t>(i + 1)));
  return arguments;
}

void expect_as_interpreted(const std::string& text, double tolerance = 1e-6) {
  const ir::Module module = test::parse(text);
  test::expect_program(module, arguments_of(module), tolerance);
}

// Values change places, one is kept, one is used twice, one comes from outside.
TEST(CpuControl, StateThatChangesPlaces) {
  expect_as_interpreted(R"(
func.func @main(%x: tensor<3xf32>, %y: tensor<3xf32>, %z: tensor<2x3xf32>)
    -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>, tensor<3xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %r:6 = stablehlo.while(%i = %zero, %a = %x, %b = %y, %c = %y, %d = %z, %e = %x)
      : tensor<i32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>, tensor<3xf32>
  cond {
    %p = stablehlo.compare LT, %i, %five, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %sum = stablehlo.add %a, %y : tensor<3xf32>
    stablehlo.return %next, %b, %sum, %sum, %d, %a
      : tensor<i32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>, tensor<3xf32>
  }
  %after = stablehlo.add %y, %r#1 : tensor<3xf32>
  return %r#1, %r#2, %r#3, %r#4, %after
    : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>, tensor<3xf32>
})");
}

// A matrix that is transposed in each round: the new value is a view of the old.
TEST(CpuControl, StateThatIsAViewOfItself) {
  expect_as_interpreted(R"(
func.func @main(%x: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<3x3xf32>
  cond {
    %p = stablehlo.compare LT, %i, %three, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %t = stablehlo.transpose %a, dims = [1, 0] : (tensor<3x3xf32>) -> tensor<3x3xf32>
    stablehlo.return %next, %t : tensor<i32>, tensor<3x3xf32>
  }
  return %r#1 : tensor<3x3xf32>
})");
}

constexpr const char* kScan = R"(
func.func @main(%x: tensor<1000x64xf32>, %h: tensor<64xf32>) -> (tensor<64xf32>,
      tensor<1000x64xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %length = stablehlo.constant dense<1000> : tensor<i32>
  %none = stablehlo.constant dense<0.0> : tensor<1000x64xf32>
  %r:3 = stablehlo.while(%i = %zero, %s = %h, %out = %none)
      : tensor<i32>, tensor<64xf32>, tensor<1000x64xf32>
  cond {
    %p = stablehlo.compare LT, %i, %length, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %row = stablehlo.dynamic_slice %x, %i, %zero, sizes = [1, 64]
      : (tensor<1000x64xf32>, tensor<i32>, tensor<i32>) -> tensor<1x64xf32>
    %v = stablehlo.reshape %row : (tensor<1x64xf32>) -> tensor<64xf32>
    %sum = stablehlo.add %s, %v : tensor<64xf32>
    %t = stablehlo.tanh %sum : tensor<64xf32>
    %line = stablehlo.reshape %t : (tensor<64xf32>) -> tensor<1x64xf32>
    %new = stablehlo.dynamic_update_slice %out, %line, %i, %zero
      : (tensor<1000x64xf32>, tensor<1x64xf32>, tensor<i32>, tensor<i32>) -> tensor<1000x64xf32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %t, %new : tensor<i32>, tensor<64xf32>, tensor<1000x64xf32>
  }
  return %r#1, %r#2 : tensor<64xf32>, tensor<1000x64xf32>
})";

// What a round writes into stays where it is: no second copy of the rows that are collected.
TEST(CpuControl, ScanWritesInPlace) {
  const ir::Module module = test::parse(kScan);
  test::expect_program(module, arguments_of(module), 1e-5);
  const auto run = test::cpu_run(module);
  EXPECT_LT(run.memory().temporaries, 4096);
}

/// Adds up the rows of a matrix, each read by a dynamic_slice of `from`: %x from outside, or %m, a
/// state of the loop that begins as %x and of which each round changes a row.
std::string rows_read(const std::string& from, const std::string& attribute = "") {
  return fmt::format(R"(
func.func @main(%x: tensor<5x3xf32>{1}) -> (tensor<1x3xf32>, tensor<5x3xf32>) {{
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %six = stablehlo.constant dense<6> : tensor<i32>
  %none = stablehlo.constant dense<0.0> : tensor<1x3xf32>
  %r:3 = stablehlo.while(%i = %zero, %s = %none, %m = %x)
      : tensor<i32>, tensor<1x3xf32>, tensor<5x3xf32>
  cond {{
    %p = stablehlo.compare LT, %i, %six, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }} do {{
    %row = stablehlo.dynamic_slice {0}, %i, %zero, sizes = [1, 3]
      : (tensor<5x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x3xf32>
    %sum = stablehlo.add %s, %row : tensor<1x3xf32>
    %next = stablehlo.add %i, %one : tensor<i32>
    %new = stablehlo.dynamic_update_slice %m, %sum, %next, %zero
      : (tensor<5x3xf32>, tensor<1x3xf32>, tensor<i32>, tensor<i32>) -> tensor<5x3xf32>
    %again = stablehlo.multiply %sum, %row : tensor<1x3xf32>
    stablehlo.return %next, %again, %new : tensor<i32>, tensor<1x3xf32>, tensor<5x3xf32>
  }}
  return %r#1, %r#2 : tensor<1x3xf32>, tensor<5x3xf32>
}})",
                     from, attribute);
}

int64_t views_that_move(const std::string& text) {
  return backend::cpu::trace(test::parse(text).get("main"), 1).starts;
}

TEST(CpuControl, SlicesOfWhatALoopOnlyReadsAreViews) {
  EXPECT_EQ(views_that_move(kScan), 1);
  EXPECT_EQ(views_that_move(rows_read("%x")), 1);
  expect_as_interpreted(rows_read("%x"));
}

/// kScan, which collects `row` of each round. Both a group and other operations may make it.
std::string scan_of(const std::string& row) {
  return test::replaced(test::replaced(kScan, "stablehlo.reshape %t", "stablehlo.reshape %e"),
                        "    %line =", row + "\n    %line =");
}

TEST(CpuControl, RowsAreMadeWhereTheyAreCollected) {
  const std::string made = "    %e = stablehlo.exponential %t : tensor<64xf32>",
                    moved = "    %e = stablehlo.reverse %t, dims = [0] : tensor<64xf32>";
  // Read once more in the round.
  const std::string read = made + R"(
    %c = stablehlo.cosine %e : tensor<64xf32>
    %z = stablehlo.compare GT, %c, %s, FLOAT : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xi1>
    %u = stablehlo.select %z, %t, %c : tensor<64xi1>, tensor<64xf32>)";
  for (const std::string& row : {made, moved, read}) {
    std::string text = scan_of(row);
    if (row == read) text = test::replaced(text, "%next, %t,", "%next, %u,");
    EXPECT_EQ(views_that_move(text), 2) << row;
    expect_as_interpreted(text, 1e-5);
  }
}

// Rows of 2048 are made by a group of operations, in several tasks.
TEST(CpuControl, LongRowsAreMadeWhereTheyAreCollected) {
  std::string text = scan_of("    %e = stablehlo.exponential %t : tensor<64xf32>");
  for (const auto& [from, to] : {std::pair("64xf32", "2048xf32"), std::pair("[1, 64]", "[1, 2048]"),
                                 std::pair("1000x", "10x"), std::pair("<1000>", "<10>")})
    text = test::replaced(text, from, to);
  EXPECT_EQ(views_that_move(text), 2);
  expect_as_interpreted(text);
}

TEST(CpuControl, RowsThatAreNeededElsewhereAreCopied) {
  // The next round gets it too.
  const std::string carried = test::replaced(
      scan_of("    %e = stablehlo.exponential %t : tensor<64xf32>"), "%next, %t,", "%next, %e,");
  const std::string short_rows =
      test::replaced(test::replaced(scan_of("    %e = stablehlo.exponential %t : tensor<64xf32>"),
                                    "64xf32", "6xf32"),
                     "sizes = [1, 64]", "sizes = [1, 6]");
  for (const std::string& text : {carried, short_rows}) {
    EXPECT_EQ(views_that_move(text), 1);
    expect_as_interpreted(test::replaced(text, "%sum = stablehlo.add", "%sum = stablehlo.minimum"),
                          1e-5);
  }
}

TEST(CpuControl, SlicesOfWhatMayBeWrittenAreCopies) {
  const std::string donated = rows_read("%x", " {tf.aliasing_output = 1 : i32}");
  for (const std::string& text : {rows_read("%m"), donated}) {
    EXPECT_EQ(views_that_move(text), 0);
    expect_as_interpreted(text);
  }
}

/// Three rows of a matrix that is 7 before the loop, each written in a round: row `at`, which is an
/// expression of the counter i; %last is the last round. `sum` may compute %sum of it, the new
/// state.
std::string rows_written(const std::string& at, const std::string& sum = "") {
  return fmt::format(R"(
func.func @main(%x: tensor<1x4xf32>) -> tensor<3x4xf32> {{
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %last = stablehlo.constant dense<2> : tensor<i32>
  %seven = stablehlo.constant dense<7.0> : tensor<3x4xf32>
  %r:2 = stablehlo.while(%i = %zero, %out = %seven) : tensor<i32>, tensor<3x4xf32>
  cond {{
    %p = stablehlo.compare LE, %i, %last, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }} do {{
    {}
    %f = stablehlo.convert %i : (tensor<i32>) -> tensor<f32>
    %g = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<1x4xf32>
    %row = stablehlo.add %x, %g : tensor<1x4xf32>
    %new = stablehlo.dynamic_update_slice %out, %row, %at, %zero
      : (tensor<3x4xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<3x4xf32>
    {}
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, {} : tensor<i32>, tensor<3x4xf32>
  }}
  return %r#1 : tensor<3x4xf32>
}})",
                     at, sum, sum.empty() ? "%new" : "%sum");
}

/// The number of steps of the plan that copy a value.
size_t copies_in(const std::string& text) {
  const ir::Module module = test::parse(text);
  const backend::cpu::Plan plan = backend::cpu::trace(module.get("main"), 1);
  return static_cast<size_t>(std::count_if(plan.steps.begin(), plan.steps.end(),
                                           [](const auto& step) { return step.is_copy(); }));
}

TEST(CpuControl, RowsThatAreAllWrittenNeedNoFirstValue) {
  const std::string forwards = "%at = stablehlo.add %i, %zero : tensor<i32>";
  const std::string backwards = "%at = stablehlo.subtract %last, %i : tensor<i32>";
  for (const std::string& at : {forwards, backwards}) {
    expect_as_interpreted(rows_written(at));
    EXPECT_EQ(copies_in(rows_written(at)), 1u) << at;  // of the counter
  }
}

TEST(CpuControl, RowsThatAreReadOrNotAllWrittenBeginAsTheProgramSays) {
  const std::string all = "%at = stablehlo.add %i, %zero : tensor<i32>";
  const std::string not_first = "%at = stablehlo.add %i, %one : tensor<i32>";
  const std::string not_last = "%at = stablehlo.subtract %one, %i : tensor<i32>";
  const std::string one = "%at = stablehlo.subtract %i, %i : tensor<i32>";
  for (const std::string& at : {not_first, not_last, one}) expect_as_interpreted(rows_written(at));
  expect_as_interpreted(rows_written(all, "%sum = stablehlo.add %new, %new : tensor<3x4xf32>"));
}

TEST(CpuControl, LoopsInLoopsAndBranches) {
  expect_as_interpreted(R"(
func.func @main(%x: tensor<4xf32>, %n: tensor<i32>) -> (tensor<4xf32>, tensor<i32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %half = stablehlo.constant dense<0.5> : tensor<4xf32>
  %scaled = stablehlo.multiply %x, %half : tensor<4xf32>
  %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<4xf32>
  cond {
    %p = stablehlo.compare LT, %i, %four, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %q:2 = stablehlo.while(%j = %zero, %b = %a) : tensor<i32>, tensor<4xf32>
    cond {
      %p = stablehlo.compare LT, %j, %three, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %k = stablehlo.add %j, %one : tensor<i32>
      %c = stablehlo.add %b, %scaled : tensor<4xf32>
      %f = "stablehlo.case"(%i) ({
        %g = stablehlo.multiply %c, %half : tensor<4xf32>
        stablehlo.return %g : tensor<4xf32>
      }, {
        stablehlo.return %x : tensor<4xf32>
      }, {
        %g = stablehlo.add %c, %x : tensor<4xf32>
        %h = stablehlo.subtract %g, %scaled : tensor<4xf32>
        stablehlo.return %h : tensor<4xf32>
      }) : (tensor<i32>) -> tensor<4xf32>
      stablehlo.return %k, %f : tensor<i32>, tensor<4xf32>
    }
    stablehlo.return %next, %q#1 : tensor<i32>, tensor<4xf32>
  }
  %positive = stablehlo.compare GT, %n, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %s:2 = "stablehlo.if"(%positive) ({
    %t = stablehlo.add %r#1, %x : tensor<4xf32>
    stablehlo.return %n, %t : tensor<i32>, tensor<4xf32>
  }, {
    %m = stablehlo.negate %n : tensor<i32>
    stablehlo.return %m, %r#1 : tensor<i32>, tensor<4xf32>
  }) : (tensor<i1>) -> (tensor<i32>, tensor<4xf32>)
  return %r#1, %s#0, %s#1 : tensor<4xf32>, tensor<i32>, tensor<4xf32>
})",
                        1e-5);
}

// A copy that a branch would have made is not used after it if the branch did not run.
TEST(CpuControl, CopiesOfABranchStayInIt) {
  expect_as_interpreted(R"(
func.func @main(%x: tensor<2x3xi32>) -> (tensor<2x3xi16>, tensor<2x3xi16>) {
  %i = stablehlo.constant dense<1> : tensor<i32>
  %narrow = stablehlo.convert %x : (tensor<2x3xi32>) -> tensor<2x3xi16>
  %t = stablehlo.transpose %narrow, dims = [1, 0] : (tensor<2x3xi16>) -> tensor<3x2xi16>
  %r = "stablehlo.case"(%i) ({
    %b = stablehlo.bitcast_convert %t : (tensor<3x2xi16>) -> tensor<3x2xui16>
    %c = stablehlo.bitcast_convert %b : (tensor<3x2xui16>) -> tensor<3x2xi16>
    %d = stablehlo.reshape %c : (tensor<3x2xi16>) -> tensor<2x3xi16>
    stablehlo.return %d : tensor<2x3xi16>
  }, {
    stablehlo.return %narrow : tensor<2x3xi16>
  }) : (tensor<i32>) -> tensor<2x3xi16>
  %b = stablehlo.bitcast_convert %t : (tensor<3x2xi16>) -> tensor<3x2xui16>
  %c = stablehlo.bitcast_convert %b : (tensor<3x2xui16>) -> tensor<3x2xi16>
  %d = stablehlo.reshape %c : (tensor<3x2xi16>) -> tensor<2x3xi16>
  return %r, %d : tensor<2x3xi16>, tensor<2x3xi16>
})");
}

TEST(CpuControl, DonatedArgumentsEnterALoop) {
  const ir::Module module = test::parse(R"(
func.func @main(%x: tensor<1000xf32> {tf.aliasing_output = 0 : i32}) -> tensor<1000xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<1000xf32>
  cond {
    %p = stablehlo.compare LT, %i, %three, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %double = stablehlo.add %a, %a : tensor<1000xf32>
    stablehlo.return %next, %double : tensor<i32>, tensor<1000xf32>
  }
  return %r#1 : tensor<1000xf32>
})");
  auto run = test::cpu_run(module);
  EXPECT_LT(run.memory().temporaries, 1000);
  const Array x = test::random_values(Type::tensor(ElementType::f32, {1000}), 5);
  const auto results = run({x});
  for (int64_t i = 0; i < 1000; i++) ASSERT_EQ(results[0].f(i), 8 * x.f(i));
}

TEST(CpuControl, WhatIsForSeveralProcessesSaysHowToRunThem) {
  const ir::Module module = test::parse(R"(
func.func @main(%x: tensor<2xf32>) -> tensor<4xf32> {
  %r = "stablehlo.all_gather"(%x)
      <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}>
      : (tensor<2xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
})");
  const std::string message = test::failure_of([&] { test::cpu_run(module); }).message;
  test::expect_contains(message, "test:3:8: stablehlo.all_gather: is for several processes");
  test::expect_contains(message, "--replicas and --partitions");
}

TEST(CpuControl, NamesTheTargetOfACustomCall) {
  const auto failure = test::failure_of([] {
    test::cpu_run(test::parse(R"(
func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %y = stablehlo.custom_call @nobody_knows(%x) : (tensor<3xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
})"));
  });
  test::expect_contains(failure.message, "the target nobody_knows");
}

// The backend leaves to the passes what is better written out.
TEST(CpuControl, LoopsOfFewSmallRoundsAreRefused) {
  const backend::CpuBackend cpu(backend::CpuOptions{});
  const auto takes = [&](int rounds, const std::string& limit) {
    const ir::Module module = test::parse(fmt::format(R"(
func.func @main(%n: tensor<i32>) -> tensor<i32> {{
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %rounds = stablehlo.constant dense<{}> : tensor<i32>
  %r = stablehlo.while(%i = %zero) : tensor<i32>
  cond {{
    %p = stablehlo.compare LT, %i, {}, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }} do {{
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next : tensor<i32>
  }}
  return %r : tensor<i32>
}})",
                                                      rounds, limit));
    for (const auto& op : module.get("main").body.operations)
      if (op->name() == "stablehlo.while") return cpu.supports(*op);
    return false;
  };
  EXPECT_FALSE(takes(3, "%rounds"));
  EXPECT_TRUE(takes(3000, "%rounds"));
  EXPECT_TRUE(takes(3, "%n"));
}

}  // namespace
}  // namespace tutti
