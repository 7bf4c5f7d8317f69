// SPDX-License-Identifier: Apache-2.0
#include "op/interpreter.h"

#include <memory>

#include "base/text.h"
#include "op/grid.h"
#include "op/rules/specialize.h"

namespace tutti::op {
namespace {

using ir::Array;
using ir::Block;
using ir::Operation;

/// What all processes and grids of one run share.
struct Session {
  const ir::Module& module;
  const InterpreterOptions& options;
  std::map<std::string, std::vector<Array>> kept;
  int64_t drawn = 0;
};

/// The values that a grid's infeed functions return, one function after the other.
using Infeed = std::deque<std::string>;

/// One process of a grid, running functions of the module.
class Interpreter final : public ir::Evaluation, public ir::Process {
 public:
  Interpreter(Session& session, Grid& grid, int64_t number, Infeed* infeed)
      : module_(session.module),
        options_(session.options),
        session_(session),
        grid_(grid),
        number_(number),
        infeed_(infeed) {}

  std::vector<Array> call(std::string_view function, std::vector<Array> arguments) override {
    const ir::Function& callee = module_.get(function);
    if (arguments.size() != callee.argument_count())
      user_error("@{} takes {}, found {}", function,
                 counted(static_cast<int64_t>(callee.argument_count()), "argument"),
                 arguments.size());
    for (size_t i = 0; i < arguments.size(); i++)
      if (!ir::compatible(arguments[i].type, callee.argument(i)->type))
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
    const LastUses last_uses = last_uses_of(block);
    const Operation* const loop = loop_;
    std::vector<std::shared_ptr<Array>> returned;
    for (size_t at = 0; at < block.operations.size(); at++) {
      const Operation& op = *block.operations[at];
      if (options_.deadline.passed()) hold_deadline(loop ? *loop : op);
      std::vector<std::shared_ptr<Array>> held;
      std::vector<const Array*> operands;
      for (ir::Value operand : op.operands) {
        held.push_back(values_.at(operand));
        operands.push_back(held.back().get());
      }
      if (op.def().is_terminator) {
        returned = std::move(held);
        break;
      }
      check(op.def().evaluate != nullptr, "{} has no meaning on one host", op.name());
      if (op.name() == "stablehlo.while") loop_ = &op;
      std::vector<Array> results = specializer_.evaluate(op, operands, *this);
      loop_ = loop;
      check(results.size() == op.result_count(), "{} gave {} results", op.name(), results.size());
      if (options_.rounding == Rounding::typed)
        for (Array& result : results) result.round();
      else
        for (Array& result : results) result.wrap();
      if (options_.observe) options_.observe(op, results);
      for (size_t i = 0; i < results.size(); i++) define(op.result(i), std::move(results[i]));
      if (const auto dead = last_uses.find(at); dead != last_uses.end())
        for (const ir::ValueData* value : dead->second) values_.erase(value);
    }
    for (const ir::ValueData* value : defined) values_.erase(value);
    std::vector<Array> results;
    for (const std::shared_ptr<Array>& value : returned)  // what nobody else holds is not copied
      results.push_back(value.use_count() == 1 ? std::move(*value) : *value);
    return results;
  }

  void parallel(int64_t count, const std::function<void(int64_t)>& body) override {
    if (options_.parallel) return options_.parallel(count, body);
    for (int64_t i = 0; i < count; i++) body(i);
  }

  ir::Process& process() override { return *this; }
  const ir::Mesh* mesh(std::string_view name) const override {
    const auto found = std::find_if(module_.meshes.begin(), module_.meshes.end(),
                                    [&](const ir::Mesh& mesh) { return mesh.name == name; });
    return found == module_.meshes.end() ? nullptr : &*found;
  }
  ir::GridSize grid() const override { return grid_.size(); }
  int64_t number() const override { return number_; }
  void send(int64_t target, const std::string& tag, Message message) override {
    grid_.send(number_, target, tag, std::move(message));
  }
  Message receive(const Operation& op, int64_t source, const std::string& tag) override {
    return grid_.receive(op, number_, source, tag);
  }
  std::vector<Array> infeed(const Operation& op) override {
    if (!infeed_ || infeed_->empty())
      operation_error(op, "the infeed is empty; interpreter.run_parallel fills it");
    const std::string function = std::move(infeed_->front());
    infeed_->pop_front();
    return call(function, {});
  }
  int64_t draw() override { return session_.drawn++; }
  void keep(const std::string& name, Array value) override {
    session_.kept[name].push_back(std::move(value));
  }
  const Array* kept(const std::string& name, int64_t number) const override {
    const auto found = session_.kept.find(name);
    const bool there = found != session_.kept.end() && number >= 0 &&
                       number < static_cast<int64_t>(found->second.size());
    return there ? &found->second[static_cast<size_t>(number)] : nullptr;
  }
  void show(const std::string& text) override {
    if (options_.show) options_.show(text);
  }
  std::vector<Array> run_grid(const Operation& op,
                              const std::vector<std::vector<std::string>>& programs,
                              std::vector<Array> arguments,
                              const std::vector<std::string>& infeed) override;
  std::vector<Array> run_on_grid(const Operation& op, ir::Operands operands,
                                 ir::GridSize size) override;

 private:
  void hold_deadline(const Operation& op) const {
    options_.deadline.hold(fmt::format("{}: {}", op.location.str(), op.name()));
  }

