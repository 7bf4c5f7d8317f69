// SPDX-License-Identifier: Apache-2.0
// Backward rules of collectives on a grid of several processes: the sum of all processes' weighed
// results against finite differences of one process's argument.
#include <gtest/gtest.h>

#include <cmath>

#include "ir/parse.h"
#include "op/catalogue.h"
#include "op/interpreter.h"
#include "pass/differentiate.h"

namespace tutti::pass {
namespace {

using ir::Array;
using Values = std::vector<std::vector<Array>>;  // of each process

constexpr ir::GridSize kGrid{2, 2};

Values run(const ir::Module& module, const std::string& function, Values arguments) {
  op::InterpreterOptions options;
  options.rounding = op::Rounding::wide;
  return op::interpret_grid(module, function, kGrid, std::move(arguments), options);
}

/// Numbers that differ from place to place.
Array filled(const ir::Type& type, double start) {
  Array array(type);
  for (int64_t k = 0; k < array.count(); k++)
    array.f(k) = std::sin(start + 0.7 * static_cast<double>(k));
  return array;
}

/// `operation` makes %r of the type `result_type` from %x.
void expect_gradient(const std::string& operation, const std::string& result_type) {
  SCOPED_TRACE(operation);
  const ir::Module module = ir::parse_module(
      "func.func @main(%x: tensor<4x4xf64>) -> " + result_type + " {\n" + operation +
          " : (tensor<4x4xf64>) -> " + result_type + "\n  return %r : " + result_type + "\n}\n",
      "grid.mlir", op::catalogue());
  const ir::Type argument = module.get("main").argument(0)->type;
  const ir::Type result = module.get("main").result_types[0];
  const ir::Module derived = differentiate(ir::clone(module), "main", op::catalogue());
  Values arguments, all, weights;
  for (int64_t number = 0; number < kGrid.count(); number++) {
    arguments.push_back({filled(argument, static_cast<double>(number))});
    weights.push_back({filled(result, 10.0 + static_cast<double>(number))});
    all.push_back({arguments.back()[0], weights.back()[0]});
  }
  const Values gradients = run(derived, "main_gradient", all);
  const auto weighed = [&](const Values& given) {
    double sum = 0;
    const Values results = run(module, "main", given);
    for (size_t p = 0; p < results.size(); p++)
      for (int64_t k = 0; k < results[p][0].count(); k++)
        sum += weights[p][0].f(k) * results[p][0].f(k);
    return sum;
  };
  constexpr double kStep = 1e-5;
  for (size_t p = 0; p < arguments.size(); p++)
    for (int64_t k = 0; k < argument.count(); k += 3) {
      Values moved = arguments;
      moved[p][0].f(k) += kStep;
      const double above = weighed(moved);
      moved[p][0].f(k) -= 2 * kStep;
      EXPECT_NEAR(gradients[p][0].f(k), (above - weighed(moved)) / (2 * kStep), 1e-7)
          << "process " << p << ", element " << k;
    }
}

/// The text of a collective of %x; with a region that adds, or without one.
std::string adding(const std::string& name, const std::string& attributes) {
  return "  %r = \"stablehlo." + name +
         "\"(%x) ({\n  ^bb0(%a: tensor<f64>, %b: tensor<f64>):\n"
         "    %s = stablehlo.add %a, %b : tensor<f64>\n"
         "    stablehlo.return %s : tensor<f64>\n  }) {" +
         attributes + "}";
}
std::string moving(const std::string& name, const std::string& attributes) {
  return "  %r = \"stablehlo." + name + "\"(%x) {" + attributes + "}";
}

const std::string kReplicas = "replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>";
const std::string kChannel = ", channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>";
const std::string kSame = "tensor<4x4xf64>";

TEST(GridGradients, OfReductions) {
  expect_gradient(adding("all_reduce", kReplicas), kSame);
  expect_gradient(adding("all_reduce", kReplicas + kChannel), kSame);
  expect_gradient(adding("all_reduce",
                         "replica_groups = dense<[[0, 3], [2, 1]]> : tensor<2x2xi64>, "
                         "use_global_device_ids" +
                             kChannel),
                  kSame);
  expect_gradient(adding("reduce_scatter", "scatter_dimension = 1 : i64, " + kReplicas),
                  "tensor<4x2xf64>");
  expect_gradient(adding("reduce_scatter", "scatter_dimension = 0 : i64, " + kReplicas + kChannel),
                  "tensor<1x4xf64>");
  expect_gradient(adding("collective_reduce", kReplicas), kSame);
}

TEST(GridGradients, OfMoves) {
  expect_gradient(moving("all_gather", "all_gather_dim = 1 : i64, " + kReplicas),
                  "tensor<4x8xf64>");
  expect_gradient(moving("all_gather", "all_gather_dim = 0 : i64, " + kReplicas + kChannel),
                  "tensor<16x4xf64>");
  expect_gradient(moving("all_to_all",
                         "split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : "
                         "i64, " +
                             kReplicas),
                  "tensor<8x2xf64>");
  expect_gradient(moving("collective_broadcast", kReplicas + kChannel), kSame);
  expect_gradient(
      moving("collective_permute", "source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>"),
      kSame);
}

}  // namespace
}  // namespace tutti::pass
