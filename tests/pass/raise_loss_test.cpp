// SPDX-License-Identifier: Apache-2.0
// Cross-entropy and logsumexp as JAX spells them.
#include <cmath>

#include "raised.h"

namespace tutti::pass {
namespace {

using test::counts_of;
using test::raised;

/// A function of logits x [2, 3, 4] and labels [2, 3].
ir::Module loss_program(const std::string& body, const std::string& result = "2x3") {
  return ir::parse_module(
      "func.func @main(%x: tensor<2x3x4xf32>, %label: tensor<2x3xi32>) -> tensor<" + result +
          "xf32> {\n" + body + "  return %y : tensor<" + result + "xf32>\n}\n",
      "test", op::catalogue());
}

/// The body becomes the op and nothing else but `others`, and means the same, for labels outside of
/// the classes and for infinite logits too.
void expect_loss(const std::string& body, std::map<std::string, int> others,
                 const std::string& result = "2x3") {
  SCOPED_TRACE(body);
  const ir::Module module = loss_program(body, result), after = raised(ir::clone(module));
  others["tutti.softmax_cross_entropy"] = 1;
  others["func.return"] = 1;
  EXPECT_EQ(counts_of(after), others);
  ir::Array x(module.get("main").argument(0)->type), label(module.get("main").argument(1)->type);
  label.ints = {0, 3, 1, -1, 4, 2};
  op::InterpreterOptions options;
  options.rounding = op::Rounding::wide;
  for (const double special : {0.0, double{INFINITY}, double{NAN}}) {
    for (int64_t i = 0; i < x.count(); i++) x.f(i) = 0.25 * static_cast<double>(7 * i % 11) - 1;
    if (special != 0) x.f(5) = x.f(13) = special;
    for (int64_t i = 8; special != 0 && i < 12; i++) x.f(i) = -INFINITY;
    const auto before = op::interpret(module, "main", {x, label}, options);
    const auto now = op::interpret(after, "main", {x, label}, options);
    for (int64_t i = 0; i < before[0].count(); i++) {
      if (std::isfinite(before[0].f(i)))
        EXPECT_NEAR(now[0].f(i), before[0].f(i), 1e-12) << i;
      else
        EXPECT_TRUE(now[0].f(i) == before[0].f(i) ||
                    (std::isnan(now[0].f(i)) && std::isnan(before[0].f(i))))
            << i << ": " << now[0].f(i) << ", expected " << before[0].f(i);
    }
  }
}
void expect_no_loss(const std::string& body, const std::string& result = "2x3") {
  SCOPED_TRACE(body);
  test::expect_nothing_raised(raised(loss_program(body, result)));
}

/// A text with the first `from` in it replaced.
std::string changed(std::string text, const std::string& from, const std::string& to) {
  EXPECT_NE(text.find(from), std::string::npos) << from;
  return text.replace(text.find(from), from.size(), to);
}

const std::string kLogSoftmax = test::kShiftedPowers + R"(
  %log = stablehlo.log %s1 : tensor<2x3x1xf32>
  %logs = stablehlo.broadcast_in_dim %log, dims = [0, 1, 2] : (tensor<2x3x1xf32>)
      -> tensor<2x3x4xf32>
  %lp = stablehlo.subtract %d, %logs : tensor<2x3x4xf32>
)";
const std::string kOneHot = R"(
  %l1 = stablehlo.broadcast_in_dim %label, dims = [0, 1] : (tensor<2x3xi32>) -> tensor<2x3x1xi32>
  %l2 = stablehlo.broadcast_in_dim %l1, dims = [0, 1, 2] : (tensor<2x3x1xi32>) -> tensor<2x3x4xi32>
  %i1 = stablehlo.iota dim = 2 : tensor<1x1x4xi32>
  %i2 = stablehlo.broadcast_in_dim %i1, dims = [0, 1, 2] : (tensor<1x1x4xi32>) -> tensor<2x3x4xi32>
  %equal = stablehlo.compare EQ, %l2, %i2, SIGNED
      : (tensor<2x3x4xi32>, tensor<2x3x4xi32>) -> tensor<2x3x4xi1>
  %h = stablehlo.convert %equal : (tensor<2x3x4xi1>) -> tensor<2x3x4xf32>
)";
const std::string kOneHotLoss = kLogSoftmax + kOneHot + R"(
  %product = stablehlo.multiply %h, %lp : tensor<2x3x4xf32>
  %y = stablehlo.reduce(%product init: %zero) applies stablehlo.add across dimensions = [2]
      : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2x3xf32>
)";

TEST(RaiseLoss, OneHotLoss) {
  const std::map<std::string, int> others = {{"stablehlo.subtract", 2}};
  expect_loss(kOneHotLoss, others);
  expect_loss(changed(kOneHotLoss, "%h, %lp", "%lp, %h"), others);
  expect_loss(changed(kOneHotLoss, "EQ, %l2, %i2", "EQ, %i2, %l2"), others);
  // a vector of classes
  expect_loss(changed(kOneHotLoss, "%i1 = stablehlo.iota dim = 2 : tensor<1x1x4xi32>",
                      "%i0 = stablehlo.iota dim = 0 : tensor<4xi32>\n"
                      "  %i1 = stablehlo.broadcast_in_dim %i0, dims = [2] : (tensor<4xi32>) -> "
                      "tensor<1x1x4xi32>"),
              others);
}

