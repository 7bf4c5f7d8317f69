// SPDX-License-Identifier: Apache-2.0
#include "pass/raise.h"

#include <gtest/gtest.h>

#include <map>

#include "raised.h"
#include "support/cases.h"
#include "support/data.h"

namespace tutti::pass {
namespace {

using test::counts_of;
using test::raised;

/// A function of x [2, 3, 4] and vectors g, b [4].
std::string program(const std::string& body) {
  return "func.func @main(%x: tensor<2x3x4xf32>, %g: tensor<4xf32>, %b: tensor<4xf32>)"
         " -> tensor<2x3x4xf32> {\n" +
         body + "  return %y : tensor<2x3x4xf32>\n}\n";
}

/// The body becomes the op and nothing else but `others`, and means the same.
void expect_raised(const std::string& body, const std::string& op,
                   std::map<std::string, int> others = {}) {
  SCOPED_TRACE(body);
  const ir::Module module = ir::parse_module(program(body), "test", op::catalogue());
  const ir::Module after = raised(ir::clone(module));
  others[op] = 1;
  others["func.return"] = 1;
  EXPECT_EQ(counts_of(after), others);
  test::expect_same(module, after);
}

void expect_kept(const std::string& body) {
  SCOPED_TRACE(body);
  test::expect_nothing_raised(raised(ir::parse_module(program(body), "test", op::catalogue())));
}

const std::string kMean = R"(
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %four = stablehlo.constant dense<4.0> : tensor<f32>
  %n = stablehlo.broadcast_in_dim %four, dims = [] : (tensor<f32>) -> tensor<2x3x1xf32>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [2]
      : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2x3xf32>
  %s1 = stablehlo.broadcast_in_dim %s, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3x1xf32>
  %mean = stablehlo.divide %s1, %n : tensor<2x3x1xf32>
  %means = stablehlo.broadcast_in_dim %mean, dims = [0, 1, 2] : (tensor<2x3x1xf32>)
      -> tensor<2x3x4xf32>
  %e = stablehlo.constant dense<1.0e-5> : tensor<f32>
  %epsilon = stablehlo.broadcast_in_dim %e, dims = [] : (tensor<f32>) -> tensor<2x3x1xf32>
  %g1 = stablehlo.broadcast_in_dim %g, dims = [2] : (tensor<4xf32>) -> tensor<1x1x4xf32>
  %gamma = stablehlo.broadcast_in_dim %g1, dims = [0, 1, 2] : (tensor<1x1x4xf32>)
      -> tensor<2x3x4xf32>
  %beta = stablehlo.broadcast_in_dim %b, dims = [2] : (tensor<4xf32>) -> tensor<2x3x4xf32>
)";

// x - mean twice, as JAX prints it.
const std::string kVariance = kMean + R"(
  %d0 = stablehlo.subtract %x, %means : tensor<2x3x4xf32>
  %d1 = stablehlo.subtract %x, %means : tensor<2x3x4xf32>
  %square = stablehlo.multiply %d0, %d0 : tensor<2x3x4xf32>
  %t = stablehlo.reduce(%square init: %zero) applies stablehlo.add across dimensions = [2]
      : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2x3xf32>
  %t1 = stablehlo.broadcast_in_dim %t, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3x1xf32>
  %variance = stablehlo.divide %t1, %n : tensor<2x3x1xf32>
  %shifted = stablehlo.add %variance, %epsilon : tensor<2x3x1xf32>
)";

const std::string kLayerNorm = kVariance + R"(
  %r = stablehlo.rsqrt %shifted : tensor<2x3x1xf32>
  %rstd = stablehlo.broadcast_in_dim %r, dims = [0, 1, 2] : (tensor<2x3x1xf32>) -> tensor<2x3x4xf32>
  %normal = stablehlo.multiply %d1, %rstd : tensor<2x3x4xf32>
  %scaled = stablehlo.multiply %normal, %gamma : tensor<2x3x4xf32>
  %y = stablehlo.add %scaled, %beta : tensor<2x3x4xf32>
)";

