// SPDX-License-Identifier: Apache-2.0
// Where the CPU backend puts values: views, donated arguments, sharing, limits, no allocation.
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <fstream>
#include <new>

#include "backend/cpu/plan/plan.h"
#include "cpu_program.h"
#include "kernel/avx512_product.h"
#include "kernel/matmul.h"
#include "support/errors.h"

namespace {

std::atomic<int64_t> allocations = 0;

}  // namespace

// The whole test program counts what it allocates. Inlined, the pairs would look mismatched to g++.
[[gnu::noinline]] void* operator new(size_t size) {
  allocations++;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void* operator new(size_t size, const std::nothrow_t&) noexcept {
  allocations++;
  return std::malloc(size == 0 ? 1 : size);
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, size_t) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, const std::nothrow_t&) noexcept {
  std::free(memory);
}

namespace tutti {
namespace {

using test::Array;
using test::ElementType;
using test::Type;

Array vector_of(std::vector<double> values) {
  Array array(Type::tensor(ElementType::f32, {static_cast<int64_t>(values.size())}));
  array.floats = std::move(values);
  return array;
}

TEST(CpuMemory, WithoutSharingEachTemporaryHasItsOwn) {
  const ir::Module module = test::parse(R"(
func.func @main(%x: tensor<256xf32>) -> tensor<256xf32> {
  %a = stablehlo.reverse %x, dims = [0] : tensor<256xf32>
  %b = stablehlo.exponential %a : tensor<256xf32>
  %c = stablehlo.reverse %b, dims = [0] : tensor<256xf32>
  %d = stablehlo.tanh %c : tensor<256xf32>
  %e = stablehlo.reverse %d, dims = [0] : tensor<256xf32>
  return %e : tensor<256xf32>
})");
  backend::CpuBackend backend({.threads = 1});
  std::string shared, apart;
  const auto memory = [&](bool share, std::string& text) {
    backend::CompileOptions options = {.share_memory = share};
    options.observe_memory = [&](const std::string& told) { text = told; };
    return backend.compile(module, options)->memory().temporaries;
  };
  EXPECT_LT(memory(true, shared), memory(false, apart));
  test::expect_contains(shared, "temporaries of ");
  test::expect_contains(apart, "stablehlo.reverse");
}

TEST(CpuMemory, TellsWhatIsNeededAtEachInstruction) {
  const ir::Module module = test::parse(R"(
func.func @main(%x: tensor<256xf32>) -> tensor<512xf32> {
  %a = stablehlo.reverse %x, dims = [0] : tensor<256xf32>
  %b = stablehlo.concatenate %a, %x, dim = 0
      : (tensor<256xf32>, tensor<256xf32>) -> tensor<512xf32>
  %c = stablehlo.reverse %b, dims = [0] : tensor<512xf32>
  return %c : tensor<512xf32>
})");
  backend::CpuBackend backend({.threads = 1});
  EXPECT_EQ(backend.compile(module, {})->temporaries_over_time(),
            (std::vector<int64_t>{1024, 1024 + 2048, 2048}));
}

TEST(CpuMemory, ResultsThatAreArgumentsConstantsOrGivenTwice) {
  const ir::Module module = test::parse(R"(
func.func @main(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>,
                                       tensor<2x3xf32>) {
  %c = stablehlo.constant dense<2.0> : tensor<3xf32>
  %y = stablehlo.add %x, %c : tensor<3xf32>
  %b = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  return %x, %c, %y, %y, %b
    : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>
})");
  auto run = test::cpu_run(module);
  for (int round = 0; round < 2; round++) {
    const auto results = round == 0 ? run({vector_of({1, 2, 3})}) : run.again();
    EXPECT_EQ(results[0].floats, (std::vector<double>{1, 2, 3}));
    EXPECT_EQ(results[1].floats, (std::vector<double>{2, 2, 2}));
    EXPECT_EQ(results[2].floats, (std::vector<double>{3, 4, 5}));
    EXPECT_EQ(results[3].floats, (std::vector<double>{3, 4, 5}));
    EXPECT_EQ(results[4].floats, (std::vector<double>{1, 2, 3, 1, 2, 3}));
  }
}

// Reshapes of views: those that strides express, and one that they do not.
TEST(CpuMemory, Views) {
  const ir::Module module = test::parse(R"(
func.func @main(%x: tensor<4x6xf32>)
    -> (tensor<12xf32>, tensor<2x3x4xf32>, tensor<2x2xf32>, tensor<3x8xf32>) {
  %t = stablehlo.transpose %x, dims = [1, 0] : (tensor<4x6xf32>) -> tensor<6x4xf32>
  %s = stablehlo.slice %t [1:6:2, 0:4] : (tensor<6x4xf32>) -> tensor<3x4xf32>
  %flat = stablehlo.reshape %s : (tensor<3x4xf32>) -> tensor<12xf32>
  %split = stablehlo.reshape %t : (tensor<6x4xf32>) -> tensor<2x3x4xf32>
  %sum = stablehlo.add %split, %split : tensor<2x3x4xf32>
  %corner = stablehlo.slice %x [2:4, 4:6] : (tensor<4x6xf32>) -> tensor<2x2xf32>
  %twice = stablehlo.multiply %corner, %corner : tensor<2x2xf32>
  %b = stablehlo.broadcast_in_dim %corner, dims = [1, 2] : (tensor<2x2xf32>) -> tensor<6x2x2xf32>
  %r = stablehlo.reshape %b : (tensor<6x2x2xf32>) -> tensor<3x8xf32>
  return %flat, %sum, %twice, %r
    : tensor<12xf32>, tensor<2x3x4xf32>, tensor<2x2xf32>, tensor<3x8xf32>
})");
  test::expect_program(module, {test::random_values(module.get("main").argument(0)->type, 3)},
                       1e-6);
}

constexpr const char* kAccumulate = R"(
func.func @main(%sum: tensor<1000xf32> {tf.aliasing_output = 0 : i32}, %x: tensor<1000xf32>)
    -> tensor<1000xf32> {
  %square = stablehlo.multiply %x, %x : tensor<1000xf32>
  %new = stablehlo.add %square, %sum : tensor<1000xf32>
  return %new : tensor<1000xf32>
})";

TEST(CpuMemory, DonatedArgumentIsWrittenInPlace) {
  const ir::Module module = test::parse(kAccumulate);
  const Type type = Type::tensor(ElementType::f32, {1000});
  auto run = test::cpu_run(module);
  EXPECT_EQ(run.memory().arguments, 8000);
  EXPECT_EQ(run.memory().results, 0);
  EXPECT_EQ(run.memory().temporaries, 4032);  // the squares; the sum needs none
  EXPECT_EQ(run.memory().peak, 12032);
  const Array sum = test::random_values(type, 1), x = test::random_values(type, 2);
  const auto results = run({sum, x});
  EXPECT_EQ(run.arguments[0], nullptr);
  EXPECT_NE(run.arguments[1], nullptr);
  for (int64_t i = 0; i < 1000; i++) ASSERT_NEAR(results[0].f(i), sum.f(i) + x.f(i) * x.f(i), 1e-5);
  // The next step takes the result.
  const backend::BufferStorage* storage = run.results[0].get();
  run.arguments[0] = std::move(run.results[0]);
  const Array again = run.again()[0];
  EXPECT_EQ(run.results[0].get(), storage);
  for (int64_t i = 0; i < 1000; i++) ASSERT_NEAR(again.f(i), sum.f(i) + 2 * x.f(i) * x.f(i), 1e-4);
}

// Two arguments change places, while each is donated; a third is used after its successor is made.
TEST(CpuMemory, DonatedArgumentsThatAreStillNeeded) {
  const ir::Module module = test::parse(R"(
func.func @main(%x: tensor<3xf32> {tf.aliasing_output = 0 : i32},
                %y: tensor<3xf32> {tf.aliasing_output = 1 : i32},
                %z: tensor<3xf32> {tf.aliasing_output = 2 : i32},
                %u: tensor<3xf32> {tf.aliasing_output = 4 : i32})
    -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %new = stablehlo.add %z, %x : tensor<3xf32>
  %both = stablehlo.multiply %new, %z : tensor<3xf32>
  return %y, %x, %new, %both, %u
    : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
})");
  auto run = test::cpu_run(module);
  const auto results = run(
      {vector_of({1, 2, 3}), vector_of({4, 5, 6}), vector_of({7, 8, 9}), vector_of({-1, -2, -3})});
  EXPECT_EQ(results[0].floats, (std::vector<double>{4, 5, 6}));
  EXPECT_EQ(results[1].floats, (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(results[2].floats, (std::vector<double>{8, 10, 12}));
  EXPECT_EQ(results[3].floats, (std::vector<double>{56, 80, 108}));
  EXPECT_EQ(results[4].floats, (std::vector<double>{-1, -2, -3}));
}

TEST(CpuMemory, DonationIsHeldToItsRules) {
  const auto compile = [](const std::string& argument) {
    test::cpu_run(test::parse(fmt::format(
        "func.func @main(%x: tensor<3xf32> {{tf.aliasing_output = 0 : i32}}, %y: {}) -> "
        "tensor<3xf32> {{\n  return %x : tensor<3xf32>\n}}\n",
        argument)));
  };
  using test::expect_contains;
  using test::failure_of;
  expect_contains(
      failure_of([&] { compile("tensor<3xf32> {tf.aliasing_output = 1 : i32}"); }).message,
      "argument 1 of @main");
  expect_contains(
      failure_of([&] { compile("tensor<4xf32> {tf.aliasing_output = 0 : i32}"); }).message,
      "tensor<4xf32>");
  expect_contains(
      failure_of([&] { compile("tensor<3xf32> {tf.aliasing_output = 0 : i32}"); }).message,
      "as argument 0 does");

  auto run = test::cpu_run(test::parse(kAccumulate));
  const Type type = Type::tensor(ElementType::f32, {1000});
  run({Array(type), Array(type)});
  run.arguments[0] = run.arguments[1];
  expect_contains(failure_of([&] { run.again(); }).message, "held elsewhere");
  run.arguments[0] = nullptr;
  expect_contains(failure_of([&] { run.again(); }).message, "argument 0 of @main is empty");
  run.arguments.pop_back();
  expect_contains(failure_of([&] { run.again(); }).message, "takes 2 arguments, found 1");
  EXPECT_EQ(failure_of([&] { run({Array(type), vector_of({1})}); }).code, ExitCode::usage);
}

/// A random program of sums over earlier values, transposed now and then.
ir::Module random_sums(uint32_t seed) {
  std::mt19937 random(seed);
  ir::Module module;
  ir::Function& function = module.add_function("main");
  const Type type = Type::tensor(ElementType::f32, {12, 12});
  std::vector<ir::Value> values = {function.add_argument(type), function.add_argument(type)};
  function.argument_attributes[seed % 2].set("tf.aliasing_output",
                                             ir::int_attribute(0, ElementType::i32));
  ir::Builder b(function.body, op::catalogue());
  const auto pick = [&] {
    const size_t recent = std::min<size_t>(values.size(), 6);
    return values[values.size() - 1 - random() % recent];
  };
  for (int i = 0; i < 60; i++) {
    ir::Value x = pick(), y = pick();
    if (random() % 4 == 0)
      x = b.one("stablehlo.transpose", {x},
                ir::attributes({{"permutation", ir::ints_attribute({1, 0})}}));
    values.push_back(b.one(random() % 2 ? "stablehlo.subtract" : "stablehlo.maximum", {x, y}));
  }
  pass::finish(function, b, {values.back(), pick(), values[20], values[1]});
  return module;
}

TEST(CpuMemory, RandomProgramsShareTheArena) {
  for (uint32_t seed = 0; seed < 60; seed++) {
    SCOPED_TRACE(seed);
    const ir::Module module = random_sums(seed);
    const Type type = module.get("main").argument(0)->type;
    test::expect_program(
        module, {test::random_values(type, 2 * seed), test::random_values(type, 2 * seed + 1)},
        1e-6);
    if (HasFatalFailure()) return;
    const auto operations = static_cast<int64_t>(module.get("main").body.operations.size());
    EXPECT_LT(test::cpu_run(module).memory().temporaries, operations * type.bytes() / 3);
  }
}

TEST(CpuMemory, KnowsTheLastUseOfEachByteOfTheArena) {
  for (uint32_t seed = 0; seed < 20; seed++) {
    const ir::Module module = random_sums(seed);
    backend::cpu::Plan plan = backend::cpu::trace(module.get("main"), 1);
    backend::cpu::assign_places(plan, true);
    int64_t bytes = 0, before = -1;
    for (const backend::cpu::LastUse& use : backend::cpu::last_uses(plan)) {
      int64_t last = -1;
      for (size_t i = 0; i < plan.pieces.size(); i++) {
        const backend::cpu::Piece& piece = plan.pieces[i];
        const int64_t begin = piece.place.offset;
        if (plan.root(i) == i && piece.place.kind == backend::Place::Kind::arena &&
            begin < use.begin + use.bytes && use.begin < begin + piece.bytes)
          last = std::max(last, piece.last);
      }
      EXPECT_EQ(use.step, last) << seed;
      EXPECT_GE(use.step, before);
      before = use.step;
      bytes += use.bytes;
    }
    EXPECT_EQ(bytes, plan.arena_bytes);
  }
}

TEST(CpuMemory, KnowsWhatIsInMemoryWhereTemporariesAreGivenBack) {
  // Of the four tensors that are computed, two are needed at a time: %a and %b, %b and %c, and the
  // results %c and %d.
  const ir::Module module = test::parse(R"(
func.func @main(%x: tensor<2048x1024xf32>) -> (tensor<2048x1024xf32>, tensor<2048x1024xf32>) {
  %a = stablehlo.reverse %x, dims = [0] : tensor<2048x1024xf32>
  %b = stablehlo.reverse %a, dims = [1] : tensor<2048x1024xf32>
  %c = stablehlo.reverse %b, dims = [0] : tensor<2048x1024xf32>
  %d = stablehlo.reverse %x, dims = [1] : tensor<2048x1024xf32>
  return %c, %d : tensor<2048x1024xf32>, tensor<2048x1024xf32>
})");
  backend::cpu::Plan plan = backend::cpu::trace(module.get("main"), 1);
  backend::cpu::assign_places(plan, true);
  constexpr int64_t kTensor = int64_t{8} << 20;
  ASSERT_EQ(plan.arena_bytes, 2 * kTensor);
  const auto uses = backend::cpu::last_uses(plan);
  EXPECT_EQ(backend::cpu::most_together(plan, uses), 2 * kTensor);
  EXPECT_EQ(backend::cpu::most_together(plan, {}), 4 * kTensor);
}

/// Bytes of the process that are in memory.
int64_t resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  int64_t all = 0, resident = 0;
  statm >> all >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

TEST(CpuMemory, IsReturnedWhileAProgramRuns) {
  const ir::Module module = test::parse(R"(
func.func @main(%x: tensor<2048x1024xf32>) -> (tensor<2048x1024xf32>, tensor<f32>) {
  %a = stablehlo.reverse %x, dims = [0] : tensor<2048x1024xf32>
  %b = stablehlo.reverse %a, dims = [1] : tensor<2048x1024xf32>
  %none = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %rounds = stablehlo.constant dense<3> : tensor<i32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %loop:2 = stablehlo.while(%i = %none, %s = %b) : tensor<i32>, tensor<2048x1024xf32>
  cond {
    %more = stablehlo.compare LT, %i, %rounds : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %c = stablehlo.reverse %s, dims = [0] : tensor<2048x1024xf32>
    %d = stablehlo.add %c, %b : tensor<2048x1024xf32>
    %e = stablehlo.reverse %d, dims = [1] : tensor<2048x1024xf32>
    stablehlo.return %next, %e : tensor<i32>, tensor<2048x1024xf32>
  }
  %f = stablehlo.reverse %loop#1, dims = [0] : tensor<2048x1024xf32>
  %g = stablehlo.tanh %f : tensor<2048x1024xf32>
  %h = stablehlo.reverse %g, dims = [1] : tensor<2048x1024xf32>
  %sum = stablehlo.reduce(%g init: %zero) applies stablehlo.add across dimensions = [0, 1]
      : (tensor<2048x1024xf32>, tensor<f32>) -> tensor<f32>
  return %h, %sum : tensor<2048x1024xf32>, tensor<f32>
})");
  backend::CpuBackend backend({.threads = 2});
  const Type type = module.get("main").argument(0)->type;
  std::vector<backend::Buffer> in = {
      backend.upload(test::random_values(type, 1).tensor(), backend.devices()[0])};
  const std::span<backend::Buffer> arguments(in);
  std::vector<ir::Tensor> expected;
  int64_t kept = 0;
  for (const bool returns : {false, true}) {
    const auto program = backend.compile(module, {.returns_memory = returns});
    for (int round = 0; round < 2; round++) {
      std::vector<backend::Buffer> out(2);
      const std::span<backend::Buffer> results(out);
      const int64_t before = resident_bytes();
      program->run({&arguments, 1}, {&results, 1});
      const int64_t grown = resident_bytes() - before;
      if (expected.empty()) kept = grown;
      if (returns) {
        EXPECT_LE(grown, kept - program->memory().temporaries * 9 / 10);
      }
      for (size_t i = 0; i < out.size(); i++) {
        if (expected.size() == i) expected.push_back(backend.download(out[i]));
        EXPECT_TRUE(backend.download(out[i]) == expected[i]) << returns << round;
      }
    }
  }
}

TEST(CpuMemory, LimitIsHeldBeforeMemoryIsTaken) {
  const ir::Module module = test::parse(R"(
func.func @main(%x: tensor<1000000x1000xf32>) -> tensor<1000000x1000xf32> {
  %y = stablehlo.exponential %x : tensor<1000000x1000xf32>
  return %y : tensor<1000000x1000xf32>
})");
  const auto failure = test::failure_of(
      [&] { test::cpu_run(module, {.threads = 1, .memory_limit_bytes = int64_t{1} << 30}); });
  EXPECT_EQ(failure.code, ExitCode::out_of_memory);
  for (const char* part : {"@main needs 7.5 GiB", "1.0 GiB", "arguments 3.7 GiB"})
    test::expect_contains(failure.message, part);
}

/// Whether a program fits is a value, be the limit ours or the system's; nothing else is harmed.
TEST(CpuMemory, TooLittleMemoryIsAnAnswer) {
  const auto two_steps = [](const std::string& type) {
    return test::parse("func.func @main(%x: tensor<" + type + ">) -> tensor<" + type + R"(> {
  %y = stablehlo.exponential %x : tensor<)" +
                       type + R"(>
  %z = stablehlo.reverse %y, dims = [0] : tensor<)" +
                       type + R"(>
  return %z : tensor<)" +
                       type + R"(>
})");
  };
  const ir::Module small = two_steps("3xf32");
  const ir::Module large = two_steps("1125899906842624xf32");  // 4 PiB a tensor
  backend::CpuBackend limited({.threads = 1, .memory_limit_bytes = int64_t{1} << 30});
  const backend::Compilation refused = limited.try_compile(large, {});
  EXPECT_EQ(refused.executable, nullptr);
  test::expect_contains(refused.lack, "of memory, but there are 1.0 GiB: arguments 4");

  backend::CpuBackend unlimited({.threads = 1, .memory_limit_bytes = int64_t{1} << 60});
  const backend::Compilation fitting = unlimited.try_compile(small, {});
  ASSERT_NE(fitting.executable, nullptr) << fitting.lack;
  EXPECT_EQ(fitting.lack, "");
  ASSERT_GT(fitting.executable->memory().temporaries, 0);
  const backend::Compilation denied = unlimited.try_compile(large, {});
  EXPECT_EQ(denied.executable, nullptr);
  test::expect_contains(denied.lack, "the system has no ");
  std::vector<backend::Buffer> in = {unlimited.upload(
      ir::Tensor::of(Type::tensor(ElementType::f32, {3}), {0, 0, 0}), unlimited.devices()[0])};
  std::vector<backend::Buffer> out(1);
  const std::span<backend::Buffer> arguments(in), results(out);
  fitting.executable->run({&arguments, 1}, {&results, 1});
  EXPECT_EQ(Array(unlimited.download(out[0])).floats, (std::vector<double>{1, 1, 1}));
}