  using LastUses = std::unordered_map<size_t, std::vector<const ir::ValueData*>>;

  /// Values of this block that are not needed after operation i: memory stays near the live set.
  static LastUses last_uses_of(const Block& block) {
    std::unordered_map<const ir::ValueData*, size_t> last;
    const std::function<void(const Operation&, size_t)> visit = [&](const Operation& op,
                                                                    size_t at) {
      for (ir::Value operand : op.operands)
        if (auto found = last.find(operand); found != last.end()) found->second = at;
      for (const auto& region : op.regions)
        for (const auto& inner : region->operations) visit(*inner, at);
    };
    for (const auto& argument : block.arguments) last[argument.get()] = 0;
    for (size_t at = 0; at < block.operations.size(); at++) {
      const Operation& op = *block.operations[at];
      visit(op, at);
      for (ir::Value result : op.results()) last[result] = at;
    }
    LastUses uses;
    for (const auto& [value, at] : last) uses[at].push_back(value);
    return uses;
  }

  const ir::Module& module_;
  const InterpreterOptions& options_;
  Session& session_;
  Grid& grid_;
  int64_t number_;
  Infeed* infeed_;
  std::unordered_map<const ir::ValueData*, std::shared_ptr<Array>> values_;
  Specializer specializer_;
  const Operation* loop_ = nullptr;  // the innermost one that runs
};

/// Runs functions[p] on arguments[p] for every process p of a grid.
std::vector<std::vector<Array>> run_processes(Session& session, ir::GridSize size,
                                              const std::vector<std::string>& functions,
                                              std::vector<std::vector<Array>> arguments,
                                              Infeed* infeed) {
  Grid grid(size);
  std::vector<std::vector<Array>> results(functions.size());
  grid.run([&](int64_t number) {
    const auto at = static_cast<size_t>(number);
    Interpreter process(session, grid, number, infeed);
    results[at] = process.call(functions[at], std::move(arguments[at]));
  });
  return results;
}

std::vector<Array> Interpreter::run_grid(const Operation& op,
                                         const std::vector<std::vector<std::string>>& programs,
                                         std::vector<Array> arguments,
                                         const std::vector<std::string>& infeed) {
  std::vector<std::string> functions;
  std::vector<std::vector<Array>> parts;
  auto next = arguments.begin();
  for (const auto& row : programs)
    for (const std::string& function : row) {
      const auto count = static_cast<std::ptrdiff_t>(module_.get(function).argument_count());
      if (count > arguments.end() - next)
        operation_error(op, fmt::format("{} arguments are too few for its programs: @{} takes {}",
                                        arguments.size(), function, count));
      parts.emplace_back(std::make_move_iterator(next), std::make_move_iterator(next + count));
      functions.push_back(function);
      next += count;
    }
  if (next != arguments.end())
    operation_error(op, fmt::format("{} arguments, its programs take {}", arguments.size(),
                                    next - arguments.begin()));
  Infeed queue(infeed.begin(), infeed.end());
  const ir::GridSize size{static_cast<int64_t>(programs.size()),
                          static_cast<int64_t>(programs[0].size())};
  std::vector<Array> results;
  for (auto& part : run_processes(session_, size, functions, std::move(parts), &queue))
    for (Array& result : part) results.push_back(std::move(result));
  return results;
}

std::vector<Array> Interpreter::run_on_grid(const Operation& op, ir::Operands operands,
                                            ir::GridSize size) {
  Grid grid(size);
  std::vector<Array> results;
  grid.run([&](int64_t number) {
    Interpreter process(session_, grid, number, nullptr);
    process.values_ = values_;
    process.loop_ = loop_;
    std::vector<Array> own = process.specializer_.evaluate(op, operands, process);
    if (number == 0) results = std::move(own);
  });
  return results;
}

}  // namespace

std::vector<std::vector<Array>> interpret_grid(const ir::Module& module, std::string_view function,
                                               ir::GridSize grid,
                                               std::vector<std::vector<Array>> arguments,
                                               const InterpreterOptions& options) {
  Session session{module, options, {}, 0};
  const std::vector<std::string> functions(arguments.size(), std::string(function));
  return run_processes(session, grid, functions, std::move(arguments), nullptr);
}

std::vector<Array> interpret(const ir::Module& module, std::string_view function,
                             std::vector<Array> arguments, const InterpreterOptions& options) {
  std::vector<std::vector<Array>> all;
  all.push_back(std::move(arguments));
  return std::move(interpret_grid(module, function, {}, std::move(all), options)[0]);
}

std::vector<Array> interpret_process(const ir::Module& module, std::string_view function,
                                     Grid& grid, int64_t process, std::vector<Array> arguments) {
  const InterpreterOptions options;
  Session session{module, options, {}, 0};
  return Interpreter(session, grid, process, nullptr).call(function, std::move(arguments));
}

std::vector<Array> evaluate_operation(const Operation& op, ir::Operands operands) {
  const ir::Module empty;
  const InterpreterOptions options;
  Session session{empty, options, {}, 0};
  Grid grid({});
  Interpreter interpreter(session, grid, 0, nullptr);
  std::vector<Array> results = Specializer().evaluate(op, operands, interpreter);
  for (Array& result : results) result.round();
  return results;
}

}  // namespace tutti::op
