// SPDX-License-Identifier: Apache-2.0
// libtutti_pjrt.so, opened by Tutti's own client of PJRT plugins: what it computes has the bits of
// the cpu backend.
#include <gtest/gtest.h>

#include "ir/tensor.h"
#include "pjrt_plugin/objects.h"
#include "run/backends.h"
#include "run/program.h"
#include "support/errors.h"

namespace tutti::run {
namespace {

using ir::ElementType;
using ir::Tensor;
using ir::Type;

const std::string kPlugin = std::string("pjrt=") + TUTTI_PJRT_PLUGIN;

Context context_with_program() {
  Context context;
  context.program = TUTTI_PROGRAM;
  return context;
}

std::vector<Tensor> results(const std::string& text, const std::string& backend,
                            const std::vector<Tensor>& inputs) {
  Program program(text, "the program", "main", backend, context_with_program());
  return program.run(inputs);
}

void expect_same_bits(const std::string& text, const std::vector<Tensor>& inputs) {
  const auto here = results(text, "cpu", inputs), there = results(text, kPlugin, inputs);
  ASSERT_EQ(here.size(), there.size());
  for (size_t i = 0; i < here.size(); i++) {
    EXPECT_EQ(here[i].type(), there[i].type());
    EXPECT_EQ(here[i].expanded(), there[i].expanded()) << "result " << i;
  }
}

TEST(PjrtPlugin, GivesTheBitsOfTheCpu) {
  const Type matrix = Type::tensor(ElementType::f32, {3, 4});
  std::vector<double> values;
  for (int i = 0; i < 12; i++) values.push_back(0.37 * i - 1.5);
  expect_same_bits(R"(
    func.func public @main(%x: tensor<3x4xf32>, %y: tensor<3x4xf32>)
        -> (tensor<3x3xf32>, tensor<3x4xi1>, tensor<f32>, tensor<3x4xbf16>) {
      %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1]
          : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x3xf32>
      %1 = stablehlo.compare LT, %x, %y : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xi1>
      %2 = stablehlo.constant dense<0.0> : tensor<f32>
      %3 = stablehlo.reduce(%x init: %2) applies stablehlo.add across dimensions = [0, 1]
          : (tensor<3x4xf32>, tensor<f32>) -> tensor<f32>
      %4 = stablehlo.exponential %y : tensor<3x4xf32>
      %5 = stablehlo.convert %4 : (tensor<3x4xf32>) -> tensor<3x4xbf16>
      return %0, %1, %3, %5 : tensor<3x3xf32>, tensor<3x4xi1>, tensor<f32>, tensor<3x4xbf16>
    })",
                   {Tensor::of(matrix, values), Tensor::splat(matrix, 0.25)});
}

TEST(PjrtPlugin, TakesScalarsEmptyArraysAndSmallIntegers) {
  expect_same_bits(R"(
    func.func public @main(%x: tensor<i32>, %y: tensor<0x2xf32>, %z: tensor<2xi4>)
        -> (tensor<i32>, tensor<0x2xf32>, tensor<2xi4>) {
      %0 = stablehlo.add %x, %x : tensor<i32>
      %1 = stablehlo.add %z, %z : tensor<2xi4>
      return %0, %y, %1 : tensor<i32>, tensor<0x2xf32>, tensor<2xi4>
    })",
                   {Tensor::splat_int(Type::tensor(ElementType::i32, {}), 21),
                    Tensor::splat(Type::tensor(ElementType::f32, {0, 2}), 0),
                    Tensor::of_ints(Type::tensor(ElementType::i4, {2}), {3, -2})});
}

TEST(PjrtPlugin, NumbersElementTypesAsPjrtDoes) {
  namespace c = backend::pjrt::c;
  EXPECT_EQ(c::number_of(ElementType::f32), 11);
  EXPECT_EQ(c::number_of(ElementType::bf16), 13);
  EXPECT_EQ(c::element_of(1), ElementType::i1);
  EXPECT_EQ(c::element_of(c::number_of(ElementType::f4E2M1FN)), ElementType::f4E2M1FN);
  EXPECT_EQ(test::failure_of([] { c::element_of(23); }).code, ExitCode::usage);  // a token
}

TEST(PjrtPlugin, KnowsWhichArgumentsAreDonated) {
  namespace c = backend::pjrt::c;
  c::Client client(1);
  EXPECT_EQ(client.platform, "cpu");
  const auto compiled = c::compile(client, R"(
    func.func public @main(%x: tensor<2xf32> {tf.aliasing_output = 0 : i32}, %y: tensor<2xf32>)
        -> tensor<2xf32> {
      %0 = stablehlo.add %x, %y : tensor<2xf32>
      return %0 : tensor<2xf32>
    })");
  EXPECT_EQ(compiled->is_donated, (std::vector<bool>{true, false}));
  EXPECT_EQ(compiled->output_types, std::vector<int>{11});
  EXPECT_EQ(compiled->output_dims, std::vector<int64_t>{2});
  const auto failure = test::failure_of([&] { c::compile(client, "xla_ffi_python_cpu_callback"); });
  test::expect_contains(failure.message, "calls back into Python");
}

TEST(PjrtPlugin, RefusesWhatItCannotDo) {
  const auto failure = test::failure_of([] {
    results(R"(func.func public @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = stablehlo.custom_call @not_known(%x) : (tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    })",
            kPlugin, {Tensor::splat(Type::tensor(ElementType::f32, {2}), 1)});
  });
  test::expect_contains(failure.message, "not_known");
}

}  // namespace
}  // namespace tutti::run
