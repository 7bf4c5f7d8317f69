// SPDX-License-Identifier: Apache-2.0
#include "pass/adapt.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"
#include "op/emit.h"
#include "pass/applied_weights.h"
#include "pass/inline_calls.h"
#include "pass/rewrite.h"
#include "pass/weight_products.h"

namespace tutti::pass {
namespace {

using ir::Builder;
using ir::ElementType;
using ir::Operation;
using ir::Type;
using ir::Value;
using Values = std::vector<Value>;

std::map<std::string, Value, std::less<>> named_arguments(const ir::Function& function) {
  std::map<std::string, Value, std::less<>> named;
  for (size_t i = 0; i < function.argument_count(); i++)
    if (const std::string name = argument_name(function, i); !name.empty())
      named.emplace(name, function.argument(i));
  return named;
}

/// Copies one function with its adapters.
class Adapting {
 public:
  Adapting(const Adaptation& adaptation, const ir::Function& function,
           const ir::Catalogue& catalogue)
      : adaptation_(adaptation), function_(function), catalogue_(catalogue) {}

  std::unique_ptr<ir::Function> run() {
    ir::ValueMap map;
    auto copy = ir::declaration_of(function_, map);
    named_ = named_arguments(*copy);
    for (const Adapter& adapter : adaptation_.adapters) add_arguments(*copy, adapter);
    for (const Replacement& replacement : adaptation_.replacements)
      add_argument(*copy, replacement.weight, replacement.by, {});
    Builder builder(copy->body, catalogue_);
    const Values results =
        append_body(builder, function_.body, map,
                    [this](Builder& b, const Operation& op) { return adapted(b, op); });
    finish(*copy, builder, results);
    for (const Adapter& adapter : adaptation_.adapters)
      if (named_.contains(adapter.weight) && !used_.contains(&adapter))
        user_error("@{}: {}: no {} applies it, expected one that an adapter can be added to",
                   function_.name, escaped(adapter.weight),
                   adapter.application == Application::linear ? "matrix product" : "embedding");
    return copy;
  }

 private:
  void add_argument(ir::Function& copy, const std::string& weight, const std::string& name,
                    const ir::Shape& shape) {
    const auto found = named_.find(weight);
    if (name.empty() || found == named_.end() || named_.contains(name)) return;
    const Type& like = found->second->type;
    const ElementType element =
        like.element == ElementType::f64 ? ElementType::f64 : ElementType::f32;
    named_[name] =
        copy.add_argument(shape.empty() ? like : Type::tensor(element, shape),
                          ir::attributes({{"tutti.role", ir::string_attribute("parameter")},
                                          {"tutti.name", ir::string_attribute(name)}}));
  }
  void add_arguments(ir::Function& copy, const Adapter& adapter) {
    for (const AppliedWeight& weight : applied_weights(function_)) {
      if (weight.name != adapter.weight || weight.application != adapter.application) continue;
      add_argument(copy, adapter.weight, adapter.a, {adapter.rank, weight.inputs});
      add_argument(copy, adapter.weight, adapter.b, {weight.outputs, adapter.rank});
      add_argument(copy, adapter.weight, adapter.magnitude, {weight.outputs});
    }
  }

  const Adapter* adapter_of(Value argument, Application application) {
    for (const Adapter& adapter : adaptation_.adapters) {
      const auto found = named_.find(adapter.weight);
      if (adapter.application == application && found != named_.end() && found->second == argument)
        return &adapter;
    }
    return nullptr;
  }

  /// The argument that takes the place of `value`, which an operation applies in this way.
  Value replaced(Value value, std::optional<Application> application) const {
    for (const Replacement& replacement : adaptation_.replacements) {
      const auto weight = named_.find(replacement.weight);
      if (weight != named_.end() && weight->second == value &&
          (!replacement.application || replacement.application == application))
        return named_.at(replacement.by);
    }
    return value;
  }

  /// The same for what was made of an argument by conversions and transpositions.
  Value replaced_weight(Builder& b, Value value, Application application) const {
    if (!value->owner) return replaced(value, application);
    const Operation& op = *value->owner;
    Value before = op.operand(0), after = replaced_weight(b, before, application);
    if (after == before) return value;
    return b.one(op.name(), {after}, op.attributes, op.result_types());
  }

  Values replaced_operands(Builder& b, const Operation& op,
                           const std::vector<WeightProduct>& products) const {
    Values operands = op.operands;
    for (const WeightProduct& product : products)
      operands[product.side] = replaced_weight(b, op.operand(product.side), Application::linear);
    if (products.empty())
      for (Value& operand : operands) operand = replaced(operand, std::nullopt);
    return operands;
  }

