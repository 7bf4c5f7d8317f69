// SPDX-License-Identifier: Apache-2.0
// Programs of attention, and the same in blocks of queries.
#pragma once

#include <cmath>
#include <random>

#include "ir/parse.h"
#include "ir/verify.h"
#include "op/catalogue.h"
#include "op/rules/attention_blocks.h"
#include "pass/differentiate.h"
#include "pass/rewrite.h"

namespace tutti::test {

/// Rows of several segments, with tokens that belong without being attended to, and filler.
struct AttentionShape {
  int64_t rows, length, heads, kv_heads, dim;
  bool causal;
  double rate = 0;
  bool has_segments = true;
};

inline void PrintTo(const AttentionShape& shape, std::ostream* out) {
  *out << fmt::format("{} x {}, {} heads of {}, causal {}, rate {}", shape.rows, shape.length,
                      shape.heads, shape.kv_heads, shape.causal, shape.rate);
}

/// The function's results are o, or with its gradients.
inline ir::Module attention_program(const AttentionShape& shape, ir::ElementType element,
                                    bool with_gradients) {
  const auto tensor = [&](const std::string& sizes) {
    return fmt::format("tensor<{}x{}x{}>", shape.rows, shape.length, sizes);
  };
  const std::string name(ir::name_of(element)),
      q = tensor(fmt::format("{}x{}", shape.heads * shape.dim, name)),
      k = tensor(fmt::format("{}x{}", shape.kv_heads * shape.dim, name)), tokens = tensor("i32"),
      lse = fmt::format("tensor<{}x{}x{}x{}>", shape.rows, shape.heads, shape.length,
                        element == ir::ElementType::f64 ? "f64" : "f32");
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
  ir::Module module = ir::parse_module(text, "attention", op::catalogue());
  if (with_gradients) module = pass::differentiate(std::move(module), "main", op::catalogue());
  ir::verify(module);
  return module;
}

/// Both ops in blocks of as few queries as possible, or of all.
inline ir::Module in_blocks(const ir::Module& module, int64_t scores) {
  ir::Module blocks = pass::rewrite(
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

inline constexpr int64_t kFewScores = 1, kAllScores = int64_t{1} << 40;

/// q, k, v and what follows them; floats are of a normal distribution.
inline std::vector<ir::Array> attention_arguments(const ir::Function& function,
                                                  const AttentionShape& shape) {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  std::vector<ir::Array> arrays;
  for (size_t i = 0; i < function.argument_count(); i++) {
    ir::Array array(function.argument(i)->type);
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

}  // namespace tutti::test