TEST(Raise, LayerNorm) {
  expect_raised(kLayerNorm, "tutti.layer_norm");
  // divided by the square root, the scale applied first
  expect_raised(kVariance + R"(
  %r = stablehlo.sqrt %shifted : tensor<2x3x1xf32>
  %std = stablehlo.broadcast_in_dim %r, dims = [0, 1, 2] : (tensor<2x3x1xf32>) -> tensor<2x3x4xf32>
  %normal = stablehlo.divide %d1, %std : tensor<2x3x4xf32>
  %scaled = stablehlo.multiply %gamma, %normal : tensor<2x3x4xf32>
  %y = stablehlo.add %beta, %scaled : tensor<2x3x4xf32>
)",
                "tutti.layer_norm");
  // the mean of squares less the square of the mean, as Flax spells it
  expect_raised(kMean + R"(
  %square = chlo.square %x : tensor<2x3x4xf32> -> tensor<2x3x4xf32>
  %t = stablehlo.reduce(%square init: %zero) applies stablehlo.add across dimensions = [2]
      : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2x3xf32>
  %t1 = stablehlo.broadcast_in_dim %t, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3x1xf32>
  %squares = stablehlo.divide %t1, %n : tensor<2x3x1xf32>
  %m2 = stablehlo.multiply %mean, %mean : tensor<2x3x1xf32>
  %difference = stablehlo.subtract %squares, %m2 : tensor<2x3x1xf32>
  %zeros = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<2x3x1xf32>
  %variance = stablehlo.maximum %zeros, %difference : tensor<2x3x1xf32>
  %shifted = stablehlo.add %variance, %epsilon : tensor<2x3x1xf32>
  %r = stablehlo.rsqrt %shifted : tensor<2x3x1xf32>
  %rstd = stablehlo.broadcast_in_dim %r, dims = [0, 1, 2] : (tensor<2x3x1xf32>) -> tensor<2x3x4xf32>
  %factor = stablehlo.multiply %rstd, %gamma : tensor<2x3x4xf32>
  %d = stablehlo.subtract %x, %means : tensor<2x3x4xf32>
  %scaled = stablehlo.multiply %d, %factor : tensor<2x3x4xf32>
  %y = stablehlo.add %scaled, %beta : tensor<2x3x4xf32>
)",
                "tutti.layer_norm");
}

const std::string kRootMeanSquare = kMean + R"(
  %square = chlo.square %x : tensor<2x3x4xf32> -> tensor<2x3x4xf32>
  %t = stablehlo.reduce(%square init: %zero) applies stablehlo.add across dimensions = [2]
      : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2x3xf32>
  %t1 = stablehlo.broadcast_in_dim %t, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3x1xf32>
  %squares = stablehlo.divide %t1, %n : tensor<2x3x1xf32>
  %shifted = stablehlo.add %squares, %epsilon : tensor<2x3x1xf32>
)";

TEST(Raise, RmsNorm) {
  const std::string multiplied = kRootMeanSquare + R"(
  %r = stablehlo.rsqrt %shifted : tensor<2x3x1xf32>
  %rstd = stablehlo.broadcast_in_dim %r, dims = [0, 1, 2] : (tensor<2x3x1xf32>) -> tensor<2x3x4xf32>
)";
  const std::string scaled = multiplied + R"(
  %normal = stablehlo.multiply %x, %rstd : tensor<2x3x4xf32>
  %y = stablehlo.multiply %normal, %gamma : tensor<2x3x4xf32>
)";
  expect_raised(scaled, "tutti.rms_norm");
  expect_raised(kRootMeanSquare + R"(
  %r = stablehlo.sqrt %shifted : tensor<2x3x1xf32>
  %root = stablehlo.broadcast_in_dim %r, dims = [0, 1, 2] : (tensor<2x3x1xf32>) -> tensor<2x3x4xf32>
  %normal = stablehlo.divide %x, %root : tensor<2x3x4xf32>
  %y = stablehlo.multiply %gamma, %normal : tensor<2x3x4xf32>
)",
                "tutti.rms_norm");
  // without a scale: one of ones
  expect_raised(multiplied + "  %y = stablehlo.multiply %rstd, %x : tensor<2x3x4xf32>\n",
                "tutti.rms_norm", {{"stablehlo.constant", 1}});

  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string text = scaled;
    text.replace(text.find(from), from.size(), to);
    return text;
  };
  expect_kept(changed("dense<4.0>", "dense<3.0>"));
  expect_kept(changed("stablehlo.rsqrt", "stablehlo.sqrt"));
  expect_kept(changed("multiply %x, %rstd", "multiply %square, %rstd"));
  expect_kept(changed("multiply %x, %rstd", "multiply %means, %rstd"));
  expect_kept(changed("dense<1.0e-5>", "dense<-1.0e-5>"));
  expect_kept(changed("dense<1.0e-5>", "dense<0x7F800000>"));
}

