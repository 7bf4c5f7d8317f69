// SPDX-License-Identifier: Apache-2.0
// Every fused op on the CPU backend against the op's own meaning.
#include "cpu_program.h"
#include "ir/verify.h"
#include "pass/decompose.h"

namespace tutti {
namespace {

using ir::attributes;
using ir::float_attribute;
using ir::int_attribute;
using test::Array;
using test::ElementType;
using test::Type;

constexpr int64_t kRows = 3, kLength = 21;

class CpuFused : public testing::TestWithParam<ElementType> {
 protected:
  Type activation(ir::Shape shape) const { return Type::tensor(GetParam(), std::move(shape)); }
  static Type floats(ir::Shape shape) { return Type::tensor(ElementType::f32, std::move(shape)); }
  static Type ints(ir::Shape shape) { return Type::tensor(ElementType::i32, std::move(shape)); }

  /// Arguments of one operation: random ones, but for those given as arrays.
  void expect_operation(const std::string& name, const std::vector<Array>& arguments,
                        ir::Attributes named = {}, std::vector<Type> declared = {}) {
    std::vector<Type> types;
    for (const Array& argument : arguments) types.push_back(argument.type);
    const ir::Module module =
        test::one_operation(name, types, std::move(named), std::move(declared));
    const ir::Operation& op = *module.get("main").body.operations[0];
    ASSERT_TRUE(backend::CpuBackend({.threads = 1}).supports(op)) << name;
    const bool is_attention =
        name.starts_with("tutti.attention") || name == "tutti.cached_attention";
    if (is_attention && GetParam() == ElementType::bf16)
      test::expect_program_by(module, arguments, expect_two_roundings);
    else
      test::expect_program(module, arguments, 1e-5);
  }
  /// Attention rounds its weights to bf16 as well as its results: elements differ by more than
  /// their own rounding, but the error of a tensor is at most that of two roundings of 2^-8.
  static void expect_two_roundings(const Array& found, const Array& expected,
                                   const std::string& what) {
    EXPECT_LE(test::error_in_norm(found, expected), 0x1p-7) << what;
  }
  Array random(const Type& type) { return test::random_values(type, ++seed_); }
  Array positive(const Type& type) {
    Array array = random(type);
    for (double& value : array.floats) value = 0.5 + std::fabs(value);
    array.round();
    return array;
  }

  /// Packed rows: segments of several lengths, one with tokens nobody attends to, and filler.
  static Array segment() {
    Array array(ints({kRows, kLength}));
    for (int64_t row = 0; row < kRows; row++)
      for (int64_t i = 0; i < kLength - 2; i++)
        array.i(row * kLength + i) = i < 4 + row ? 1 : i < 11 ? 2 : i < 13 ? -2 : 3;
    return array;
  }
  static Array sample() {
    Array array = segment();
    for (int64_t i = 0; i < array.count(); i++)
      array.i(i) = std::abs(array.i(i)) + 10 * (i / kLength);
    return array;
  }
  static Array position() {
    Array array(ints({kRows, kLength}));
    for (int64_t i = 0; i < array.count(); i++) array.i(i) = i % kLength;
    return array;
  }
  static Array key() {
    Array array(Type::tensor(ElementType::ui32, {2}));
    array.ints = {0x12345678, 0x9ABCDEF0};
    return array;
  }
  static std::vector<Array> with_dropout(std::vector<Array> arguments) {
    for (Array& array : std::vector<Array>{key(), sample(), position()})
      arguments.push_back(std::move(array));
    return arguments;
  }
  static ir::Attributes dropout(double rate) {
    return attributes({{"rate", float_attribute(rate)}, {"site", int_attribute(7)}});
  }

