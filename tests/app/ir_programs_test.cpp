// SPDX-License-Identifier: Apache-2.0
// `tutti ir run`: programs of unknown sizes, on quantized and on complex numbers, and custom calls,
// on each backend.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/program.h"
#include "format/safetensors.h"
#include "support/errors.h"

namespace tutti {
namespace {

using test::expect_contains;
using test::Outcome;
using test::run_tutti;

class IrPrograms : public testing::TestWithParam<const char*> {
 protected:
  /// Runs a program whose checks are its test.
  static void expect_passes(const std::string& program) {
    const Outcome outcome = run_tutti({"ir", "run", "-", "--backend", GetParam()}, program);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
  }
};

TEST_P(IrPrograms, AnArgumentOfUnknownSizeHasThatOfTheFile) {
  const test::TemporaryFolder folder;
  const Path inputs = folder.path() / "in.safetensors";
  const float x[] = {1, 2, 3, 4, 5, 6};
  format::write_safetensors(inputs,
                            {{"in.000", format::Dtype::f32, {3, 2}, std::as_bytes(std::span(x))}});
  const Outcome outcome = run_tutti(
      {"ir", "run", "-", "--backend", GetParam(), "--inputs", inputs.string(), "--json"}, R"(
func.func @main(%x: tensor<?x2xf32>) -> tensor<?x1xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x2xf32>) -> tensor<i32>
  %list = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %sizes = stablehlo.concatenate %list, %one, dim = 0 : (tensor<1xi32>, tensor<1xi32>) ->
      tensor<2xi32>
  %ten = stablehlo.constant dense<10.0> : tensor<f32>
  %tens = stablehlo.dynamic_broadcast_in_dim %ten, %sizes, dims = [] : (tensor<f32>, tensor<2xi32>)
      -> tensor<?x1xf32>
  %k = stablehlo.constant dense<[[1.0], [2.0]]> : tensor<2x1xf32>
  %p = stablehlo.dot_general %x, %k, contracting_dims = [1] x [0] : (tensor<?x2xf32>,
      tensor<2x1xf32>) -> tensor<?x1xf32>
  %r = stablehlo.add %p, %tens : tensor<?x1xf32>
  return %r : tensor<?x1xf32>
})");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(nlohmann::json::parse(outcome.out)["functions"][0]["results"][0]["values"],
            nlohmann::json({15.0, 21.0, 27.0}));
}

TEST_P(IrPrograms, QuantizedValuesAreComputedWith) {
  expect_passes(R"(
func.func @main() {
  %x = stablehlo.constant dense<[1.0, 2.5]> : tensor<2xf32>
  %q = stablehlo.uniform_quantize %x : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5:0>>
  %r = stablehlo.add %q, %q : tensor<2x!quant.uniform<i8:f32, 0.5:0>>
  check.expect_eq_const %r, dense<[4, 10]> : tensor<2x!quant.uniform<i8:f32, 0.5:0>>
  %y = stablehlo.uniform_dequantize %r : (tensor<2x!quant.uniform<i8:f32, 0.5:0>>) -> tensor<2xf32>
  check.expect_eq_const %y, dense<[2.0, 5.0]> : tensor<2xf32>
  return
})");
}