TEST(Raise, NoLayerNormWhereAnythingDiffers) {
  const auto changed = [](const std::string& from, const std::string& to) {
    std::string text = kLayerNorm;
    text.replace(text.find(from), from.size(), to);
    return text;
  };
  expect_kept(changed("dense<4.0>", "dense<3.0>"));
  expect_kept(changed("dense<0.0>", "dense<1.0>"));
  expect_kept(changed("stablehlo.rsqrt", "stablehlo.sqrt"));
  expect_kept(
      changed("%square = stablehlo.multiply %d0, %d0", "%square = stablehlo.multiply %d0, %x"));
  expect_kept(changed("stablehlo.multiply %d1, %rstd", "stablehlo.multiply %x, %rstd"));
}

// Nothing that multiplies or divides a norm is forgotten.
TEST(Raise, NormsKeepWhatElseScalesThem) {
  const auto expect_no_norm = [](const std::string& body) {
    SCOPED_TRACE(body);
    const auto counts = counts_of(raised(ir::parse_module(program(body), "test", op::catalogue())));
    EXPECT_EQ(counts.count("tutti.layer_norm"), 0);
  };
  const std::string rows = kVariance + R"(
  %r = stablehlo.sqrt %shifted : tensor<2x3x1xf32>
  %std = stablehlo.broadcast_in_dim %r, dims = [0, 1, 2] : (tensor<2x3x1xf32>) -> tensor<2x3x4xf32>
  %w = stablehlo.slice %x [0:2, 0:3, 0:1] : (tensor<2x3x4xf32>) -> tensor<2x3x1xf32>
  %weights = stablehlo.broadcast_in_dim %w, dims = [0, 1, 2] : (tensor<2x3x1xf32>)
      -> tensor<2x3x4xf32>
)";
  // a weight of each row, before and after the quotient; a quotient with a divisor that is no row
  expect_no_norm(rows + R"(
  %normal = stablehlo.divide %d1, %std : tensor<2x3x4xf32>
  %weighted = stablehlo.multiply %normal, %weights : tensor<2x3x4xf32>
  %scaled = stablehlo.multiply %weighted, %gamma : tensor<2x3x4xf32>
  %y = stablehlo.add %scaled, %beta : tensor<2x3x4xf32>
)");
  expect_no_norm(rows + R"(
  %normal = stablehlo.divide %d1, %std : tensor<2x3x4xf32>
  %weighted = stablehlo.multiply %weights, %gamma : tensor<2x3x4xf32>
  %scaled = stablehlo.multiply %weighted, %normal : tensor<2x3x4xf32>
  %y = stablehlo.add %scaled, %beta : tensor<2x3x4xf32>
)");
  expect_no_norm(rows + R"(
  %i = stablehlo.rsqrt %shifted : tensor<2x3x1xf32>
  %rstd = stablehlo.broadcast_in_dim %i, dims = [0, 1, 2] : (tensor<2x3x1xf32>) -> tensor<2x3x4xf32>
  %half = stablehlo.divide %d1, %x : tensor<2x3x4xf32>
  %weighted = stablehlo.multiply %rstd, %gamma : tensor<2x3x4xf32>
  %scaled = stablehlo.multiply %weighted, %half : tensor<2x3x4xf32>
  %y = stablehlo.add %scaled, %beta : tensor<2x3x4xf32>
)");
}

const std::string kSoftmax = test::kShiftedPowers + R"(
  %s2 = stablehlo.broadcast_in_dim %s1, dims = [0, 1, 2] : (tensor<2x3x1xf32>) -> tensor<2x3x4xf32>
)";

TEST(Raise, Softmax) {
  expect_raised(kSoftmax + "  %y = stablehlo.divide %p, %s2 : tensor<2x3x4xf32>\n",
                "tutti.softmax");
  expect_kept(kSoftmax + "  %y = stablehlo.divide %d, %s2 : tensor<2x3x4xf32>\n");
  // The powers are used again.
  expect_kept(kSoftmax +
              "  %q = stablehlo.divide %p, %s2 : tensor<2x3x4xf32>\n"
              "  %y = stablehlo.multiply %p, %q : tensor<2x3x4xf32>\n");
}

