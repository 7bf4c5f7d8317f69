// SPDX-License-Identifier: Apache-2.0
#include "pass/differentiate.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "ir/captures.h"
#include "op/emit.h"
#include "pass/decompose.h"
#include "pass/differentiate_regions.h"
#include "pass/inline_calls.h"
#include "pass/rewrite.h"

namespace tutti::pass {
namespace {

using ir::Operation;
using ir::Value;

bool has_elements(const ir::Type& type) {
  return type.kind == ir::Type::Kind::tuple || type.kind == ir::Type::Kind::future;
}

/// Whether an operand or a result is a tuple or a future.
bool touches_elements(const Operation& op) {
  const auto operands = op.operand_types(), results = op.result_types();
  return std::any_of(operands.begin(), operands.end(), has_elements) ||
         std::any_of(results.begin(), results.end(), has_elements);
}

class Reverse {
 public:
  Reverse(ir::Builder& builder, const std::vector<Value>& inputs) : builder_(builder) {
    for (Value input : inputs) active_.insert(input);
    inputs_ = active_;
    for (const auto& op : builder.block().operations) {
      operations_.push_back(op.get());
      bool depends = false;
      for (Value operand : op->operands) depends = depends || active_.contains(operand);
      for (Value value : captured_values(*op)) depends = depends || active_.contains(value);
      for (Value result : op->results())
        if (depends && (carries_gradient(result->type) || has_elements(result->type)))
          active_.insert(result);
    }
  }

  void add(Value value, Value gradient) {
    if (!gradient || !active_.contains(value)) return;
    // An operation that computes in a wider type than its operands gives gradients of that type.
    gradient = op::convert(builder_, gradient, value->type.element);
    Value& sum = gradients_[value];
    sum = sum ? op::add(builder_, sum, gradient) : gradient;
  }

  void run() {
    for (size_t at = operations_.size(); at-- > 0;) step(*operations_[at]);
  }

  Value of(Value input) {
    const auto found = gradients_.find(input);
    return found == gradients_.end() ? op::zeros_like(builder_, input) : found->second;
  }

 private:
  void step(const Operation& op) {
    ir::Vjp vjp{builder_, op, {}, {}, {}};
    bool flows = false;
    for (Value result : op.results()) {
      const auto found = gradients_.find(result);
      const bool ends_here = found == gradients_.end() || inputs_.contains(result);
      vjp.result_gradients.push_back(ends_here ? nullptr : found->second);
      flows = flows || vjp.result_gradients.back();
    }
    bool wanted = false;
    for (Value operand : op.operands) {
      vjp.wanted.push_back(active_.contains(operand));
      wanted = wanted || vjp.wanted.back();
    }
    std::vector<Value> captured = captured_values(op);
    std::erase_if(captured, [this](Value value) { return !active_.contains(value); });
    if (!flows || (!wanted && captured.empty())) return;
    const ir::Location before = builder_.location;
    builder_.location = op.location;
    if (op.def().is_control_flow)
      step_through(op, vjp.result_gradients, captured);
    else
      step_back(vjp, captured);
    builder_.location = before;
  }

  void step_back(ir::Vjp& vjp, const std::vector<Value>& captured) {
    const Operation& op = vjp.op;
    if (!op.def().vjp)
      operation_error(op, fmt::format("has no derivative: {}", op.def().no_derivative));
    if (captured.empty()) op.def().vjp(vjp);
    if (vjp.operand_gradients.empty()) return step_into(vjp, captured);
    check(vjp.operand_gradients.size() == op.operand_count(), "the vjp of {} gave {} gradients",
          op.name(), vjp.operand_gradients.size());
    for (size_t i = 0; i < op.operand_count(); i++) add(op.operand(i), vjp.operand_gradients[i]);
  }