int64_t allocations_of_a_run(const ir::Module& module) {
  std::vector<Array> arguments;
  for (const auto& argument : module.get("main").body.arguments)
    arguments.push_back(test::random_values(argument->type, 5));
  auto run = test::cpu_run(module);
  run(arguments);
  std::span<backend::Buffer> in(run.arguments), out(run.results);
  const int64_t before = allocations;
  run.executable().run({&in, 1}, {&out, 1});
  return allocations - before;
}

TEST(CpuMemory, RunsDoNotAllocate) {
  const ir::Module module = test::parse(R"(
func.func @main(%x: tensor<4x64x32xf32>, %g: tensor<32xf32>, %w: tensor<32x32xf64>)
    -> (tensor<4x64x32xf32>, tensor<32x32xf64>, tensor<f32>) {
  %y:3 = tutti.layer_norm %x, %g, %g {epsilon = 1.0e-5 : f32}
    : (tensor<4x64x32xf32>, tensor<32xf32>, tensor<32xf32>)
    -> (tensor<4x64x32xf32>, tensor<4x64xf32>, tensor<4x64xf32>)
  %b = stablehlo.broadcast_in_dim %g, dims = [2] : (tensor<32xf32>) -> tensor<4x64x32xf32>
  %z = stablehlo.add %y#0, %b : tensor<4x64x32xf32>
  %a = tutti.bias_relu %z, %g : (tensor<4x64x32xf32>, tensor<32xf32>) -> tensor<4x64x32xf32>
  %n = tutti.squared_norm %a, %g : (tensor<4x64x32xf32>, tensor<32xf32>) -> tensor<f32>
  %p = stablehlo.dot_general %w, %w, contracting_dims = [1] x [0]
    : (tensor<32x32xf64>, tensor<32x32xf64>) -> tensor<32x32xf64>
  return %a, %p, %n : tensor<4x64x32xf32>, tensor<32x32xf64>, tensor<f32>
})");
  EXPECT_EQ(allocations_of_a_run(module), 0);
}