std::string constant(const std::string& name, const std::string& value) {
  return fmt::format("  %{} = stablehlo.constant dense<{}> : tensor<2x3x4xf32>\n", name, value);
}

TEST(Raise, Gelu) {
  const std::map<std::string, int> zeros = {{"stablehlo.constant", 1}};
  const std::string begin = constant("half", "0.5") + constant("one", "1.0") +
                            constant("k", "0.707106769") + constant("root", "1.41421354");
  expect_raised(begin + R"(
  %h = stablehlo.multiply %half, %x : tensor<2x3x4xf32>
  %n = stablehlo.negate %x : tensor<2x3x4xf32>
  %a = stablehlo.multiply %n, %k : tensor<2x3x4xf32>
  %e = chlo.erfc %a : tensor<2x3x4xf32> -> tensor<2x3x4xf32>
  %y = stablehlo.multiply %h, %e : tensor<2x3x4xf32>
)",
                "tutti.bias_gelu", zeros);
  const std::string erf = begin + R"(
  %a = stablehlo.divide %x, %root : tensor<2x3x4xf32>
  %e = chlo.erf %a : tensor<2x3x4xf32> -> tensor<2x3x4xf32>
  %f = stablehlo.add %e, %one : tensor<2x3x4xf32>
  %h = stablehlo.multiply %x, %f : tensor<2x3x4xf32>
  %y = stablehlo.multiply %h, %half : tensor<2x3x4xf32>
)";
  expect_raised(erf, "tutti.bias_gelu", zeros);
  std::string other = erf;
  other.replace(other.find("1.41421354"), 10, "1.41521354");
  expect_kept(other);
  expect_raised(begin + constant("c", "0.044715") + constant("r", "0.797884583") + R"(
  %x2 = stablehlo.multiply %x, %x : tensor<2x3x4xf32>
  %x3 = stablehlo.multiply %x2, %x : tensor<2x3x4xf32>
  %cubic = stablehlo.multiply %c, %x3 : tensor<2x3x4xf32>
  %sum = stablehlo.add %x, %cubic : tensor<2x3x4xf32>
  %a = stablehlo.multiply %r, %sum : tensor<2x3x4xf32>
  %t = stablehlo.tanh %a : tensor<2x3x4xf32>
  %f = stablehlo.add %one, %t : tensor<2x3x4xf32>
  %h = stablehlo.multiply %half, %f : tensor<2x3x4xf32>
  %y = stablehlo.multiply %x, %h : tensor<2x3x4xf32>
)",
                "tutti.bias_gelu", zeros);
}

/// GELU and its gradient as JAX differentiates it: the density's factor, and its exponent's.
std::string gelu_and_gradient(const std::string& density, const std::string& exponent) {
  return constant("half", "0.5") + constant("k", "0.707106769") + constant("c", density) +
         constant("e", exponent) + R"(
  %h = stablehlo.multiply %half, %x : tensor<2x3x4xf32>
  %n = stablehlo.negate %x : tensor<2x3x4xf32>
  %a = stablehlo.multiply %n, %k : tensor<2x3x4xf32>
  %f = chlo.erfc %a : tensor<2x3x4xf32> -> tensor<2x3x4xf32>
  %i = stablehlo.multiply %n, %e : tensor<2x3x4xf32>
  %s = chlo.square %i : tensor<2x3x4xf32> -> tensor<2x3x4xf32>
  %m = stablehlo.negate %s : tensor<2x3x4xf32>
  %p = stablehlo.exponential %m : tensor<2x3x4xf32>
  %v = stablehlo.multiply %h, %f : tensor<2x3x4xf32>
  %g1 = stablehlo.broadcast_in_dim %g, dims = [2] : (tensor<4xf32>) -> tensor<2x3x4xf32>
  %dy = stablehlo.add %v, %g1 : tensor<2x3x4xf32>
  %d1 = stablehlo.multiply %h, %dy : tensor<2x3x4xf32>
  %d2 = stablehlo.multiply %dy, %f : tensor<2x3x4xf32>
  %d3 = stablehlo.multiply %c, %d1 : tensor<2x3x4xf32>
  %d4 = stablehlo.multiply %d3, %p : tensor<2x3x4xf32>
  %d5 = stablehlo.multiply %d4, %k : tensor<2x3x4xf32>
  %d6 = stablehlo.negate %d5 : tensor<2x3x4xf32>
  %d7 = stablehlo.multiply %half, %d2 : tensor<2x3x4xf32>
  %y = stablehlo.add %d6, %d7 : tensor<2x3x4xf32>
)";
}