TEST_P(IrPrograms, ComplexNumbersOfF64ArePairsInAFile) {
  const test::TemporaryFolder folder;
  const Path inputs = folder.path() / "in.safetensors", outputs = folder.path() / "out.safetensors";
  const double z[] = {3, -0.5, 1e-300, 2};
  format::write_safetensors(inputs,
                            {{"in.000", format::Dtype::f64, {2, 2}, std::as_bytes(std::span(z))}});
  const Outcome outcome = run_tutti({"ir", "run", "-", "--backend", GetParam(), "--inputs",
                                     inputs.string(), "--outputs", outputs.string()},
                                    R"(
func.func @main(%z: tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>> {
  %0 = stablehlo.negate %z : tensor<2xcomplex<f64>>
  return %0 : tensor<2xcomplex<f64>>
})");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const format::SafetensorsFile written(outputs);
  const format::TensorInfo& result = *written.find("out.000");
  EXPECT_EQ(result.dtype, format::Dtype::f64);
  EXPECT_EQ(result.shape, (std::vector<int64_t>{2, 2}));
  double negated[4];
  written.read(result, std::as_writable_bytes(std::span(negated)));
  for (size_t i = 0; i < 4; i++) EXPECT_EQ(negated[i], -z[i]);
}

// [[0, 2, 0], [0, 0, 0], [3, 0, 4]] times a matrix; the last two values belong to no row.
TEST_P(IrPrograms, AMatrixOfFewValuesIsMultiplied) {
  expect_passes(R"(
func.func @main() {
  %v = stablehlo.constant dense<[2.0, 3.0, 4.0, 9.0, 9.0]> : tensor<5xf32>
  %e = stablehlo.constant dense<[0, 1, 1, 3]> : tensor<4xi32>
  %c = stablehlo.constant dense<[1, 0, 2, 7, 7]> : tensor<5xi32>
  %m = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %y = stablehlo.custom_call @cpu_csr_sparse_dense_ffi(%v, %e, %c, %m) {backend_config = "",
      mhlo.backend_config = {}} : (tensor<5xf32>, tensor<4xi32>, tensor<5xi32>, tensor<3x2xf32>) ->
      tensor<3x2xf32>
  check.expect_eq_const %y, dense<[[6.0, 8.0], [0.0, 0.0], [23.0, 30.0]]> : tensor<3x2xf32>
  %u = stablehlo.constant dense<[1.0, 3.0, 5.0]> : tensor<3xf32>
  %z = stablehlo.custom_call @cpu_csr_sparse_dense_ffi(%v, %e, %c, %u) {backend_config = "",
      mhlo.backend_config = {}} : (tensor<5xf32>, tensor<4xi32>, tensor<5xi32>, tensor<3xf32>) ->
      tensor<3xf32>
  check.expect_eq_const %z, dense<[6.0, 0.0, 23.0]> : tensor<3xf32>
  return
})");
}

// Device 0 keeps its row 1 and sends rows 0 and 1; device 1 sends its row 1, and keeps nothing.
TEST_P(IrPrograms, RowsAreSentInAnyNumber) {
  expect_passes(R"(
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main() {
    %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
    %o = stablehlo.constant dense<0.0> : tensor<6xf32>
    %starts = stablehlo.constant dense<[1, 0, 1, 0]> : tensor<4xi32>
    %sizes = stablehlo.constant dense<[1, 2, 1, 0]> : tensor<4xi32>
    %places = stablehlo.constant dense<[0, 1, 2, 0]> : tensor<4xi32>
    %received = stablehlo.constant dense<[1, 1, 2, 0]> : tensor<4xi32>
    %0 = sdy.manual_computation(%x, %o, %starts, %sizes, %places, %received) in_shardings=[<@mesh,
        [{"x"}]>, <@mesh, [{"x"}]>, <@mesh, [{"x"}]>, <@mesh, [{"x"}]>, <@mesh, [{"x"}]>, <@mesh,
        [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%a: tensor<2xf32>, %b:
        tensor<3xf32>, %c: tensor<2xi32>, %d: tensor<2xi32>, %e: tensor<2xi32>, %f: tensor<2xi32>) {
      %1 = stablehlo.custom_call @ragged_all_to_all(%a, %b, %c, %d, %e, %f) {api_version = 4 : i32,
          backend_config = {channel_id = 1 : i64, replica_groups = dense<[[0, 1]]> :
          tensor<1x2xi64>}} : (tensor<2xf32>, tensor<3xf32>, tensor<2xi32>, tensor<2xi32>,
          tensor<2xi32>, tensor<2xi32>) -> tensor<3xf32>
      sdy.return %1 : tensor<3xf32>
    } : (tensor<4xf32>, tensor<6xf32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>)
        -> tensor<6xf32>
    check.expect_eq_const %0, dense<[2.0, 0.0, 4.0, 0.0, 1.0, 2.0]> : tensor<6xf32>
    return
  }
})");
}

INSTANTIATE_TEST_SUITE_P(Backends, IrPrograms, testing::Values("reference", "cpu"),
                         [](const auto& backend) { return std::string(backend.param); });

}  // namespace
}  // namespace tutti
