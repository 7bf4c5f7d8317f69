// SPDX-License-Identifier: Apache-2.0
#include "validate/program.h"

#include <gtest/gtest.h>

#include "backend/cpu/cpu_backend.h"
#include "backend/reference/reference_backend.h"
#include "ir/parse.h"
#include "ir/print.h"
#include "op/catalogue.h"
#include "small_bert.h"
#include "support/errors.h"
#include "support/temporary_folder.h"
#include "support/text.h"
#include "validate/consistency.h"
#include "validate/golden.h"
#include "validate/judge.h"
#include "validate/run.h"

namespace tutti {
namespace {

using ir::ElementType;
using ir::Tensor;
using ir::Type;
using test::count_of;
using validate::Role;

std::vector<Tensor> run(backend::Backend& backend, const validate::CheckedProgram& program) {
  const auto module = validate::lowered(
      program.module, [&](const ir::Operation& op) { return backend.supports(op); });
  return validate::Runner(backend, module, program.inputs).run();
}

bool is_not_ours(const ir::Operation& op) {
  return !op.name().starts_with("tutti.");
}

TEST(ValidateProgram, EveryProductCarriesTheHighestPrecision) {
  const auto program = test::SmallBert(1, 8, 1).program();
  const std::string text = ir::print(validate::lowered(program.module, is_not_ours));
  EXPECT_EQ(count_of(text, "tutti.attention"), 0u);
  EXPECT_GT(count_of(text, "stablehlo.dot_general"), 10u);
  EXPECT_EQ(count_of(text, "stablehlo.dot_general"),
            count_of(text, "precision = [HIGHEST, HIGHEST]"));
}

TEST(ValidateProgram, HasOutputsLossGradientsAndParameters) {
  const test::SmallBert bert(1, 8, 1);
  const auto program = bert.program();
  const size_t n = bert.objective.parameters.size();
  ASSERT_EQ(program.results.size(), 3 + 2 * n);
  EXPECT_EQ(program.results[0].name, "start_logits");
  EXPECT_TRUE(program.results[0].by_token);
  EXPECT_EQ(program.results[2].role, Role::loss);
  EXPECT_EQ(program.results[3].role, Role::gradient);
  EXPECT_EQ(program.results[3].name, bert.objective.parameters[0].name);
  EXPECT_EQ(program.results.back().role, Role::parameter);
  EXPECT_EQ(std::count(program.real.begin(), program.real.end(), true), 13);
}

TEST(ValidateProgram, CpuPassesAndADamagedGradientDoesNot) {
  const test::SmallBert bert(2, 16, 1);
  const auto program = bert.program();
  backend::ReferenceBackend reference(1, op::Rounding::wide);
  backend::CpuBackend cpu({1, 0});
  const auto expected = run(reference, program);
  auto found = run(cpu, program);
  const validate::Thresholds thresholds = validate::thresholds_of("cpu");
  for (const auto& verdict : validate::judge(program, expected, found, thresholds))
    EXPECT_TRUE(verdict.passed) << verdict.name << ": " << verdict.why;

  const size_t gradient = 3;
  std::vector<double> values;
  for (int64_t i = 0; i < found[gradient].type().count(); i++)
    values.push_back(found[gradient].float_at(i) * 1.001);
  found[gradient] = Tensor::of(found[gradient].type(), values);
  const auto verdicts = validate::judge(program, expected, found, thresholds);
  EXPECT_FALSE(verdicts[gradient].passed);
  EXPECT_FALSE(validate::all_passed(verdicts));
  EXPECT_TRUE(verdicts[gradient + 1].passed);
}

TEST(ValidateProgram, AGradientThatIsZeroInMathematicsIsSaidToBe) {
  const test::SmallBert bert(2, 16, 1);
  const auto program = bert.program();
  backend::ReferenceBackend reference(1, op::Rounding::wide);
  backend::CpuBackend cpu({1, 0});
  size_t explained = 0;
  for (const auto& verdict :
       validate::judge(program, run(reference, program), run(cpu, program), {})) {
    // Softmax does not see what all scores of a row share, and that is all that a key's bias adds.
    const bool is_zero =
        verdict.role == Role::gradient && verdict.name.ends_with("attention.self.key.bias");
    if (!is_zero) continue;
    EXPECT_TRUE(verdict.passed && verdict.is_noise && !verdict.cosine_asked) << verdict.name;
    test::expect_contains(verdict.why, "zero in mathematics");
    explained++;
  }
  EXPECT_EQ(explained, 2U);  // one a layer
}

TEST(ValidateProgram, AnUpdateIsHeldByItsOwnSize) {
  const test::SmallBert bert(1, 8, 1);
  const auto program = bert.program();
  backend::ReferenceBackend reference(1, op::Rounding::wide);
  const auto expected = run(reference, program);
  const size_t n = bert.objective.parameters.size();
  size_t k = 0;  // a matrix, whose gradient is far from noise
  while (bert.objective.parameters[k].name != "bert.encoder.layer.0.output.dense.weight") k++;
  const Tensor &gradient = expected[3 + k], &parameter = expected[3 + n + k];
  double largest = 0;
  int64_t steepest = 0, flattest = 0;
  for (int64_t i = 0; i < gradient.type().count(); i++) {
    const auto size = [&](int64_t at) { return std::fabs(gradient.float_at(at)); };
    if (size(i) > size(steepest)) steepest = i;
    if (size(i) < size(flattest)) flattest = i;
  }
  largest = std::fabs(gradient.float_at(steepest));
  ASSERT_LT(std::fabs(gradient.float_at(flattest)), 1e-2 * largest);
  // How the step moves one element, changed by a factor; the learning rate is 3e-5.
  const auto with_update = [&](int64_t at, double factor) {
    std::vector<double> values;
    for (int64_t i = 0; i < parameter.type().count(); i++) {
      const double start = bert.weights[k].float_at(i), end = parameter.float_at(i);
      values.push_back(start + (end - start) * (i == at || at < 0 ? factor : 1));
    }
    auto found = expected;
    found[3 + n + k] = Tensor::of(parameter.type(), values);
    return validate::judge(program, expected, found, {})[3 + n + k];
  };
  EXPECT_TRUE(with_update(-1, 1).passed) << with_update(-1, 1).why;
  EXPECT_FALSE(with_update(-1, 1.05).passed);
  EXPECT_FALSE(with_update(steepest, 0.9).passed);
  EXPECT_FALSE(with_update(steepest, -1).passed);
  EXPECT_TRUE(with_update(flattest, -1).passed);  // its sign is noise
  EXPECT_FALSE(with_update(flattest, 5).passed);
}

TEST(ValidateProgram, DifferencesAtPaddingAreNoDifferences) {
  const auto program = test::SmallBert(1, 8, 1).program();
  backend::ReferenceBackend reference(1, op::Rounding::wide);
  const auto expected = run(reference, program);
  auto found = expected;
  const auto changed = [&](int64_t at) {
    std::vector<double> values;
    for (int64_t i = 0; i < 16; i++) values.push_back(expected[0].float_at(i) + (i == at ? 1 : 0));
    found[0] = Tensor::of(expected[0].type(), values);
    return validate::judge(program, expected, found, {})[0].passed;
  };
  EXPECT_TRUE(changed(13));
  EXPECT_FALSE(changed(12));
}

TEST(ValidateProgram, NoNumberLeftToCompareIsNoPass) {
  validate::CheckedProgram program;
  program.results = {{"out.000", Role::output}};
  const std::vector<Tensor> nan = {Tensor::of(Type::tensor(ElementType::f32, {2}), {NAN, NAN})};
  EXPECT_FALSE(validate::judge(program, nan, nan, {})[0].passed);
}

TEST(ValidateProgram, TextHasItsGradients) {
  const ir::Module module = ir::parse_module(
      R"(func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
           %y = stablehlo.multiply %x, %x : tensor<3xf32>
           return %y : tensor<3xf32>
         })",
      "square.mlir", op::catalogue());
  const auto program = validate::text_program(
      "square", module, {Tensor::of(Type::tensor(ElementType::f32, {3}), {1, -2, 3})});
  backend::CpuBackend cpu({1, 0});
  const auto results = run(cpu, program);
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(program.results[1].role, Role::gradient);
  for (int64_t i = 0; i < 3; i++) {
    const double x = program.inputs[0].float_at(i);
    EXPECT_EQ(results[0].float_at(i), x * x);
    EXPECT_EQ(results[1].float_at(i), 2 * x);
  }
}