void expect_that_products_do_not_allocate(std::string text, const std::string& type) {
  for (size_t at = 0; (at = text.find("TYPE", at)) != text.npos;) text.replace(at, 4, type);
  EXPECT_EQ(allocations_of_a_run(test::parse(text)), 0) << type;
}

TEST(CpuMemory, ProductsDoNotAllocate) {
  const std::string text = R"(
func.func @main(%x: tensor<900x80xTYPE>, %w: tensor<80x1600xTYPE>, %b: tensor<90x9x8xTYPE>)
    -> (tensor<80x1600xTYPE>, tensor<90x9x9xTYPE>) {
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
    : (tensor<900x80xTYPE>, tensor<80x1600xTYPE>) -> tensor<900x1600xTYPE>
  %z = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0]
    : (tensor<900x80xTYPE>, tensor<900x1600xTYPE>) -> tensor<80x1600xTYPE>
  %c = stablehlo.dot_general %b, %b, batching_dims = [0] x [0], contracting_dims = [2] x [2]
    : (tensor<90x9x8xTYPE>, tensor<90x9x8xTYPE>) -> tensor<90x9x9xTYPE>
  return %z, %c : tensor<80x1600xTYPE>, tensor<90x9x9xTYPE>
})";
  expect_that_products_do_not_allocate(text, "f32");
  expect_that_products_do_not_allocate(text, "bf16");
}

