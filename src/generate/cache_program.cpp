// SPDX-License-Identifier: Apache-2.0
#include "generate/cache_program.h"

#include "model/blocks/cached_attention.h"
#include "op/catalogue.h"
#include "op/emit.h"
#include "pass/rewrite.h"

namespace tutti::generate {
namespace {

using ir::Builder;
using ir::ElementType;
using ir::Function;
using ir::Type;
using ir::Value;
using Values = std::vector<Value>;

/// The arguments of keys and values, whose memory becomes that of the results.
Values cache_arguments(Function& function, const model::Model& model, const Type& type,
                       bool donated) {
  Values caches;
  for (int64_t i = 0; i < 2 * model.layers; i++) {
    ir::Attributes given;
    if (donated) given.set("tf.aliasing_output", ir::int_attribute(i, ElementType::i32));
    caches.push_back(function.add_argument(type, std::move(given)));
  }
  return caches;
}

/// The hidden state [rows, width] of one token of each row.
Value state_at(Builder& b, Value hidden, Value last) {
  const int64_t rows = hidden->type.dim(0), tokens = hidden->type.dim(1),
                width = hidden->type.dim(2);
  if (tokens == 1) return op::reshape(b, hidden, {rows, width});
  Value begin = op::scale(b, op::iota(b, last->type, 0), static_cast<double>(tokens));
  Value flat = op::reshape(b, hidden, {rows * tokens, width});
  return b.one("tutti.embedding", {flat, op::add(b, begin, last)},
               ir::attributes({{"padding_index", ir::int_attribute(-1)}}),
               {hidden->type.with(ir::Shape{rows, width})});
}

}  // namespace

Type parameter_type(const model::Parameter& parameter, pass::Precision precision) {
  return Type::tensor(parameter.shape.size() > 1 ? pass::element_of(precision) : ElementType::f32,
                      parameter.shape);
}

Type cache_type(const model::Model& model, int64_t rows, int64_t capacity,
                pass::Precision precision) {
  return Type::tensor(pass::element_of(precision),
                      {rows, model.key_value_heads, capacity, model.head_dim});
}

ir::Module continue_module(const model::Model& model, const Stretch& stretch,
                           pass::Precision precision) {
  ir::Module module;
  Function& function = module.add_function(kContinue);
  Builder b(function.body, op::catalogue());
  model::ParameterValues parameters;
  for (const model::Parameter& parameter : model.parameters) {
    const ir::Attributes named =
        ir::attributes({{"tutti.role", ir::string_attribute("parameter")},
                        {"tutti.name", ir::string_attribute(parameter.name)}});
    parameters.set(
        parameter.name,
        op::convert(b, function.add_argument(parameter_type(parameter, precision), named),
                    ElementType::f32));
  }
  Values caches = cache_arguments(
      function, model, cache_type(model, stretch.rows, stretch.capacity, precision), true);
  const Type token = Type::tensor(ElementType::i32, {stretch.rows, stretch.tokens});
  model::TokenValues tokens;
  tokens.ids = function.add_argument(token);
  tokens.position = function.add_argument(token);
  Value last = function.add_argument(token.with(ir::Shape{stretch.rows}));
  tokens.segment = op::constant(b, token, 1);
  tokens.type = tokens.sample = op::constant(b, token, 0);

  model::KeyValueCache cache;
  for (size_t i = 0; i < caches.size(); i += 2)
    cache.layers.push_back({.keys = caches[i], .values = caches[i + 1]});
  cache.position = tokens.position;
  model::ForwardOptions options;
  options.max_segment = stretch.capacity;
  options.cache = &cache;
  Value hidden = model.hidden_states(b, parameters, tokens, options);
  Value logits = model.next_token_logits(b, parameters, state_at(b, hidden, last));
  Values results;
  for (const model::KeyValueCache::Layer& layer : cache.layers)
    results.insert(results.end(), {layer.keys, layer.values});
  results.push_back(op::convert(b, logits, ElementType::f32));
  pass::finish(function, b, results);
  return module;
}

ir::Module grow_module(const model::Model& model, int64_t rows, int64_t from, int64_t to,
                       pass::Precision precision) {
  ir::Module module;
  Function& function = module.add_function(kGrow);
  Builder b(function.body, op::catalogue());
  Values grown;
  for (Value cache :
       cache_arguments(function, model, cache_type(model, rows, from, precision), false))
    grown.push_back(op::pad(b, cache, 0, {0, 0, 0, 0}, {0, 0, to - from, 0}, {0, 0, 0, 0}));
  pass::finish(function, b, grown);
  return module;
}

}  // namespace tutti::generate
