// SPDX-License-Identifier: Apache-2.0
// The diagonal of the resolvent and its gradient against values by PyTorch in float64: 32 cases,
// held against dense inverses when they were made.
#include <set>

#include "cpu_program.h"
#include "pass/decompose.h"
#include "support/data.h"
#include "support/golden.h"

namespace tutti {
namespace {

using test::Array;
using test::ElementType;
using test::Type;

/// One case: the program of both ops on its operands, and what it gives.
struct GoldenCase {
  std::vector<Array> arguments, expected;  // v, b, c, w; G, dv, db, dc
  bool is_unit, is_causal;
  double z_real, z_imaginary;

  GoldenCase(const test::Golden& golden, const std::string& name, ElementType element) {
    const auto array = [&](const char* tensor) {
      const std::string full = name + "." + tensor;
      Array result(Type::tensor(element, golden.shape(full)));
      result.floats = golden.doubles(full);
      return result;
    };
    for (const char* tensor : {"v", "b", "c", "w_re", "w_im"}) arguments.push_back(array(tensor));
    for (const char* tensor : {"G_re", "G_im", "dv", "db", "dc"}) expected.push_back(array(tensor));
    const auto z = golden.doubles(name + ".z");
    z_real = z[0], z_imaginary = z[1];
    is_unit = z_real == 0 && z_imaginary == 1;
    is_causal = golden.ints(name + ".causal")[0] != 0;
  }

  ir::Module program() const {
    const std::string v = arguments[0].type.str(), b = arguments[1].type.str();
    const std::string matrix = fmt::format("{0}, {1}, {1}", v, b);
    const std::string z = fmt::format("causal = {}, z_imaginary = {} : f64, z_real = {} : f64",
                                      is_causal, z_imaginary, z_real);
    return test::parse(fmt::format(R"(
func.func @main(%v: {0}, %b: {1}, %c: {1}, %wr: {0}, %wi: {0}) -> ({0}, {0}, {0}, {1}, {1}) {{
  %two = stablehlo.constant dense<-2.0> : {0}
  %a = stablehlo.add %two, %v : {0}
  %g:2 = tutti.resolvent_diagonal %a, %b, %c {{{3}}} : ({2}) -> ({0}, {0})
  %d:3 = tutti.resolvent_diagonal_gradient %wr, %wi, %a, %b, %c
      {{couplings = true, {3}}} : ({0}, {0}, {2}) -> ({0}, {1}, {1})
  return %g#0, %g#1, %d#0, %d#1, %d#2 : {0}, {0}, {0}, {1}, {1}
}})",
                                   v, b, matrix, z));
  }

  void expect(const std::vector<Array>& found, double tolerance) const {
    ASSERT_EQ(found.size(), expected.size());
    for (size_t i = 0; i < found.size(); i++)
      test::expect_close(found[i], expected[i], tolerance, fmt::format("result {}", i));
  }
};

template <typename Visit>
void each_case(const Visit& visit) {
  TUTTI_DATA_OR_SKIP(file, "golden/codesign/bk_core.safetensors");
  const test::Golden golden(file);
  std::set<std::string> names;
  for (const std::string& tensor : golden.names())
    names.insert(tensor.substr(0, tensor.rfind('.')));
  EXPECT_EQ(names.size(), 32U);
  for (const std::string& name : names) {
    SCOPED_TRACE(name);
    visit(golden, name);
  }
}

std::vector<Array> interpret_wide(const ir::Module& module, const std::vector<Array>& arguments) {
  op::InterpreterOptions options;
  options.rounding = op::Rounding::wide;
  return op::interpret(module, "main", arguments, options);
}

TEST(ResolventGolden, ReferenceAndDecompositionAgreeTo1em10) {
  each_case([](const test::Golden& golden, const std::string& name) {
    const GoldenCase one(golden, name, ElementType::f64);
    const ir::Module module = one.program();
    one.expect(interpret_wide(module, one.arguments), 1e-10);
    const ir::Module decomposed =
        pass::decompose(ir::clone(module), op::catalogue(),
                        [](const ir::Operation& op) { return !op.name().starts_with("tutti."); });
    one.expect(interpret_wide(decomposed, one.arguments), 1e-10);
  });
}

TEST(ResolventGolden, CpuAgreesToFiveMillionths) {
  each_case([](const test::Golden& golden, const std::string& name) {
    const GoldenCase one(golden, name, ElementType::f32);
    const auto module = one.program();
    for (const auto& op : module.get("main").body.operations)
      ASSERT_TRUE(backend::CpuBackend({.threads = 1}).supports(*op)) << op->name();
    one.expect(test::cpu_run(module)(one.arguments), one.is_unit ? 2e-6 : 5e-6);
  });
}

}  // namespace
}  // namespace tutti