TEST(ValidateProgram, ComplexResultsAreComparedWithGradients) {
  const ir::Module module = ir::parse_module(
      R"(func.func @main(%x: tensor<3xf32>) -> tensor<3xcomplex<f32>> {
           %y = stablehlo.multiply %x, %x : tensor<3xf32>
           %z = stablehlo.complex %y, %x : tensor<3xcomplex<f32>>
           return %z : tensor<3xcomplex<f32>>
         })",
      "complex.mlir", op::catalogue());
  const auto program = validate::text_program(
      "complex", module, {Tensor::of(Type::tensor(ElementType::f32, {3}), {1, -2, 3})});
  backend::CpuBackend cpu({1, 0});
  auto results = run(cpu, program);
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(program.results[1].role, Role::gradient);
  for (int64_t i = 0; i < 3; i++) {
    const double x = program.inputs[0].float_at(i);
    EXPECT_EQ(results[0].complex_at(i), std::complex<double>(x * x, x));
    EXPECT_EQ(results[1].float_at(i), 2 * x);
  }
  const auto expected = results;
  EXPECT_TRUE(validate::all_passed(validate::judge(program, expected, results, {})));
  results[0] = Tensor::of_complex(results[0].type(), {{1, 1}, {4, -2}, {9, 3.1}});
  EXPECT_FALSE(validate::judge(program, expected, results, {})[0].passed);
}