  std::optional<Values> adapted(Builder& b, const Operation& op) {
    if (Value table = looked_up(op)) return adapted_embedding(b, op, table);
    const auto products = weight_products(op);
    const Values operands = replaced_operands(b, op, products);
    const Adapter* adapter = nullptr;
    const WeightProduct* adapted = nullptr;
    for (const WeightProduct& product : products) {
      if (adapter) break;
      adapted = &product;
      adapter = adapter_of(product.argument, Application::linear);
    }
    if (!adapter && operands == op.operands) return std::nullopt;
    if (!adapter) return emit_again(b, op, operands);
    used_.insert(adapter);
    if (op.name() == kLossOfProduct) return loss_with_adapter(b, *adapter, op, *adapted, operands);
    const Value product = emit_again(b, op, operands)[0];
    Builder::Scope scope(b, "adapter");
    return Values{with_adapter(b, *adapter, op, *adapted, product)};
  }

  std::optional<Values> adapted_embedding(Builder& b, const Operation& op, Value table) {
    Values operands = op.operands;
    operands[0] = replaced_weight(b, op.operand(0), Application::embedding);
    const Adapter* adapter = adapter_of(table, Application::embedding);
    if (!adapter && operands == op.operands) return std::nullopt;
    Values results = emit_again(b, op, operands);
    if (!adapter) return results;
    used_.insert(adapter);
    Builder::Scope scope(b, "adapter");
    return Values{with_embedding(b, *adapter, op, results[0])};
  }

  static Values emit_again(Builder& b, const Operation& op, const Values& operands) {
    if (op.regions.empty()) return b.create(op.name(), operands, op.attributes, op.result_types());
    ir::ValueMap map;
    for (size_t i = 0; i < operands.size(); i++) map[op.operand(i)] = operands[i];
    b.block().operations.push_back(ir::clone(op, map));
    return b.block().operations.back()->results();
  }

  Value with_embedding(Builder& b, const Adapter& adapter, const Operation& op, Value y) {
    Value a = named_.at(adapter.a), up = named_.at(adapter.b);
    ir::Shape shape = op.operand_type(1).shape;
    shape.push_back(adapter.rank);
    Value rows = b.one("tutti.embedding", {op::transpose(b, a, {1, 0}), op.operand(1)},
                       op.attributes, {Type::tensor(a->type.element, shape)});
    Value added = op::matmul(b, op::scale(b, rows, adapter.scale), up, /*transposed=*/true);
    return op::add(b, y, op::convert(b, added, y->type.element));
  }

  /// The product of x and a matrix [out, in] in the order of the original's operands.
  static Value product_like(Builder& b, const WeightProduct& product, Value x, int64_t x_axis,
                            Value matrix, ElementType element) {
    if (product.side == 1) return op::dot_general(b, x, matrix, {{}, {}, {x_axis}, {1}}, element);
    return op::dot_general(b, matrix, x, {{}, {}, {1}, {x_axis}}, element);
  }

  Value with_adapter(Builder& b, const Adapter& adapter, const Operation& op,
                     const WeightProduct& product, Value y) {
    Value a = named_.at(adapter.a), up = named_.at(adapter.b);
    const ElementType element = a->type.element, low = y->type.element;
    Value x = op.operand(1 - product.side);
    Value dropped = with_dropout(b, adapter, product, x);
    Value inner =
        product_like(b, product, op::convert(b, dropped, element), product.x_axis, a, element);
    const int64_t inner_axis = product.side == 1 ? inner->type.rank() - 1 : 0;
    Value added =
        product_like(b, product, op::scale(b, inner, adapter.scale), inner_axis, up, element);
    if (adapter.magnitude.empty()) return op::add(b, y, op::convert(b, added, low));
    Value ratio = magnitude_ratio(b, adapter, op, product);
    const int64_t axis = product.side == 1 ? y->type.rank() - 1 : 0;
    Value factor = op::broadcast_in_dim(b, ratio, y->type.shape, {axis});
    Value base = y;
    if (dropped != x) {
      Values operands = op.operands;
      operands[1 - product.side] = dropped;
      base = emit_again(b, op, operands)[0];
    }
    Value change =
        op::add(b, op::multiply(b, op::shift(b, factor, -1), op::convert(b, base, element)),
                op::multiply(b, factor, added));
    return op::add(b, y, op::convert(b, change, low));
  }

