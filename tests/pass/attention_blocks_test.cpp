// SPDX-License-Identifier: Apache-2.0
// Attention in blocks of queries (op/rules/attention_blocks.h) against the op's own meaning.
#include "op/rules/attention_blocks.h"

#include <gtest/gtest.h>

#include <random>

#include "ir/parse.h"
#include "ir/verify.h"
#include "op/catalogue.h"
#include "op/interpreter.h"
#include "pass/common_subexpressions.h"
#include "pass/decompose.h"
#include "pass/differentiate.h"
#include "pass/rewrite.h"

namespace tutti::pass {
namespace {

using ir::Array;
using ir::ElementType;
using ir::Module;
using ir::Type;

/// Rows of several segments, with tokens that belong without being attended to, and filler.
struct Shape {
  int64_t rows, length, heads, kv_heads, dim;
  bool causal;
  double rate = 0;
  bool has_segments = true;
};

void PrintTo(const Shape& shape, std::ostream* out) {
  *out << fmt::format("{} x {}, {} heads of {}, causal {}, rate {}", shape.rows, shape.length,
                      shape.heads, shape.kv_heads, shape.causal, shape.rate);
}

/// The function's results are o, or with its gradients.
Module attention(const Shape& shape, ElementType element, bool with_gradients) {
  const auto tensor = [&](const std::string& sizes) {
    return fmt::format("tensor<{}x{}x{}>", shape.rows, shape.length, sizes);
  };
  const std::string name(ir::name_of(element)),
      q = tensor(fmt::format("{}x{}", shape.heads * shape.dim, name)),
      k = tensor(fmt::format("{}x{}", shape.kv_heads * shape.dim, name)), tokens = tensor("i32"),
      lse = fmt::format("tensor<{}x{}x{}x{}>", shape.rows, shape.heads, shape.length,
                        element == ElementType::f64 ? "f64" : "f32");
  std::string arguments = fmt::format("%q: {}, %k: {}, %v: {}, %segment: {}", q, k, k, tokens),
              names = "%q, %k, %v, %segment",
              types = fmt::format("{}, {}, {}, {}", q, k, k, tokens);
  if (shape.rate > 0) {
    arguments += fmt::format(", %key: tensor<2xui32>, %sample: {0}, %position: {0}", tokens);
    names += ", %key, %sample, %position";
    types += fmt::format(", tensor<2xui32>, {0}, {0}", tokens);
  }
  const std::string text = fmt::format(
      "func.func @main({}) -> {} {{\n  %r:2 = tutti.attention {} {{heads = {} : i64, kv_heads = {} "
      ": i64, causal = {}, scale = 0.4 : f64, rate = {:.2f} : f64, site = 6 : i64, max_segment = "
      "{} : i64}} : ({}) -> ({}, {})\n  return %r#0 : {}\n}}\n",
      arguments, q, names, shape.heads, shape.kv_heads, shape.causal, shape.rate, shape.length,
      types, q, lse, q);
  Module module = ir::parse_module(text, "attention", op::catalogue());
  if (with_gradients) module = differentiate(std::move(module), "main", op::catalogue());
  ir::verify(module);
  return module;
}

/// Both ops in blocks of as few queries as possible, or of all.
Module in_blocks(const Module& module, int64_t scores) {
  Module blocks = rewrite(
      module, op::catalogue(),
      [&](ir::Builder& b, const ir::Operation& op) -> std::optional<std::vector<ir::Value>> {
        if (op.name() == "tutti.attention") return op::emit_attention(b, op, scores);
        if (op.name() == "tutti.attention_gradient")
          return op::emit_attention_gradient(b, op, scores);
        return std::nullopt;
      });
  ir::verify(blocks);
  return blocks;
}

constexpr int64_t kFewScores = 1, kAllScores = int64_t{1} << 40;

/// q, k, v and what follows them; floats are of a normal distribution.
std::vector<Array> arguments_of(const ir::Function& function, const Shape& shape) {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  std::vector<Array> arrays;
  for (size_t i = 0; i < function.argument_count(); i++) {
    Array array(function.argument(i)->type);
    const bool is_key = array.type.rank() == 1;
    for (int64_t at = 0; at < array.count(); at++) {
      const int64_t place = is_key ? 0 : at % shape.length, row = is_key ? 0 : at / shape.length;
      if (array.is_float()) {
        array.f(at) = normal(random);
      } else if (is_key) {
        array.i(at) = at == 0 ? 0x9e3779b9 : 42;
      } else if (i == 3) {
        array.i(at) = !shape.has_segments        ? 1
                      : place < 4 + row          ? 1
                      : place == 4 + row         ? -1
                      : place < shape.length - 3 ? 2 + place / 19
                      : place < shape.length - 2 ? -77  // attends to nothing
                                                 : 0;
      } else {
        array.i(at) = i == 5 ? 3 * row + place / 19 : place % 19;
      }
    }
    array.round();
    arrays.push_back(std::move(array));
  }
  return arrays;
}

void expect_same(const std::vector<Array>& found, const std::vector<Array>& expected,
                 double tolerance) {
  ASSERT_EQ(found.size(), expected.size());
  for (size_t i = 0; i < found.size(); i++) {
    ASSERT_EQ(found[i].type, expected[i].type);
    double largest = 1e-300, worst = 0;
    for (double value : expected[i].floats) largest = std::max(largest, std::fabs(value));
    for (int64_t at = 0; at < found[i].count(); at++) {
      const double error = std::fabs(found[i].f(at) - expected[i].f(at));
      worst = std::isnan(error) ? INFINITY : std::max(worst, error / largest);
    }
    EXPECT_LE(worst, tolerance) << "result " << i;
  }
}

class AttentionBlocks : public testing::TestWithParam<Shape> {};

// Lengths of 32 and 48 are whole blocks, 37 and 50 are not; a block has at least 16 queries.
INSTANTIATE_TEST_SUITE_P(
    Shapes, AttentionBlocks,
    testing::Values(Shape{2, 32, 2, 2, 3, false}, Shape{2, 37, 2, 2, 3, false, 0.25},
                    Shape{1, 48, 4, 2, 2, true}, Shape{2, 50, 6, 2, 2, true, 0.25},
                    Shape{1, 50, 3, 1, 4, false, 0.5}, Shape{1, 37, 2, 2, 3, true, 0, false},
                    Shape{3, 9, 2, 1, 2, true, 0.25}));

TEST_P(AttentionBlocks, MeanWhatTheOpDoes) {
  const Shape& shape = GetParam();
  for (const auto& [element, tolerance] :
       {std::pair{ElementType::f64, 1e-12}, {ElementType::bf16, 0x1p-6}}) {
    SCOPED_TRACE(ir::name_of(element));
    const Module module = attention(shape, element, true);
    for (const std::string name : {"main", "main_gradient"}) {
      const std::vector<Array> arguments = arguments_of(module.get(name), shape);
      const std::vector<Array> expected = op::interpret(module, name, arguments);
      for (int64_t scores : {kFewScores, kAllScores})
        expect_same(op::interpret(in_blocks(module, scores), name, arguments), expected, tolerance);
    }
  }
}

// With scores of 0 and v the identity, o has the probabilities: those that are dropped are 0.
TEST(AttentionBlockDropout, DropsTheSameProbabilities) {
  const Shape shape = {2, 50, 2, 2, 50, false, 0.5, false};
  const Module module = attention(shape, ElementType::f32, false);
  std::vector<Array> arguments = arguments_of(module.get("main"), shape);
  for (double& value : arguments[0].floats) value = 0;
  for (int64_t at = 0; at < arguments[2].count(); at++)
    arguments[2].f(at) = at / 100 % 50 == at % 50 ? 1 : 0;
  const Array expected = op::interpret(module, "main", arguments)[0];
  const Array found = op::interpret(in_blocks(module, kFewScores), "main", arguments)[0];
  int64_t dropped = 0;
  for (int64_t at = 0; at < found.count(); at++) {
    EXPECT_EQ(found.f(at) == 0, expected.f(at) == 0) << at;
    if (expected.f(at) == 0) dropped++;
  }
  EXPECT_NEAR(static_cast<double>(dropped) / static_cast<double>(found.count()), 0.5, 0.03);
}

/// The most elements of a value, and the number of products.
struct Seen {
  int64_t largest = 0;
  int products = 0;
};
void look(const ir::Block& block, Seen& seen) {
  for (const auto& op : block.operations) {
    if (op->name() == "stablehlo.dot_general") seen.products++;
    for (ir::Value value : op->results())
      if (value->type.is_tensor()) seen.largest = std::max(seen.largest, value->type.count());
    for (const auto& region : op->regions) look(*region, seen);
  }
}
Seen seen_in(const Module& module, const std::string& function) {
  Seen seen;
  look(module.get(function).body, seen);
  return seen;
}

TEST(AttentionBlockMemory, HasTheScoresOfABlockAtOnce) {
  const Shape shape = {1, 160, 2, 1, 4, true, 0.25};
  const Module module = attention(shape, ElementType::bf16, true);
  EXPECT_EQ(seen_in(in_blocks(module, kAllScores), "main_gradient").largest, 2 * 160 * 160);
  EXPECT_EQ(seen_in(in_blocks(module, 2 * 160 * 50), "main_gradient").largest, 2 * 160 * 48);
}

// Else the scores would be kept from the forward to the backward pass.
TEST(AttentionBlockMemory, ComputesTheScoresAgainInTheGradient) {
  const Shape shape = {1, 32, 2, 2, 4, false};
  const Module module = attention(shape, ElementType::f32, true);
  const Module lowered =
      eliminate_common_subexpressions(in_blocks(module, kAllScores), op::catalogue());
  // q k^T and D v; then q k^T, dO v^T, and the gradients of q, k and v.
  EXPECT_EQ(seen_in(lowered, "main_gradient").products, 2 + 5);
}

}  // namespace
}  // namespace tutti::pass
