// SPDX-License-Identifier: Apache-2.0
#include "task/embedding/pooling.h"

#include <algorithm>

#include "base/error.h"
#include "op/emit.h"

namespace tutti::task::embedding {
namespace {

using ir::Builder;
using ir::Type;
using ir::Value;

constexpr std::pair<Pooling, std::string_view> kPoolings[] = {
    {Pooling::cls, "cls"},
    {Pooling::mean, "mean"},
    {Pooling::max, "max"},
    {Pooling::mean_sqrt_len, "mean_sqrt_len_tokens"},
    {Pooling::weighted_mean, "weightedmean"},
    {Pooling::last_token, "lasttoken"}};

/// For each token the maxima [tokens, width] of x over its text's tokens up to itself: after the
/// step of width w over the last 2 w tokens.
Value running_maxima(Builder& b, Value x, Value text, int64_t longest) {
  const int64_t tokens = x->type.dim(0);
  for (int64_t by = 1; by < std::min(longest, tokens); by *= 2) {
    Value earlier = op::pad(b, x, 0, {by, 0}, {-by, 0}, {0, 0});
    Value its_text = op::pad(b, text, 0, {by}, {-by}, {0});
    Value same = op::broadcast_in_dim(b, op::compare(b, "EQ", text, its_text), x->type.shape, {0});
    x = op::select(b, same, op::maximum(b, x, earlier), x);
  }
  return x;
}

}  // namespace

std::vector<std::string> pooling_names() {
  std::vector<std::string> names;
  for (const auto& [pooling, name] : kPoolings) names.emplace_back(name);
  return names;
}

std::string name_of(Pooling pooling) {
  for (const auto& [one, name] : kPoolings)
    if (one == pooling) return std::string(name);
  throw InternalError("unknown pooling");
}

Pooling pooling_named(std::string_view name) {
  for (const auto& [pooling, known] : kPoolings)
    if (known == name) return pooling;
  throw InternalError("unknown pooling");
}

int32_t share_of(Pooling pooling, int32_t position, int32_t length) {
  if (pooling == Pooling::cls) return position == 0 ? 1 : 0;
  if (pooling == Pooling::weighted_mean) return position + 1;
  if (pooling == Pooling::mean || pooling == Pooling::mean_sqrt_len) return 1;
  return position == length - 1 ? 1 : 0;  // where the running maximum is the text's
}

Value pooled(Builder& b, Pooling pooling, Value hidden, Value text, Value share, int64_t texts,
             int64_t longest) {
  Builder::Scope scope(b, "pooling");
  const int64_t width = hidden->type.shape.back(), tokens = text->type.count();
  const ir::ElementType element = hidden->type.element;
  Value x = op::reshape(b, hidden, {tokens, width});
  text = op::reshape(b, text, {tokens});
  share = op::reshape(b, share, {tokens});
  if (pooling == Pooling::max) x = running_maxima(b, x, text, longest);
  if (pooling == Pooling::weighted_mean)
    x = op::multiply(b, x,
                     op::broadcast_in_dim(b, op::convert(b, share, element), {tokens, width}, {0}));
  // One product sums each text's tokens: its left factor [texts, tokens] has 1 and 0 alone.
  const Type wide = Type::tensor(ir::ElementType::i32, {texts, tokens});
  const auto along_texts = [&](Value value) {
    return op::broadcast_in_dim(b, value, wide.shape, {1});
  };
  Value is_own = op::compare(b, "EQ", along_texts(text), op::shift(b, op::iota(b, wide, 0), 1));
  Value shares = op::select(b, is_own, along_texts(share), op::constant(b, wide, 0));
  Value counts = op::compare(b, "GT", shares, op::zeros_like(b, shares));
  Value sums = op::dot_general(b, op::convert(b, counts, element), x, {{}, {}, {1}, {0}}, element);
  if (pooling == Pooling::cls || pooling == Pooling::max || pooling == Pooling::last_token)
    return sums;
  Value all = op::convert(b, op::reduce_sum(b, shares, {1}), element);
  all = op::maximum(b, all, op::constant_like(b, all, 1));
  if (pooling == Pooling::mean_sqrt_len) all = op::sqrt(b, all);
  return op::divide(b, sums, op::broadcast_in_dim(b, all, sums->type.shape, {0}));
}

}  // namespace tutti::task::embedding