/// What is left beside GELU when both are raised: nothing of it is shared any more.
const std::map<std::string, int> kBesideGelu = {{"tutti.bias_gelu_gradient", 1},
                                                {"stablehlo.constant", 2},
                                                {"stablehlo.broadcast_in_dim", 1},
                                                {"stablehlo.add", 1}};

TEST(Raise, GeluAndItsGradient) {
  expect_raised(gelu_and_gradient("-1.128379226", "0.707106769"), "tutti.bias_gelu", kBesideGelu);
  expect_kept(gelu_and_gradient("-1.129", "0.707106769"));
  expect_kept(gelu_and_gradient("1.128379226", "0.707106769"));
  expect_kept(gelu_and_gradient("-1.128379226", "0.708"));
}

/// The same of the approximation by tanh: what x^2's factor is, and what is written for 1 - t.
std::string gelu_tanh_and_gradient(const std::string& square, const std::string& less) {
  return constant("half", "0.5") + constant("one", "1.0") + constant("c", "0.044715") +
         constant("r", "0.797884583") + constant("q", square) + R"(
  %x2 = stablehlo.multiply %x, %x : tensor<2x3x4xf32>
  %x3 = stablehlo.multiply %x2, %x : tensor<2x3x4xf32>
  %q2 = stablehlo.multiply %q, %x2 : tensor<2x3x4xf32>
  %cubic = stablehlo.multiply %c, %x3 : tensor<2x3x4xf32>
  %sum = stablehlo.add %x, %cubic : tensor<2x3x4xf32>
  %a = stablehlo.multiply %r, %sum : tensor<2x3x4xf32>
  %t = stablehlo.tanh %a : tensor<2x3x4xf32>
  %m = stablehlo.subtract )" +
         less + R"( : tensor<2x3x4xf32>
  %f = stablehlo.add %one, %t : tensor<2x3x4xf32>
  %h = stablehlo.multiply %half, %f : tensor<2x3x4xf32>
  %v = stablehlo.multiply %x, %h : tensor<2x3x4xf32>
  %g1 = stablehlo.broadcast_in_dim %g, dims = [2] : (tensor<4xf32>) -> tensor<2x3x4xf32>
  %dy = stablehlo.add %v, %g1 : tensor<2x3x4xf32>
  %d1 = stablehlo.multiply %x, %dy : tensor<2x3x4xf32>
  %d2 = stablehlo.multiply %dy, %h : tensor<2x3x4xf32>
  %d3 = stablehlo.multiply %half, %d1 : tensor<2x3x4xf32>
  %d4 = stablehlo.multiply %d3, %m : tensor<2x3x4xf32>
  %d5 = stablehlo.multiply %d4, %t : tensor<2x3x4xf32>
  %d6 = stablehlo.add %d4, %d5 : tensor<2x3x4xf32>
  %d7 = stablehlo.multiply %r, %d6 : tensor<2x3x4xf32>
  %d8 = stablehlo.add %d2, %d7 : tensor<2x3x4xf32>
  %d9 = stablehlo.multiply %c, %d7 : tensor<2x3x4xf32>
  %e = stablehlo.multiply %d9, %q2 : tensor<2x3x4xf32>
  %y = stablehlo.add %d8, %e : tensor<2x3x4xf32>
)";
}

TEST(Raise, GeluByTanhAndItsGradient) {
  expect_raised(gelu_tanh_and_gradient("3.0", "%one, %t"), "tutti.bias_gelu", kBesideGelu);
  expect_kept(gelu_tanh_and_gradient("2.0", "%one, %t"));
  expect_kept(gelu_tanh_and_gradient("3.0", "%t, %one"));
  expect_kept(gelu_tanh_and_gradient("3.0", "%half, %t"));
}