TEST(RaiseLoss, NoOneHotLossWhereAnythingDiffers) {
  expect_no_loss(changed(kOneHotLoss, "exponential %d", "exponential %x"));
  expect_no_loss(changed(kOneHotLoss, "log %s1", "sqrt %s1"));
  expect_no_loss(changed(kOneHotLoss, "subtract %d, %logs", "subtract %x, %logs"));
  expect_no_loss(changed(kOneHotLoss, "EQ", "LE"));
  expect_no_loss(changed(kOneHotLoss, "%h, %lp", "%h, %h"));
  expect_no_loss(changed(kOneHotLoss, "multiply %h, %lp", "add %h, %lp"));
  expect_no_loss(kLogSoftmax + kOneHot + R"(
  %h2 = stablehlo.add %h, %h : tensor<2x3x4xf32>
  %product = stablehlo.multiply %h2, %lp : tensor<2x3x4xf32>
  %y = stablehlo.reduce(%product init: %zero) applies stablehlo.add across dimensions = [2]
      : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2x3xf32>
)");
  // classes counted along another axis
  expect_no_loss(
      changed(kOneHotLoss, "dim = 2 : tensor<1x1x4xi32>", "dim = 1 : tensor<1x1x4xi32>"));
  // summed over another axis
  expect_no_loss(kLogSoftmax + kOneHot + R"(
  %product = stablehlo.multiply %h, %lp : tensor<2x3x4xf32>
  %y = stablehlo.reduce(%product init: %zero) applies stablehlo.add across dimensions = [1]
      : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2x4xf32>
)",
                 "2x4");
  // The log-softmax is used again.
  expect_no_loss(changed(kOneHotLoss, "%y =", "%r =") + R"(
  %top = stablehlo.reduce(%lp init: %low) applies stablehlo.maximum across dimensions = [2]
      : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2x3xf32>
  %y = stablehlo.add %r, %top : tensor<2x3xf32>
)");
}

std::string gather(const std::string& numbers, const std::string& indices,
                   const std::string& result) {
  return fmt::format(
      "  %y = \"stablehlo.gather\"(%lp, %index) <{{dimension_numbers = #stablehlo.gather<{}>, "
      "indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 1>}}> : (tensor<2x3x4xf32>, "
      "tensor<{}xi32>) -> tensor<{}xf32>\n",
      numbers, indices, result);
}

TEST(RaiseLoss, PickedLoss) {
  std::map<std::string, int> others = {{"stablehlo.constant", 2},
                                       {"stablehlo.clamp", 1},
                                       {"stablehlo.subtract", 2},
                                       {"stablehlo.reshape", 3}};
  const std::string batching =
      "operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 1], ";
  // take_along_axis
  expect_loss(
      kLogSoftmax +
          "  %index = stablehlo.reshape %label : (tensor<2x3xi32>) -> tensor<2x3x1x1xi32>\n" +
          gather("collapsed_slice_dims = [2], " + batching +
                     "start_index_map = [2], index_vector_dim = 3",
                 "2x3x1x1", "2x3x1"),
      others, "2x3x1");
  // an index under vmap
  expect_loss(
      kLogSoftmax +
          "  %index = stablehlo.reshape %label : (tensor<2x3xi32>) -> tensor<2x3x1xi32>\n" +
          gather("offset_dims = [2], " + batching + "start_index_map = [2], index_vector_dim = 2",
                 "2x3x1", "2x3x1"),
      others, "2x3x1");
}