// Large tensors are copied in pieces, by several threads.
TEST(CpuMemory, UploadsAreWhatIsDownloaded) {
  backend::CpuBackend cpu({.threads = 2});
  const Type large = Type::tensor(ElementType::bf16, {3, 1 << 20, 1}), small = large.with({7}),
             empty = large.with({0});
  for (const Type& type : {large, small, empty}) {
    const ir::Tensor splat = ir::Tensor::splat(type, 1.5), zero = ir::Tensor::splat(type, 0);
    std::vector<std::byte> bytes(static_cast<size_t>(type.bytes()));
    for (size_t i = 0; i < bytes.size(); i++) bytes[i] = static_cast<std::byte>(i * 7 + i / 251);
    for (const ir::Tensor& tensor : {splat, ir::Tensor(type, bytes), zero}) {
      const ir::Tensor back = cpu.download(cpu.upload(tensor, cpu.devices()[0]));
      EXPECT_EQ(back.expanded(), tensor.expanded());
      std::vector<std::byte> copy(static_cast<size_t>(type.bytes()));
      cpu.download_into(cpu.upload(tensor, cpu.devices()[0]), copy);
      EXPECT_EQ(copy, tensor.expanded());
    }
  }
  std::vector<std::byte> number(16);
  for (size_t i = 0; i < number.size(); i++) number[i] = static_cast<std::byte>(i);
  const ir::Tensor wide(Type::tensor(ElementType::complex_f64, {300}), number, true);
  EXPECT_EQ(cpu.download(cpu.upload(wide, cpu.devices()[0])).expanded(), wide.expanded());
}