// It has 2^40 factors, which nobody may list.
TEST(Raise, ANumberSquaredAgainAndAgainStays) {
  std::string body = "  %x0 = stablehlo.abs %x : tensor<2x3x4xf32>\n";
  for (int i = 0; i < 40; i++)
    body +=
        fmt::format("  %x{0} = stablehlo.multiply %x{1}, %x{1} : tensor<2x3x4xf32>\n", i + 1, i);
  expect_kept(body + "  %y = stablehlo.add %x40, %x0 : tensor<2x3x4xf32>\n");
}

TEST(Raise, NoGeluWithoutChannels) {
  const auto counts = counts_of(raised(ir::parse_module(R"(
func.func @main(%x: tensor<2x0xf32>) -> tensor<2x0xf32> {
  %half = stablehlo.constant dense<0.5> : tensor<2x0xf32>
  %one = stablehlo.constant dense<1.0> : tensor<2x0xf32>
  %k = stablehlo.constant dense<0.707106769> : tensor<2x0xf32>
  %h = stablehlo.multiply %half, %x : tensor<2x0xf32>
  %a = stablehlo.multiply %x, %k : tensor<2x0xf32>
  %e = chlo.erf %a : tensor<2x0xf32> -> tensor<2x0xf32>
  %f = stablehlo.add %one, %e : tensor<2x0xf32>
  %y = stablehlo.multiply %h, %f : tensor<2x0xf32>
  return %y : tensor<2x0xf32>
}
)",
                                                        "test", op::catalogue())));
  EXPECT_EQ(counts.count("tutti.bias_gelu"), 0);
}

// What the backend does not take stays.
TEST(Raise, OnlyWhatIsSupported) {
  ir::Module module = ir::parse_module(program(kLayerNorm), "test", op::catalogue());
  module = raise(std::move(module), op::catalogue(), [](const ir::Operation&) { return false; });
  test::expect_nothing_raised(module);
}

TEST(Raise, BertAsJaxPrintsIt) {
  const auto program = test::golden_data("stablehlo/bert_forward.mlir");
  const auto counts = counts_of(raised(test::parse_file(program)));
  EXPECT_EQ(counts.at("tutti.layer_norm"), 5);
  EXPECT_EQ(counts.at("tutti.dot_product_attention"), 2);
  EXPECT_FALSE(counts.contains("tutti.softmax"));
  EXPECT_EQ(counts.at("tutti.bias_gelu"), 2);
  EXPECT_FALSE(counts.contains("chlo.erfc"));
  EXPECT_FALSE(counts.contains("stablehlo.rsqrt"));
}

/// Chains of operations that spellings are followed through, longer than any stack is deep.
TEST(Raise, LongChainsAreNotFollowedToTheirEnds) {
  constexpr int kLength = 60'000;
  for (const std::string step :
       {"stablehlo.negate %{0} : tensor<8xf32>", "stablehlo.maximum %{0}, %low : tensor<8xf32>",
        "stablehlo.reshape %{0} : (tensor<8xf32>) -> tensor<8xf32>",
        "stablehlo.convert %{0} : (tensor<8xf32>) -> tensor<8xf32>"}) {
    SCOPED_TRACE(step);
    std::string text =
        "func.func @main(%0: tensor<8xf32>) -> tensor<8xf32> {\n"
        "  %low = stablehlo.constant dense<0xFF800000> : tensor<8xf32>\n"
        "  %half = stablehlo.constant dense<0.5> : tensor<8xf32>\n"
        "  %one = stablehlo.constant dense<1.0> : tensor<8xf32>\n";
    for (int i = 0; i < kLength; i++)
      text += fmt::format("  %{} = ", i + 1) + fmt::format(fmt::runtime(step), i) + "\n";
    text += fmt::format(
        "  %e = chlo.erf %{0} : tensor<8xf32> -> tensor<8xf32>\n"
        "  %s = stablehlo.add %one, %e : tensor<8xf32>\n"
        "  %h = stablehlo.multiply %half, %0 : tensor<8xf32>\n"
        "  %r = stablehlo.multiply %h, %s : tensor<8xf32>\n"
        "  return %r : tensor<8xf32>\n}}\n",
        kLength);
    const ir::Module module = ir::parse_module(text, "test", op::catalogue());
    test::expect_nothing_raised(
        raise(ir::clone(module), op::catalogue(), [](const ir::Operation&) { return true; }));
  }
}

}  // namespace
}  // namespace tutti::pass