  /// The backward step through what the operation decomposes into.
  void step_into(const ir::Vjp& vjp, const std::vector<Value>& captured) {
    const Operation& op = vjp.op;
    std::vector<Value> results;
    if (op.def().decompose) results = op.def().decompose(builder_, op);
    if (results.size() != op.result_count())
      operation_error(op, captured.empty() ? "has no derivative: its sizes are not known"
                                           : "has no derivative: its region uses a value from "
                                             "outside that needs one");
    std::vector<Value> inputs = captured, outputs, output_gradients;
    for (size_t i = 0; i < op.operand_count(); i++)
      if (vjp.wanted[i] && std::find(inputs.begin(), inputs.end(), op.operand(i)) == inputs.end())
        inputs.push_back(op.operand(i));
    for (size_t i = 0; i < results.size(); i++) {
      if (!vjp.result_gradients[i]) continue;
      outputs.push_back(results[i]);
      output_gradients.push_back(vjp.result_gradients[i]);
    }
    const auto found = gradients(builder_, outputs, output_gradients, inputs);
    for (size_t i = 0; i < inputs.size(); i++) add(inputs[i], found[i]);
  }

  void step_through(const Operation& op, const std::vector<Value>& result_gradients,
                    const std::vector<Value>& captured) {
    const RegionGradients found =
        differentiate_control_flow(builder_, op, result_gradients, captured);
    for (size_t i = 0; i < op.operand_count(); i++) add(op.operand(i), found.operands[i]);
    for (size_t i = 0; i < captured.size(); i++) add(captured[i], found.captured[i]);
  }

  ir::Builder& builder_;
  std::vector<const Operation*> operations_;
  std::unordered_set<const ir::ValueData*> active_;
  std::unordered_set<const ir::ValueData*>
      inputs_;  // independent, even if one is computed from another
  std::unordered_map<const ir::ValueData*, Value> gradients_;
};

}  // namespace

std::vector<Value> gradients(ir::Builder& builder, const std::vector<Value>& outputs,
                             const std::vector<Value>& output_gradients,
                             const std::vector<Value>& inputs) {
  check(outputs.size() == output_gradients.size(), "as many outputs as gradients");
  Reverse reverse(builder, inputs);
  for (size_t i = 0; i < outputs.size(); i++) reverse.add(outputs[i], output_gradients[i]);
  reverse.run();
  std::vector<Value> results;
  for (Value input : inputs) results.push_back(reverse.of(input));
  return results;
}

ir::Module differentiate(ir::Module module, std::string_view name, const ir::Catalogue& catalogue) {
  module = inline_calls(std::move(module), catalogue);
  // Ops that are defined by their decomposition are differentiated by it. Tuples and futures are
  // taken apart, because gradients are of their elements.
  module = decompose(std::move(module), catalogue, [](const Operation& op) {
    if (touches_elements(op)) return !op.def().decompose;
    return op.def().vjp || !op.def().no_derivative.empty() || !op.def().decompose;
  });
  const ir::Function& forward = module.get(name);
  auto backward = clone(forward);
  backward->name += "_gradient";
  const Operation& end = backward->body.terminator();
  std::vector<Value> outputs, output_gradients, inputs;
  for (size_t i = 0; i < backward->argument_count(); i++)
    if (carries_gradient(backward->argument(i)->type)) inputs.push_back(backward->argument(i));
  for (Value result : end.operands)
    if (carries_gradient(result->type)) {
      outputs.push_back(result);
      output_gradients.push_back(backward->add_argument(result->type));
    }
  const ir::Location location = end.location;
  const ir::OpDef& return_def = end.def();
  backward->body.operations.pop_back();
  ir::Builder builder(backward->body, catalogue);
  builder.location = location;
  const std::vector<Value> results = gradients(builder, outputs, output_gradients, inputs);
  builder.create(return_def.name, results);
  backward->result_types.clear();
  backward->result_attributes.assign(results.size(), {});
  for (Value result : results) backward->result_types.push_back(result->type);
  module.functions.push_back(std::move(backward));
  return module;
}

ir::Module value_and_gradients(ir::Module module, std::string_view name,
                               const std::vector<size_t>& arguments,
                               const ir::Catalogue& catalogue) {
  ir::Function& function = module.get(name);
  function.name += "_and_gradients";
  std::vector<Value> results = function.body.terminator().operands, inputs;
  function.body.operations.pop_back();
  for (const size_t index : arguments) inputs.push_back(function.argument(index));
  ir::Builder builder(function.body, catalogue);
  builder.location = function.body.operations.back()->location;
  const Value one = op::constant_like(builder, results.at(0), 1);
  const std::vector<Value> found = gradients(builder, {results[0]}, {one}, inputs);
  results.insert(results.end(), found.begin(), found.end());
  finish(function, builder, results);
  return module;
}

}  // namespace tutti::pass