TEST(CpuMemory, ResultsAreNotWrittenWhereOthersHoldThem) {
  const ir::Module module = test::parse(
      "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n  %y = stablehlo.negate %x : "
      "tensor<2xf32>\n  return %y : tensor<2xf32>\n}\n");
  auto run = test::cpu_run(module);
  run({vector_of({1, 2})});
  const backend::Buffer kept = run.results[0];
  run.arguments[0] = kept;
  EXPECT_EQ(run.again()[0].floats, (std::vector<double>{1, 2}));
  EXPECT_EQ(Array(run.backend().download(kept)).floats, (std::vector<double>{-1, -2}));
}

TEST(CpuMemory, WhatIsMissingIsNamed) {
  const ir::Module module = test::parse(
      "func.func @main(%x: tensor<2xf64>) -> tensor<2xf64> {\n  %y = tutti.softmax %x : "
      "(tensor<2xf64>) -> tensor<2xf64>\n  return %y : tensor<2xf64>\n}\n");
  const auto failure = test::failure_of([&] { test::cpu_run(module); });
  EXPECT_EQ(failure.code, ExitCode::usage);
  for (const char* part : {"test:2:", "tutti.softmax", "cpu backend", "tensor<2xf64>"})
    test::expect_contains(failure.message, part);
}

