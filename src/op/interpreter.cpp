// SPDX-License-Identifier: Apache-2.0
#include "op/interpreter.h"

#include <memory>

namespace tutti::op {
namespace {

using ir::Array;
using ir::Block;
using ir::Operation;

class Interpreter final : public ir::Evaluation {
 public:
  Interpreter(const ir::Module& module, const InterpreterOptions& options)
      : module_(module), options_(options) {}

  std::vector<Array> call(std::string_view function, std::vector<Array> arguments) override {
    const ir::Function& callee = module_.get(function);
    if (arguments.size() != callee.argument_count())
      user_error("@{} takes {} arguments, {} were given", function, callee.argument_count(),
                 arguments.size());
    for (size_t i = 0; i < arguments.size(); i++)
      if (arguments[i].type != callee.argument(i)->type)
        user_error("argument {} of @{} is a {}, expected {}", i, function, arguments[i].type.str(),
                   callee.argument(i)->type.str());
    return run_region(callee.body, std::move(arguments));
  }

  std::vector<Array> run_region(const Block& block, std::vector<Array> arguments) override {
    std::vector<const ir::ValueData*> defined;
    const auto define = [&](const ir::ValueData* value, Array array) {
      values_[value] = std::make_shared<Array>(std::move(array));
      defined.push_back(value);
    };
    for (size_t i = 0; i < arguments.size(); i++)
      define(block.arguments[i].get(), std::move(arguments[i]));
    const auto last_uses = last_uses_of(block);
    std::vector<Array> returned;
    for (size_t at = 0; at < block.operations.size(); at++) {
      const Operation& op = *block.operations[at];
      std::vector<std::shared_ptr<Array>> held;
      std::vector<const Array*> operands;
      for (ir::Value operand : op.operands) {
        held.push_back(values_.at(operand));
        operands.push_back(held.back().get());
      }
      if (op.def().is_terminator) {
        for (const Array* operand : operands) returned.push_back(*operand);
        break;
      }
      check(op.def().evaluate != nullptr, "{} has no meaning on one host", op.name());
      std::vector<Array> results = op.def().evaluate(op, operands, *this);
      check(results.size() == op.result_count(), "{} gave {} results", op.name(), results.size());
      if (options_.rounding == Rounding::typed)
        for (Array& result : results) result.round();
      else
        for (Array& result : results)
          if (!result.is_float()) result.round();
      if (options_.observe) options_.observe(op, results);
      for (size_t i = 0; i < results.size(); i++) define(op.result(i), std::move(results[i]));
      if (const auto dead = last_uses.find(at); dead != last_uses.end())
        for (const ir::ValueData* value : dead->second) values_.erase(value);
    }
    for (const ir::ValueData* value : defined) values_.erase(value);
    return returned;
  }

  void parallel(int64_t count, const std::function<void(int64_t)>& body) override {
    if (options_.parallel) return options_.parallel(count, body);
    for (int64_t i = 0; i < count; i++) body(i);
  }

 private:
  using LastUses = std::unordered_map<size_t, std::vector<const ir::ValueData*>>;

  /// Values of this block that are not needed after operation i: memory stays near the live set.
  static LastUses last_uses_of(const Block& block) {
    std::unordered_map<const ir::ValueData*, size_t> last;
    const std::function<void(const Block&, size_t)> visit = [&](const Block& inner, size_t at) {
      for (const auto& op : inner.operations) {
        for (ir::Value operand : op->operands)
          if (auto found = last.find(operand); found != last.end()) found->second = at;
        for (const auto& region : op->regions) visit(*region, at);
      }
    };
    for (const auto& argument : block.arguments) last[argument.get()] = 0;
    for (size_t at = 0; at < block.operations.size(); at++) {
      const Operation& op = *block.operations[at];
      for (ir::Value operand : op.operands)
        if (auto found = last.find(operand); found != last.end()) found->second = at;
      for (const auto& region : op.regions) visit(*region, at);
      for (ir::Value result : op.results()) last[result] = at;
    }
    LastUses uses;
    for (const auto& [value, at] : last) uses[at].push_back(value);
    return uses;
  }

  const ir::Module& module_;
  const InterpreterOptions& options_;
  std::unordered_map<const ir::ValueData*, std::shared_ptr<Array>> values_;
};

}  // namespace

std::vector<Array> interpret(const ir::Module& module, std::string_view function,
                             std::vector<Array> arguments, const InterpreterOptions& options) {
  return Interpreter(module, options).call(function, std::move(arguments));
}

std::vector<Array> evaluate_operation(const Operation& op, ir::Operands operands) {
  const ir::Module empty;
  const InterpreterOptions options;
  Interpreter interpreter(empty, options);
  std::vector<Array> results = op.def().evaluate(op, operands, interpreter);
  for (Array& result : results) result.round();
  return results;
}

}  // namespace tutti::op
