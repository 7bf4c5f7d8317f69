// SPDX-License-Identifier: Apache-2.0
// Attention in blocks of queries (op/rules/attention_blocks.h) against the op's own meaning.
#include <gtest/gtest.h>

#include "op/interpreter.h"
#include "pass/common_subexpressions.h"
#include "support/attention.h"

namespace tutti::pass {
namespace {

using ir::Array;
using ir::ElementType;
using ir::Module;
using test::attention_arguments;
using test::attention_program;
using test::AttentionShape;
using test::in_blocks;
using test::kAllScores;
using test::kFewScores;

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

class AttentionBlocks : public testing::TestWithParam<AttentionShape> {};

// Lengths of 32 and 48 are whole blocks, 37 and 50 are not; a block has at least 16 queries.
INSTANTIATE_TEST_SUITE_P(Shapes, AttentionBlocks,
                         testing::Values(AttentionShape{2, 32, 2, 2, 3, false},
                                         AttentionShape{2, 37, 2, 2, 3, false, 0.25},
                                         AttentionShape{1, 48, 4, 2, 2, true},
                                         AttentionShape{2, 50, 6, 2, 2, true, 0.25},
                                         AttentionShape{1, 50, 3, 1, 4, false, 0.5},
                                         AttentionShape{1, 37, 2, 2, 3, true, 0, false},
                                         AttentionShape{3, 9, 2, 1, 2, true, 0.25}));

TEST_P(AttentionBlocks, MeanWhatTheOpDoes) {
  const AttentionShape& shape = GetParam();
  for (const auto& [element, tolerance] :
       {std::pair{ElementType::f64, 1e-12}, {ElementType::bf16, 0x1p-6}}) {
    SCOPED_TRACE(ir::name_of(element));
    const Module module = attention_program(shape, element, true);
    for (const std::string name : {"main", "main_gradient"}) {
      const std::vector<Array> arguments = attention_arguments(module.get(name), shape);
      const std::vector<Array> expected = op::interpret(module, name, arguments);
      for (int64_t scores : {kFewScores, kAllScores})
        expect_same(op::interpret(in_blocks(module, scores), name, arguments), expected, tolerance);
    }
  }
}

// With scores of 0 and v the identity, o has the probabilities: those that are dropped are 0.
TEST(AttentionBlockDropout, DropsTheSameProbabilities) {
  const AttentionShape shape = {2, 50, 2, 2, 50, false, 0.5, false};
  const Module module = attention_program(shape, ElementType::f32, false);
  std::vector<Array> arguments = attention_arguments(module.get("main"), shape);
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
  const AttentionShape shape = {1, 160, 2, 1, 4, true, 0.25};
  const Module module = attention_program(shape, ElementType::bf16, true);
  EXPECT_EQ(seen_in(in_blocks(module, kAllScores), "main_gradient").largest, 2 * 160 * 160);
  EXPECT_EQ(seen_in(in_blocks(module, 2 * 160 * 50), "main_gradient").largest, 2 * 160 * 48);
}

// Else the scores would be kept from the forward to the backward pass.
TEST(AttentionBlockMemory, ComputesTheScoresAgainInTheGradient) {
  const AttentionShape shape = {1, 32, 2, 2, 4, false};
  const Module module = attention_program(shape, ElementType::f32, true);
  const Module lowered =
      eliminate_common_subexpressions(in_blocks(module, kAllScores), op::catalogue());
  // q k^T and D v; then q k^T, dO v^T, and the gradients of q, k and v.
  EXPECT_EQ(seen_in(lowered, "main_gradient").products, 2 + 5);
}

}  // namespace
}  // namespace tutti::pass