TEST(ValidateProgram, OfTuplesAndTokensTheTensorsAreCompared) {
  const ir::Module module = ir::parse_module(
      R"(func.func @f(%p: tuple<tensor<3xf32>, !stablehlo.token>, %k: tensor<3xf32>)
             -> tuple<tensor<3xf32>, tensor<3xf32>> {
           %x = stablehlo.get_tuple_element %p[0]
               : (tuple<tensor<3xf32>, !stablehlo.token>) -> tensor<3xf32>
           %y = stablehlo.multiply %x, %k : tensor<3xf32>
           %r = stablehlo.tuple %x, %y : tuple<tensor<3xf32>, tensor<3xf32>>
           return %r : tuple<tensor<3xf32>, tensor<3xf32>>
         })",
      "tuple.mlir", op::catalogue());
  const Type type = Type::tensor(ElementType::f32, {3});
  const auto program = validate::text_program(
      "tuple", module, {Tensor::of(type, {1, -2, 3}), Tensor::of(type, {2, 4, 8})});
  backend::CpuBackend cpu({1, 0});
  const auto results = run(cpu, program);
  ASSERT_EQ(results.size(), 4u);  // x and x k, and the gradients 1 + k and x
  for (int64_t i = 0; i < 3; i++) {
    const double x = program.inputs[0].float_at(i), k = program.inputs[1].float_at(i);
    EXPECT_EQ(results[0].float_at(i), x);
    EXPECT_EQ(results[1].float_at(i), x * k);
    EXPECT_EQ(results[2].float_at(i), 1 + k);
    EXPECT_EQ(results[3].float_at(i), x);
  }
}

TEST(ValidateProgram, SaysWhyThereAreNoGradients) {
  const ir::Module module = ir::parse_module(
      R"(func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
           %y = stablehlo.custom_call @other(%x) : (tensor<3xf32>) -> tensor<3xf32>
           return %y : tensor<3xf32>
         })",
      "call.mlir", op::catalogue());
  auto program = validate::text_program(
      "call", module, {Tensor::of(Type::tensor(ElementType::f32, {3}), {1, -2, 3})});
  EXPECT_EQ(program.results.size(), 1u);
  test::expect_contains(program.no_gradients, "stablehlo.custom_call");
  test::expect_contains(program.no_gradients, "call.mlir:2");
  const test::TemporaryFolder folder;
  validate::write_golden(folder.path() / "golden", program, program.inputs, "reference");
  EXPECT_EQ(validate::read_golden(folder.path() / "golden").program.no_gradients,
            program.no_gradients);
}

TEST(ValidateProgram, GoldenFilesHoldEverything) {
  const test::TemporaryFolder folder;
  validate::Golden golden;
  golden.program = test::SmallBert(1, 8, 1).program();
  backend::ReferenceBackend reference(1, op::Rounding::wide);
  golden.expected = run(reference, golden.program);
  validate::write_golden(folder.path() / "golden", golden.program, golden.expected, "reference");
  const auto read = validate::read_golden(folder.path() / "golden.safetensors");
  EXPECT_EQ(ir::print(read.program.module), ir::print(golden.program.module));
  EXPECT_EQ(read.program.real, golden.program.real);
  EXPECT_TRUE(read.program.is_model);
  ASSERT_EQ(read.expected.size(), golden.expected.size());
  for (size_t i = 0; i < read.expected.size(); i++)
    EXPECT_EQ(read.expected[i], golden.expected[i]) << golden.program.results[i].name;
  // Layers stay known on the other machine.
  bool named = false;
  for (const auto& op : read.program.module.get("main").body.operations)
    named = named || (op->location.name && *op->location.name == "encoder.layer.0.attention");
  EXPECT_TRUE(named);

  std::string json = read_file(folder.path() / "golden.json");
  json.replace(json.find("stablehlo."), 10, "stablehla.");
  write_file_atomically(folder.path() / "golden.json", json);
  test::expect_contains(
      test::failure_of([&] { validate::read_golden(folder.path() / "golden"); }).message,
      "program_sha256");
}