 private:
  uint32_t seed_ = 0;
};

std::string type_name(const testing::TestParamInfo<ElementType>& type) {
  return std::string(ir::name_of(type.param));
}
INSTANTIATE_TEST_SUITE_P(Types, CpuFused, testing::Values(ElementType::f32, ElementType::bf16),
                         type_name);

// What the other tests of bf16 rely on.
TEST(CpuFusedBounds, SeeAnErrorOfOnePercentInBf16) {
  const Array expected = test::random_values(Type::tensor(ElementType::bf16, {1000}), 1);
  Array found = expected;
  for (double& value : found.floats) value *= 1.01;
  found.round();
  EXPECT_GT(test::error_in_norm(found, expected), 0x1p-7);
  double largest = 0, over = 0;
  for (double value : expected.floats) largest = std::max(largest, std::fabs(value));
  for (int64_t i = 0; i < expected.count(); i++)
    over = std::max(over, std::fabs(found.f(i) - expected.f(i)) -
                              test::rounding_of(ElementType::bf16) * std::fabs(expected.f(i)));
  EXPECT_GT(over, 1e-5 * largest);
}

TEST_P(CpuFused, LayerNorm) {
  expect_operation("tutti.layer_norm",
                   {random(activation({5, 7, 50})), random(floats({50})), random(floats({50}))},
                   attributes({{"epsilon", float_attribute(1e-5)}}));
  expect_operation("tutti.layer_norm_gradient",
                   {random(activation({5, 70, 50})), random(activation({5, 70, 50})),
                    random(floats({50})), random(floats({5, 70})), positive(floats({5, 70}))});
}

TEST_P(CpuFused, RmsNorm) {
  expect_operation("tutti.rms_norm", {random(activation({5, 7, 50})), random(floats({50}))},
                   attributes({{"epsilon", float_attribute(1e-5)}}));
}

TEST_P(CpuFused, DotProductAttention) {
  const auto scale = attributes({{"scale", float_attribute(0.3)}});
  const Array q = random(floats({2, 70, 3, 5})), k = random(floats({2, 37, 3, 5})),
              v = random(floats({2, 37, 3, 20}));
  expect_operation("tutti.dot_product_attention", {q, k, v}, scale);
  expect_operation("tutti.dot_product_attention", {q, k, v, random(floats({2, 3, 70, 37}))}, scale);
  Array mask(ir::Type::tensor(ElementType::i1, {2, 3, 70, 37}));
  for (int64_t i = 0; i < mask.count(); i++) mask.i(i) = i >= 37 && i % 5 != 2;
  expect_operation(
      "tutti.dot_product_attention", {q, k, v, mask},
      attributes({{"scale", float_attribute(0.3)}, {"masked_score", float_attribute(-1e9)}}));
}

TEST_P(CpuFused, CachedAttention) {
  // The first row is new, the second one has 31 tokens already. They get 1, 7 or 70 new tokens; 70
  // are more than the kernel computes in one block.
  for (const int64_t length : {1, 7, 70}) {
    Array first(ints({2}));
    first.ints = {0, 31};
    const Type kept = activation({2, 2, 150, 20});
    expect_operation("tutti.cached_attention",
                     {random(activation({2, length, 6, 20})), random(kept), random(kept), first},
                     attributes({{"scale", float_attribute(0.3)}}));
    expect_operation(
        "tutti.cached_attention",
        {random(activation({2, length, 6, 20})), random(kept), random(kept), first},
        attributes({{"scale", float_attribute(0.3)}, {"window", ir::int_attribute(13)}}));
  }
  // Places that are clamped.
  Array first(ints({2}));
  first.ints = {-5, 1000};
  const Type kept = activation({2, 1, 33, 5});
  expect_operation("tutti.cached_attention",
                   {random(activation({2, 9, 3, 5})), random(kept), random(kept), first},
                   attributes({{"scale", float_attribute(0.3)}}));
}

TEST_P(CpuFused, BiasActivation) {
  const Array x = random(activation({4, 33, 70})), dy = random(activation({4, 33, 70})),
              bias = random(floats({70}));
  for (const char* approximate : {"none", "tanh"}) {
    const auto named = attributes({{"approximate", ir::string_attribute(approximate)}});
    expect_operation("tutti.bias_gelu", {x, bias}, named);
    expect_operation("tutti.bias_gelu_gradient", {dy, x, bias}, named);
  }
  expect_operation("tutti.bias_relu", {x, bias});
  expect_operation("tutti.bias_relu_gradient", {dy, x, bias});
}

TEST_P(CpuFused, Softmax) {
  const Array x = random(activation({9, 37})), y = positive(activation({9, 37}));
  expect_operation("tutti.softmax", {x});
  expect_operation("tutti.softmax_gradient", {x, y});
}

TEST_P(CpuFused, Embedding) {
  Array ids = random(ints({4, 11}));  // some are negative
  ids.i(3) = 1000;
  for (const ElementType out : {ElementType::f32, ElementType::bf16})
    expect_operation("tutti.embedding", {random(activation({8, 30})), ids}, {},
                     {Type::tensor(out, {4, 11, 30})});
  expect_operation("tutti.embedding_gradient", {random(activation({4, 11, 30})), ids}, {},
                   {floats({8, 30})});
}

TEST_P(CpuFused, Dropout) {
  const Array x = random(activation({kRows, kLength, 30}));
  expect_operation("tutti.dropout", with_dropout({x}), dropout(0.3));
}

TEST_P(CpuFused, BiasDropoutResidual) {
  const Type type = activation({kRows, kLength, 30});
  const Array x = random(type), bias = random(floats({30})), residual = random(type);
  expect_operation("tutti.bias_dropout_residual", {x, bias, residual}, dropout(0));
  expect_operation("tutti.bias_dropout_residual", with_dropout({x, bias, residual}), dropout(0.1));
  expect_operation("tutti.bias_dropout_gradient", {x}, dropout(0));
  expect_operation("tutti.bias_dropout_gradient", with_dropout({x}), dropout(0.1));
}

TEST_P(CpuFused, Attention) {
  const Type type = activation({kRows, kLength, 3 * 8});
  const std::vector<Array> inputs = {random(type), random(type), random(type), segment()};
  for (const double rate : {0.0, 0.25}) {
    ir::Attributes named = dropout(rate);
    named.set("heads", int_attribute(3));
    named.set("scale", float_attribute(0.35));
    named.set("max_segment", int_attribute(9));
    const std::vector<Array> forward = rate > 0 ? with_dropout(inputs) : inputs;
    expect_operation("tutti.attention", forward, named);
    std::vector<Type> types;
    for (const Array& array : forward) types.push_back(array.type);
    const ir::Module module = test::one_operation("tutti.attention", types, named);
    std::vector<Array> backward = forward;
    backward.insert(backward.begin(), random(type));
    backward.insert(backward.begin() + 4, op::interpret(module, "main", forward)[1]);
    expect_operation("tutti.attention_gradient", backward, named);
  }
}

TEST_P(CpuFused, OtherTypesAreRefused) {
  const ir::Module module =
      test::one_operation("tutti.softmax", {Type::tensor(ElementType::f64, {3, 4})});
  EXPECT_FALSE(
      backend::CpuBackend({.threads = 1}).supports(*module.get("main").body.operations[0]));
}

class CpuTraining : public CpuFused {};
INSTANTIATE_TEST_SUITE_P(Types, CpuTraining, testing::Values(ElementType::f32), type_name);

TEST_P(CpuTraining, CrossEntropy) {
  const Array logits = random(floats({kRows, kLength}));
  Array target(ints({5}));
  target.ints = {2, 7, 20, 25, kLength * 2 + 15};  // the third is filler
  expect_operation("tutti.cross_entropy", {logits, segment(), target});
  const ir::Module module =
      test::one_operation("tutti.cross_entropy", {logits.type, segment().type, target.type});
  const Array lse = op::interpret(module, "main", {logits, segment(), target})[1];
  expect_operation("tutti.cross_entropy_gradient",
                   {random(floats({5})), logits, segment(), target, lse});
}

TEST_P(CpuTraining, SoftmaxCrossEntropy) {
  Array label(ints({3, 5}));
  label.ints = {0, 36, 5, -1, 37, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  expect_operation("tutti.softmax_cross_entropy", {random(floats({3, 5, 37})), label});
}

TEST_P(CpuTraining, SquaredNorm) {
  expect_operation("tutti.squared_norm",
                   {random(floats({300, 70})), random(floats({})), random(floats({5}))});
}

TEST_P(CpuTraining, AdamW) {
  const auto named = attributes({{"beta1", float_attribute(0.9, ElementType::f64)},
                                 {"beta2", float_attribute(0.999, ElementType::f64)},
                                 {"epsilon", float_attribute(1e-8, ElementType::f64)},
                                 {"weight_decay", float_attribute(0.01, ElementType::f64)}});
  const Type type = floats({130, 260});
  std::vector<Array> arguments = {random(type), random(type), random(type), positive(type)};
  for (const double scalar : {3e-2, 0.5, 0.19, 0.001999}) {
    Array array(floats({}));
    array.f(0) = scalar;
    array.round();
    arguments.push_back(array);
  }
  Array finite(Type::scalar(ElementType::i1));
  arguments.push_back(finite);
  expect_operation("tutti.adamw", arguments, named);  // not finite: nothing changes
  arguments.back().i(0) = 1;
  expect_operation("tutti.adamw", arguments, named);
}

void expect_values_of_at_most(const ir::Block& block, int64_t elements) {
  for (const auto& op : block.operations) {
    for (const ir::Type& type : op->result_types()) EXPECT_LE(type.count(), elements) << op->name();
    for (const auto& region : op->regions) expect_values_of_at_most(*region, elements);
  }
}

// Their logits would be 67 million numbers, more than exist at once.
TEST(LinearCrossEntropy, IsDecomposedIntoALoopOverManyTokens) {
  constexpr int64_t kTokens = 1025, kFeatures = 3, kClasses = 65537;
  const Type hidden = Type::tensor(ElementType::f32, {kTokens, kFeatures}),
             weight = Type::tensor(ElementType::f32, {kClasses, kFeatures}),
             tokens = Type::tensor(ElementType::f32, {kTokens});
  std::vector<Array> arguments = {test::random_values(hidden, 1), test::random_values(weight, 2),
                                  test::random_values(tokens.with(ElementType::i32), 3),
                                  test::random_values(tokens, 4)};
  for (int64_t i = 0; i < kTokens; i++) arguments[2].i(i) = i % 5 == 0 ? -100 : i * 61;
  const ir::Module module = test::one_operation(
      "tutti.linear_cross_entropy", {hidden, weight, tokens.with(ElementType::i32), tokens}, {},
      {tokens, tokens, Type::scalar(ElementType::f32), hidden, weight});
  const ir::Module looped =
      pass::decompose(ir::clone(module), op::catalogue(),
                      [](const ir::Operation& op) { return !op.name().starts_with("tutti."); });
  ir::verify(looped);
  expect_values_of_at_most(looped.get("main").body, 1 << 26);
  const std::vector<Array> expected = test::cpu_run(module)(arguments),
                           found = test::cpu_run(looped)(arguments);
  ASSERT_EQ(found.size(), 5u);
  for (size_t i = 0; i < found.size(); i++)
    EXPECT_LE(test::error_in_norm(found[i], expected[i]), 1e-5) << "result " << i;
}

}  // namespace
}  // namespace tutti