TEST(CpuMemory, CallsAreInlined) {
  const ir::Module module = test::parse(R"(
func.func private @twice(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = stablehlo.add %x, %x : tensor<2xf32>
  return %y : tensor<2xf32>
}
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = call @twice(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %z = call @twice(%y) : (tensor<2xf32>) -> tensor<2xf32>
  return %z : tensor<2xf32>
})");
  EXPECT_EQ(test::cpu_run(module)({vector_of({1, 2})})[0].floats, (std::vector<double>{4, 8}));
}

// Weights that many runs have in common are packed once, and anew where they change.
TEST(CpuMemory, KeepsPackedArguments) {
  if (!kernel::adds_bias()) GTEST_SKIP() << "needs AVX-512";
  const ir::Module product = test::parse(R"(
func.func @main(%x: tensor<200x64xf32>, %w: tensor<64x96xf32>) -> tensor<200x96xf32> {
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
      : (tensor<200x64xf32>, tensor<64x96xf32>) -> tensor<200x96xf32>
  return %y : tensor<200x96xf32>
})");
  const ir::Module change = test::parse(R"(
func.func @main(%w: tensor<64x96xf32>) -> tensor<64x96xf32> {
  %y = stablehlo.add %w, %w : tensor<64x96xf32>
  return %y : tensor<64x96xf32>
})");
  const Array x = test::random_values(Type::tensor(ElementType::f32, {200, 64}), 1),
              w = test::random_values(Type::tensor(ElementType::f32, {64, 96}), 2);
  backend::CpuBackend backend({.threads = 2});
  const auto plain = backend.compile(product, {}),
             keeping = backend.compile(product,
                                       {.function = "main", .keeping = backend::Keeping::copies}),
             changing = backend.compile(change, {});
  EXPECT_EQ(plain->memory().kept, 0);
  EXPECT_EQ(keeping->memory().kept, 64 * 96 * 4);
  EXPECT_EQ(keeping->memory().peak, plain->memory().peak + keeping->memory().kept);
  const auto run = [](backend::Executable& program, std::vector<backend::Buffer> in,
                      backend::Buffer& result) {
    std::span<backend::Buffer> arguments(in), results(&result, 1);
    program.run({&arguments, 1}, {&results, 1});
  };
  const auto device = backend.devices()[0];
  const backend::Buffer input = backend.upload(x.tensor(), device);
  backend::Buffer weights, found, expected;
  const auto compare = [&] {
    run(*plain, {input, weights}, expected);
    for (int again = 0; again < 2; again++) {
      run(*keeping, {input, weights}, found);
      EXPECT_EQ(backend.download(found), backend.download(expected));
    }
  };
  weights = backend.upload(w.tensor(), device);
  compare();
  const backend::Buffer first = weights;
  weights = nullptr;
  run(*changing, {first}, weights);
  compare();
  const backend::BufferStorage* storage = weights.get();
  run(*changing, {backend.upload(backend.download(weights), device)}, weights);
  EXPECT_EQ(weights.get(), storage);  // its memory was written anew
  compare();
}

