// SPDX-License-Identifier: Apache-2.0
#include "ir/verify.h"

#include <unordered_set>

#include "ir/op_def.h"

namespace tutti::ir {
namespace {

/// The function that a call or a composite names; null for other operations.
const Attribute* callee_of(const Operation& op) {
  const Attribute* callee = op.attributes.find("callee");
  return callee ? callee : op.attributes.find("decomposition");
}

class Verifier {
 public:
  explicit Verifier(const Module& module) : module_(module) {}

  void function(const Function& function) {
    visible_.clear();
    function_ = &function;
    const Operation& end = block(function.body);
    if (end.operand_types() != function.result_types)
      operation_error(
          end, fmt::format("returns {}, but @{} is declared to return {}", str(end.operand_types()),
                           function.name, str(function.result_types)));
  }

  /// Callees of each function, for the search for recursion.
  std::unordered_map<std::string, std::vector<const Operation*>> calls;

 private:
  const Operation& block(const Block& block) {
    std::vector<Value> here;
    const auto define = [&](Value value) {
      visible_.insert(value);
      here.push_back(value);
    };
    for (const auto& argument : block.arguments) define(argument.get());
    if (block.operations.empty())
      user_error("@{}: a block is empty, expected a return", function_->name);
    for (const auto& op : block.operations) {
      const bool last = op == block.operations.back();
      if (op->def().is_terminator != last)
        operation_error(
            *op, last ? "ends a block, expected a return" : "stands before the end of its block");
      for (size_t i = 0; i < op->operand_count(); i++)
        if (!visible_.contains(op->operand(i)))
          operation_error(*op, fmt::format("operand {} is not defined before its use", i));
      for (const auto& region : op->regions) this->block(*region);
      operation(*op);
      for (Value result : op->results()) define(result);
    }
    for (Value value : here) visible_.erase(value);
    return block.terminator();
  }

  void operation(const Operation& op) {
    const std::vector<Type> inferred = op.def().infer(op);
    if (inferred != op.result_types())
      operation_error(op, fmt::format("the result types are {}, expected {}",
                                      str(op.result_types()), str(inferred)));
    const Attribute* callee = callee_of(op);
    if (!callee) return;
    const auto* symbol = callee->get<SymbolAttribute>();
    if (!symbol) operation_error(op, "callee is not a function's name");
    const Function* target = module_.find(symbol->name);
    if (!target) operation_error(op, fmt::format("there is no function @{}", symbol->name));
    std::vector<Type> expected;
    for (const auto& argument : target->body.arguments) expected.push_back(argument->type);
    if (op.operand_types() != expected)
      operation_error(op, fmt::format("passes {}, but @{} takes {}", str(op.operand_types()),
                                      symbol->name, str(expected)));
    if (op.result_types() != target->result_types)
      operation_error(op, fmt::format("expects {}, but @{} returns {}", str(op.result_types()),
                                      symbol->name, str(target->result_types)));
    calls[function_->name].push_back(&op);
  }

  const Module& module_;
  const Function* function_ = nullptr;
  std::unordered_set<const ValueData*> visible_;
};

/// Depth-first search over the calls; a function met while it is open calls itself.
void refuse_recursion(const Verifier& verifier, const std::string& name,
                      std::unordered_map<std::string, int>& state) {
  state[name] = 1;
  if (const auto found = verifier.calls.find(name); found != verifier.calls.end())
    for (const Operation* call : found->second) {
      const std::string& callee = callee_of(*call)->get<SymbolAttribute>()->name;
      if (state[callee] == 1)
        operation_error(*call, fmt::format("@{} calls itself; recursion is not supported", callee));
      if (state[callee] == 0) refuse_recursion(verifier, callee, state);
    }
  state[name] = 2;
}

}  // namespace

void verify(const Module& module) {
  Verifier verifier(module);
  for (const auto& function : module.functions) verifier.function(*function);
  std::unordered_map<std::string, int> state;
  for (const auto& function : module.functions)
    if (state[function->name] == 0) refuse_recursion(verifier, function->name, state);
}

}  // namespace tutti::ir
