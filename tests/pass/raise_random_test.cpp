// SPDX-License-Identifier: Apache-2.0
// Random bits as JAX spells them: five rounds of a loop, each of four rounds of Threefry-2x32.
#include <gtest/gtest.h>

#include "pass/decompose.h"
#include "pass/raise.h"
#include "raised.h"
#include "support/text.h"

namespace tutti::pass {
namespace {

using test::replaced;

struct Spelled {
  std::string even = "[13, 15, 26, 6]", odd = "[17, 29, 16, 24]";
  std::string parity = "466688986", rounds = "5";
  std::string first = "%k0", second = "%k1";  // the keys that are added to the counters
  std::string x = "%r#2", y = "%r#3";         // of the result
};

/// Round `i` of the four: %xI and %yI to the next ones.
std::string round_text(int i) {
  std::string text = R"(
    %aI = stablehlo.slice %turns [I:J] : (tensor<4xui32>) -> tensor<1xui32>
    %bI = stablehlo.reshape %aI : (tensor<1xui32>) -> tensor<ui32>
    %xJ = stablehlo.add %xI, %yI : tensor<3x2xui32>
    %cI = stablehlo.broadcast_in_dim %bI, dims = [] : (tensor<ui32>) -> tensor<3x2xui32>
    %dI = stablehlo.shift_left %yI, %cI : tensor<3x2xui32>
    %eI = stablehlo.subtract %width, %bI : tensor<ui32>
    %fI = stablehlo.broadcast_in_dim %eI, dims = [] : (tensor<ui32>) -> tensor<3x2xui32>
    %gI = stablehlo.shift_right_logical %yI, %fI : tensor<3x2xui32>
    %hI = stablehlo.or %dI, %gI : tensor<3x2xui32>
    %yJ = stablehlo.xor %xJ, %hI : tensor<3x2xui32>
)";
  return replaced(replaced(text, "I", std::to_string(i)), "J", std::to_string(i + 1));
}

/// A function of a key's words and the counters.
std::string text_of(const Spelled& spelled) {
  std::string text = R"(
func.func @main(%k0: tensor<ui32>, %k1: tensor<ui32>, %hi: tensor<3x2xui32>, %lo: tensor<3x2xui32>)
    -> tensor<3x2xui32> {
  %even = stablehlo.constant dense<EVEN> : tensor<4xui32>
  %odd = stablehlo.constant dense<ODD> : tensor<4xui32>
  %parity = stablehlo.constant dense<PARITY> : tensor<ui32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %mixed = stablehlo.xor %k0, %k1 : tensor<ui32>
  %k2 = stablehlo.xor %mixed, %parity : tensor<ui32>
  %first = stablehlo.broadcast_in_dim FIRST, dims = [] : (tensor<ui32>) -> tensor<3x2xui32>
  %second = stablehlo.broadcast_in_dim SECOND, dims = [] : (tensor<ui32>) -> tensor<3x2xui32>
  %x = stablehlo.add %hi, %first : tensor<3x2xui32>
  %y = stablehlo.add %lo, %second : tensor<3x2xui32>
  %r:9 = stablehlo.while(%i = %zero, %n = %zero, %x0 = %x, %y0 = %y, %a = %k1, %b = %k2, %c = %k0,
                         %turns = %even, %others = %odd)
      : tensor<i32>, tensor<i32>, tensor<3x2xui32>, tensor<3x2xui32>, tensor<ui32>, tensor<ui32>,
        tensor<ui32>, tensor<4xui32>, tensor<4xui32>
  cond {
    %rounds = stablehlo.constant dense<ROUNDS> : tensor<i32>
    %more = stablehlo.compare LT, %i, %rounds, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %width = stablehlo.constant dense<32> : tensor<ui32>
    FOUR
    %ka = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<ui32>) -> tensor<3x2xui32>
    %kb = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<ui32>) -> tensor<3x2xui32>
    %xk = stablehlo.add %x4, %ka : tensor<3x2xui32>
    %yk = stablehlo.add %y4, %kb : tensor<3x2xui32>
    %m = stablehlo.add %n, %one : tensor<i32>
    %word = stablehlo.convert %m : (tensor<i32>) -> tensor<ui32>
    %words = stablehlo.broadcast_in_dim %word, dims = [] : (tensor<ui32>) -> tensor<3x2xui32>
    %yw = stablehlo.add %yk, %words : tensor<3x2xui32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %m, %xk, %yw, %b, %c, %a, %others, %turns
      : tensor<i32>, tensor<i32>, tensor<3x2xui32>, tensor<3x2xui32>, tensor<ui32>, tensor<ui32>,
        tensor<ui32>, tensor<4xui32>, tensor<4xui32>
  }
  %bits = stablehlo.xor RESULT_X, RESULT_Y : tensor<3x2xui32>
  return %bits : tensor<3x2xui32>
}
)";
  std::string four;
  for (int i = 0; i < 4; i++) four += round_text(i);
  const std::vector<std::pair<std::string_view, std::string_view>> parts = {
      {"EVEN", spelled.even},     {"ODD", spelled.odd},     {"PARITY", spelled.parity},
      {"ROUNDS", spelled.rounds}, {"FIRST", spelled.first}, {"SECOND", spelled.second},
      {"RESULT_X", spelled.x},    {"RESULT_Y", spelled.y},  {"FOUR", four}};
  for (const auto& [from, to] : parts) text = replaced(std::move(text), from, to);
  return text;
}