/// Weights that only a product reads are kept packed alone, and are what they were for all others.
TEST(CpuMemory, MovesArgumentsIntoTheFormOfProducts) {
  for (const char* type : {"f32", "bf16"})
    for (const bool transposed : {false, true}) {
      const Type weights_type = Type::tensor(*ir::element_type_of(type),
                                             transposed ? ir::Shape{100, 64} : ir::Shape{64, 100});
      const ir::Module product =
          test::parse(fmt::format(R"(
func.func @main(%x: tensor<3x64x{0}>, %w: tensor<{1}x{0}>, %v: tensor<{1}x{0}>)
    -> (tensor<3x100x{0}>, tensor<{1}x{0}>) {{
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [{2}]
      : (tensor<3x64x{0}>, tensor<{1}x{0}>) -> tensor<3x100x{0}>
  %z = stablehlo.negate %v : tensor<{1}x{0}>
  return %y, %z : tensor<3x100x{0}>, tensor<{1}x{0}>
}})",
                                  type, transposed ? "100x64" : "64x100", transposed ? 1 : 0));
      backend::CpuBackend backend({.threads = 2});
      const auto device = backend.devices()[0];
      const auto upload = [&](const Type& shape, uint32_t seed) {
        return backend.upload(test::random_values(shape, seed).tensor(), device);
      };
      const auto plain = backend.compile(product, {}),
                 moving = backend.compile(product,
                                          {.function = "main", .keeping = backend::Keeping::moves});
      const backend::Buffer x = upload(weights_type.with(ir::Shape{3, 64}), 1),
                            w = upload(weights_type, 2), v = upload(weights_type, 3);
      // Of 144 lines, in panels of 48, instead of 100; and at first both. Products of another type
      // would read larger or rounded ones: then the weights stay as they are.
      const bool moves = kernel::has_avx512_product(weights_type.element);
      EXPECT_EQ(moving->memory().kept, moves ? 144 * weights_type.bytes() / 100 : 0);
      const ir::Tensor before = backend.download(w);
      const auto run = [&](backend::Executable& program, const backend::Buffer& other) {
        std::vector<backend::Buffer> in = {x, w, other}, out(2);
        const std::span<backend::Buffer> arguments(in), results(out);
        program.run({&arguments, 1}, {&results, 1});
        return std::pair(backend.download(out[0]), backend.download(out[1]));
      };
      const auto expected = run(*plain, v), of_itself = run(*plain, w);
      for (int again = 0; again < 2; again++) {
        EXPECT_EQ(run(*moving, w), of_itself);  // the same buffer, read in two ways
        EXPECT_EQ(run(*moving, v), expected);
        EXPECT_EQ(run(*moving, v), expected);
        EXPECT_EQ(backend.download(w), before);
        EXPECT_EQ(run(*moving, v), expected);
        EXPECT_EQ(run(*plain, v), expected);
      }
    }
}

}  // namespace
}  // namespace tutti