TEST(ValidateConsistency, OfTheCpu) {
  const test::SmallBert bert(1, 16, 3);
  const test::MadeUpFeature feature(13, 97, 0);
  backend::CpuBackend cpu({2, 0});
  backend::ReferenceBackend reference(1, op::Rounding::wide);
  const auto program = bert.program();
  EXPECT_TRUE(validate::check_repeats(cpu, program).passed);
  const validate::FeatureInput input{bert.objective, bert.weights, feature, 16};
  auto expected = run(reference, program);
  expected.resize(2);
  const auto checks = validate::check_batches(cpu, input, expected, {});
  EXPECT_EQ(checks.size(), 7u);
  for (const auto& check : checks) EXPECT_TRUE(check.passed) << check.name << ": " << check.detail;

  std::vector<double> other(16, 0);
  other[5] = 100;
  expected[0] = Tensor::of(expected[0].type(), other);
  const auto failed = validate::check_batches(cpu, input, expected, {});
  EXPECT_FALSE(failed[2].passed);
  EXPECT_EQ(failed[2].name, "argmax[start_logits]");
}

// The vectors' signs, and the order of the eigenvalues of a matrix that is not symmetric, are the
// routine's own: a matrix and its mirror image along the diagonal's cross have other ones.
TEST(ValidateProgram, VectorsAreComparedByWhatIsUnique) {
  const auto results = [](const std::string& call, const std::string& types,
                          const std::vector<double>& x) {
    const std::string text =
        "func.func @main(%x: tensor<2x2xf64>) -> (" + types +
        ") {\n  %0:" + std::to_string(1 + std::count(types.begin(), types.end(), ',')) +
        " = stablehlo.custom_call " + call + " : (tensor<2x2xf64>) -> (" + types + ")\n";
    std::string values;
    const auto count = 1 + std::count(types.begin(), types.end(), ',');
    for (int64_t i = 0; i < count; i++) values += fmt::format("{}%0#{}", i ? ", " : "", i);
    const ir::Module module = ir::parse_module(
        text + "  return " + values + " : " + types + "\n}\n", "text.mlir", op::catalogue());
    backend::ReferenceBackend reference(1, op::Rounding::wide);
    return run(reference,
               validate::text_program("text", module,
                                      {Tensor::of(Type::tensor(ElementType::f64, {2, 2}), x)}));
  };
  // [[2, 1], [1, 2]] has (1, -1) for 1 and (1, 1) for 3. The weights are 0.63 and 1.04, so that the
  // first vector's sign is that of its second element.
  const auto eigh = results(
      "@lapack_dsyevd_ffi(%x) {mhlo.backend_config = {mode = 86 : ui8, uplo = "
      "76 : ui8}}",
      "tensor<2x2xf64>, tensor<2xf64>, tensor<i32>", {2, 1, 1, 2});
  const double half = std::sqrt(0.5);
  const double vectors[] = {-half, half, half, half};
  for (int64_t i = 0; i < 4; i++) EXPECT_NEAR(eigh[0].float_at(i), vectors[i], 1e-12) << i;
  // [[3, 0], [0, -4]] has the singular values 4 and 3, for (0, -1) (0, 1)^T and (1, 0) (1, 0)^T.
  const auto svd = results("@lapack_dgesdd_ffi(%x) {mhlo.backend_config = {mode = 65 : ui8}}",
                           "tensor<2x2xf64>, tensor<2xf64>, tensor<2x2xf64>, tensor<2x2xf64>, "
                           "tensor<i32>",
                           {3, 0, 0, -4});
  const double u[] = {0, 1, 1, 0}, vt[] = {0, -1, 1, 0};
  for (int64_t i = 0; i < 4; i++) {
    EXPECT_NEAR(svd[2].float_at(i), u[i], 1e-12) << i;
    EXPECT_NEAR(svd[3].float_at(i), vt[i], 1e-12) << i;
  }
  // [[5, 0], [0, 2]] has the eigenvalues 5 and 2, in the order 2 and 5 here.
  const auto eig = results(
      "@lapack_dgeev_ffi(%x) {mhlo.backend_config = {compute_left = 86 : ui8, "
      "compute_right = 86 : ui8}}",
      "tensor<2xf64>, tensor<2xf64>, tensor<2x2xcomplex<f64>>, "
      "tensor<2x2xcomplex<f64>>, tensor<i32>",
      {5, 0, 0, 2});
  EXPECT_EQ(eig[0].float_at(0), 2);
  EXPECT_EQ(eig[0].float_at(1), 5);
  const double right[] = {0, 1, 1, 0};
  for (int64_t i = 0; i < 4; i++) EXPECT_NEAR(eig[3].complex_at(i).real(), right[i], 1e-12) << i;
}

}  // namespace
}  // namespace tutti