/// After all passes, and after all but raise; the backend supports no loops.
std::pair<ir::Module, ir::Module> lowered(const Spelled& spelled) {
  const ir::Module module = ir::parse_module(text_of(spelled), "test", op::catalogue());
  PipelineOptions options;
  options.supports = [](const ir::Operation& op) { return op.name() != "stablehlo.while"; };
  ir::Module raised = run_pipeline(ir::clone(module), op::catalogue(), options);
  options.skip = {"raise"};
  return {std::move(raised), run_pipeline(ir::clone(module), op::catalogue(), options)};
}

/// The interpreter's result for some key and counters.
std::vector<int64_t> bits_of(const ir::Module& module) {
  std::vector<ir::Array> arguments;
  for (const auto& argument : module.get("main").body.arguments) {
    ir::Array words(argument->type);
    for (int64_t i = 0; i < words.count(); i++)
      words.i(i) = (0x9E3779B9 * (i + 5 * static_cast<int64_t>(arguments.size()) + 1)) & 0xFFFFFFFF;
    arguments.push_back(std::move(words));
  }
  const ir::Array bits = op::interpret(module, "main", arguments)[0];
  std::vector<int64_t> words;
  for (int64_t i = 0; i < bits.count(); i++) words.push_back(bits.i(i));
  return words;
}

TEST(RaiseRandom, ThreefryBits) {
  for (const bool swapped : {false, true}) {
    Spelled spelled;
    if (swapped) std::swap(spelled.x, spelled.y);
    const auto [raised, plain] = lowered(spelled);
    const std::map<std::string, int> expected = {{"tutti.threefry_bits", 1}, {"func.return", 1}};
    EXPECT_EQ(test::counts_of(raised), expected);
    EXPECT_EQ(test::counts_of(plain).count("tutti.threefry_bits"), 0u);
    EXPECT_EQ(bits_of(raised), bits_of(plain));
  }
}

TEST(RaiseRandom, OtherRoundsStay) {
  const std::vector<Spelled> others = {
      {.even = "[13, 15, 26, 7]"},
      {.odd = "[17, 29, 24, 16]"},
      {.parity = "466688987"},
      {.rounds = "4"},
      {.rounds = "6"},
      {.first = "%k1"},
      {.second = "%k2"},
      {.first = "%k1", .second = "%k0"},
      {.x = "%r#3"},
      {.y = "%hi"},
      {.even = "[17, 29, 16, 24]", .odd = "[13, 15, 26, 6]"},
  };
  for (const Spelled& spelled : others) {
    const ir::Module raised = lowered(spelled).first;
    SCOPED_TRACE(text_of(spelled));
    test::expect_nothing_raised(raised);
    EXPECT_EQ(test::counts_of(raised).count("stablehlo.while"), 0u);
  }
}

// What the op decomposes into gives the same bits.
TEST(RaiseRandom, Decomposition) {
  const ir::Module module = ir::parse_module(R"(
func.func @main(%k0: tensor<ui32>, %k1: tensor<ui32>, %hi: tensor<3x2xui32>, %lo: tensor<3x2xui32>)
    -> tensor<3x2xui32> {
  %bits = tutti.threefry_bits %k0, %k1, %hi, %lo
      : (tensor<ui32>, tensor<ui32>, tensor<3x2xui32>, tensor<3x2xui32>) -> tensor<3x2xui32>
  return %bits : tensor<3x2xui32>
}
)",
                                             "test", op::catalogue());
  const ir::Module plain = decompose(
      ir::clone(module), op::catalogue(), [](const ir::Operation&) { return false; }, nullptr);
  EXPECT_EQ(bits_of(plain), bits_of(module));
}

}  // namespace
}  // namespace tutti::pass