TEST(RaiseLoss, PickedLossOfCountedRows) {
  const std::string numbers =
      "collapsed_slice_dims = [0, 1, 2], start_index_map = [0, 1, 2], index_vector_dim = 2";
  const std::string parts = kLogSoftmax + R"(
  %i = stablehlo.iota dim = 0 : tensor<2xi32>
  %j = stablehlo.iota dim = 0 : tensor<3xi32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.constant dense<3> : tensor<i32>
  %j0 = stablehlo.broadcast_in_dim %z, dims = [] : (tensor<i32>) -> tensor<3xi32>
  %jn = stablehlo.broadcast_in_dim %n, dims = [] : (tensor<i32>) -> tensor<3xi32>
  %negative = stablehlo.compare LT, %j, %j0, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
  %moved = stablehlo.add %j, %jn : tensor<3xi32>
  %jw = stablehlo.select %negative, %moved, %j : tensor<3xi1>, tensor<3xi32>
  %i1 = stablehlo.broadcast_in_dim %i, dims = [0] : (tensor<2xi32>) -> tensor<2x1xi32>
  %i2 = stablehlo.broadcast_in_dim %i1, dims = [0, 1] : (tensor<2x1xi32>) -> tensor<2x3xi32>
  %i3 = stablehlo.broadcast_in_dim %i2, dims = [0, 1] : (tensor<2x3xi32>) -> tensor<2x3x1xi32>
  %j3 = stablehlo.broadcast_in_dim %jw, dims = [1] : (tensor<3xi32>) -> tensor<2x3x1xi32>
  %l3 = stablehlo.broadcast_in_dim %label, dims = [0, 1] : (tensor<2x3xi32>) -> tensor<2x3x1xi32>
  %index = stablehlo.concatenate %i3, %j3, %l3, dim = 2
      : (tensor<2x3x1xi32>, tensor<2x3x1xi32>, tensor<2x3x1xi32>) -> tensor<2x3x3xi32>
)";
  const std::string text = parts + gather(numbers, "2x3x3", "2x3");
  expect_loss(text, {{"stablehlo.constant", 2},
                     {"stablehlo.clamp", 1},
                     {"stablehlo.subtract", 2},
                     {"stablehlo.broadcast_in_dim", 1},
                     {"stablehlo.reshape", 1}});
  expect_no_loss(changed(text, "%i3, %j3, %l3", "%j3, %i3, %l3"));
  expect_no_loss(changed(text, "%i3, %j3, %l3", "%l3, %i3, %j3"));
  expect_no_loss(changed(text, "LT, %j, %j0", "LE, %j, %j0"));
  expect_no_loss(changed(text, "LT, %j, %j0", "LT, %j, %jn"));
  expect_no_loss(changed(text, "start_index_map = [0, 1, 2]", "start_index_map = [0, 2, 1]"));
}

TEST(RaiseLoss, NoPickedLossWhereAnythingDiffers) {
  // another axis
  expect_no_loss(kLogSoftmax + "  %index = stablehlo.constant dense<1> : tensor<2x4x1xi32>\n" +
                     gather("collapsed_slice_dims = [1], operand_batching_dims = [0, 2], "
                            "start_indices_batching_dims = [0, 1], start_index_map = [1], "
                            "index_vector_dim = 2",
                            "2x4x1", "2x4"),
                 "2x4");
  // two for each row
  expect_no_loss(kLogSoftmax + "  %index = stablehlo.constant dense<1> : tensor<2x3x2x1xi32>\n" +
                     gather("collapsed_slice_dims = [2], operand_batching_dims = [0, 1], "
                            "start_indices_batching_dims = [0, 1], start_index_map = [2], "
                            "index_vector_dim = 3",
                            "2x3x2x1", "2x3x2"),
                 "2x3x2");
}

const std::string kLogSumExp = R"(
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %m0 = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [2]
      : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2x3xf32>
  %m = stablehlo.broadcast_in_dim %m0, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3x1xf32>
  %finite = stablehlo.is_finite %m : (tensor<2x3x1xf32>) -> tensor<2x3x1xi1>
  %zeros = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<2x3x1xf32>
  %origin = stablehlo.select %finite, %m, %zeros : tensor<2x3x1xi1>, tensor<2x3x1xf32>
  %o2 = stablehlo.broadcast_in_dim %origin, dims = [0, 1, 2] : (tensor<2x3x1xf32>)
      -> tensor<2x3x4xf32>
  %d = stablehlo.subtract %x, %o2 : tensor<2x3x4xf32>
  %p = stablehlo.exponential %d : tensor<2x3x4xf32>
  %s = stablehlo.reduce(%p init: %zero) applies stablehlo.add across dimensions = [2]
      : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2x3xf32>
  %s1 = stablehlo.broadcast_in_dim %s, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3x1xf32>
  %positive = stablehlo.abs %s1 : tensor<2x3x1xf32>
  %log = stablehlo.log %positive : tensor<2x3x1xf32>
  %y = stablehlo.add %log, %origin : tensor<2x3x1xf32>
)";

TEST(RaiseLoss, LogSumExp) {
  const std::map<std::string, int> others = {{"stablehlo.constant", 1}, {"stablehlo.reshape", 1}};
  expect_loss(kLogSumExp, others, "2x3x1");
  expect_loss(changed(kLogSumExp, "%log, %origin", "%origin, %log"), others, "2x3x1");
  expect_loss(changed(changed(kLogSumExp, "log %positive", "log %s1"),
                      "  %positive = stablehlo.abs %s1 : tensor<2x3x1xf32>\n", ""),
              others, "2x3x1");
  const auto expect_kept = [](const std::string& from, const std::string& to) {
    expect_no_loss(changed(kLogSumExp, from, to), "2x3x1");
  };
  expect_kept("%log, %origin", "%log, %m");
  expect_kept("%log, %origin", "%positive, %origin");
  expect_kept("exponential %d", "exponential %x");
  expect_kept("%finite, %m, %zeros", "%finite, %m, %m");
  expect_kept("%finite, %m, %zeros", "%finite, %zeros, %m");
  expect_kept("dense<0.0>", "dense<1.0>");
}

}  // namespace
}  // namespace tutti::pass