  /// The loss of a product that is never there as a whole: what the adapter adds to it is a product
  /// of more features, W x + B z = [W, B] [x, z].
  Values loss_with_adapter(Builder& b, const Adapter& adapter, const Operation& op,
                           const WeightProduct& product, Values operands) {
    Builder::Scope scope(b, "adapter");
    Value a = named_.at(adapter.a), up = named_.at(adapter.b);
    const ElementType element = a->type.element, low = operands[0]->type.element;
    Value dropped = with_dropout(b, adapter, product, operands[0]);
    Value inner =
        product_like(b, product, op::convert(b, dropped, element), product.x_axis, a, element);
    Values features = {operands[0]}, weights = {operands[1]};
    if (!adapter.magnitude.empty()) {
      Value ratio = magnitude_ratio(b, adapter, op, product);
      const auto times = [&](Value matrix, Value factor) {
        return op::multiply(b, op::convert(b, matrix, element),
                            op::broadcast_in_dim(b, factor, matrix->type.shape, {0}));
      };
      features.push_back(dropped);
      weights.push_back(op::convert(b, times(operands[1], op::shift(b, ratio, -1)), low));
      up = times(up, ratio);
    }
    features.push_back(op::convert(b, op::scale(b, inner, adapter.scale), low));
    weights.push_back(op::convert(b, up, low));
    operands[0] = op::concatenate(b, features, 1);
    operands[1] = op::concatenate(b, weights, 1);
    Values results = b.create(op.name(), operands);
    results.resize(op.result_count());
    return results;
  }

  /// m / |W + scale B A|, of each output.
  Value magnitude_ratio(Builder& b, const Adapter& adapter, const Operation& op,
                        const WeightProduct& product) {
    Value a = named_.at(adapter.a), up = named_.at(adapter.b);
    const ElementType element = a->type.element;
    Value delta = product.inputs_first ? op::dot_general(b, a, up, {{}, {}, {0}, {1}}, element)
                                       : op::dot_general(b, up, a, {{}, {}, {1}, {0}}, element);
    Value whole = op::add(b, op::convert(b, traced(op.operand(product.side)).argument, element),
                          op::scale(b, delta, adapter.scale));
    const int64_t inputs = product.inputs_first ? 0 : 1;
    Value norm = op::sqrt(b, op::reduce_sum(b, op::multiply(b, whole, whole), {inputs}));
    return op::divide(b, named_.at(adapter.magnitude), without_gradient(b, norm));
  }

  /// The same value, which gradients take for a constant: they do not flow through bits.
  static Value without_gradient(Builder& b, Value x) {
    const ElementType bits =
        x->type.element == ElementType::f64 ? ElementType::ui64 : ElementType::ui32;
    Value word = b.one("stablehlo.bitcast_convert", {x}, {}, {x->type.with(bits)});
    return b.one("stablehlo.bitcast_convert", {word}, {}, {x->type});
  }

  Value argument_or_null(std::string_view name) const {
    const auto found = named_.find(name);
    return found == named_.end() ? nullptr : found->second;
  }

  Value with_dropout(Builder& b, const Adapter& adapter, const WeightProduct& product, Value x) {
    Value key = argument_or_null("key");
    if (adapter.dropout == 0 || !key) return x;
    const ir::Shape shape = x->type.shape;
    const int64_t width = shape.back(), vectors = width ? x->type.count() / width : 0;
    Value sample = argument_or_null("sample"), position = argument_or_null("position");
    if (!sample || vectors != sample->type.count()) {
      // A vector for each feature, as a classifier's input.
      sample = argument_or_null("feature");
      if (sample) sample = op::reshape(b, sample, {sample->type.count(), 1});
      if (sample) position = op::zeros_like(b, sample);
    }
    if (!sample || !position || vectors != sample->type.count() ||
        product.x_axis != x->type.rank() - 1)
      user_error("@{}: {}: the input {} is not one vector for each token, which dropout needs",
                 function_.name, escaped(adapter.weight), x->type.str());
    Value tokens = op::reshape(b, x, {sample->type.dim(0), sample->type.dim(1), width});
    Value dropped = b.one("tutti.dropout", {tokens, key, sample, position},
                          ir::attributes({{"rate", ir::f64_attribute(adapter.dropout)},
                                          {"site", ir::int_attribute(adapter.site)}}));
    return op::reshape(b, dropped, shape);
  }

  const Adaptation& adaptation_;
  const ir::Function& function_;
  const ir::Catalogue& catalogue_;
  std::map<std::string, Value, std::less<>> named_;
  std::set<const Adapter*> used_;
};

}  // namespace

ir::Module adapt(ir::Module module, const Adaptation& adaptation, const ir::Catalogue& catalogue) {
  module = inline_calls(std::move(module), catalogue);
  for (auto& function : module.functions)
    function = Adapting(adaptation, *function, catalogue).run();
  return module;
}

}  // namespace tutti::pass
