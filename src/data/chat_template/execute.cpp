// SPDX-License-Identifier: Apache-2.0
// Statements of chat templates.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "data/chat_template/python_text.h"
#include "data/chat_template/runtime.h"

namespace tutti::data::jinja {
namespace {

using Json = nlohmann::ordered_json;

/// A message without its null keys. Its reasoning, under the first name that it has, becomes its
/// "reasoning_content", and its "thinking" too where that is missing.
Value message_value(const Json& message) {
  if (!message.is_object()) return Value::of_json(message);
  const auto member = [&](const char* name) -> const Json* {
    const auto at = message.find(name);
    return at == message.end() || at->is_null() ? nullptr : &*at;
  };
  const Json* reasoning = nullptr;
  for (const char* name : {"reasoning_content", "thinking", "reasoning"})
    if (!reasoning) reasoning = member(name);
  Entries entries;
  if (reasoning) {
    const Json* thinking = member("thinking");
    entries.emplace_back("thinking", Value::of_json(thinking ? *thinking : *reasoning));
  }
  for (const auto& [key, value] : message.items())
    if (!value.is_null() && key != "thinking") entries.emplace_back(key, Value::of_json(value));
  if (reasoning && !member("reasoning_content"))
    entries.emplace_back("reasoning_content", Value::of_json(*reasoning));
  return Value::dict(std::move(entries));
}

Value messages_value(const Json& messages) {
  if (!messages.is_array()) return Value::of_json(messages);
  Values items;
  for (const Json& message : messages) items.push_back(message_value(message));
  return Value::list(std::move(items));
}

}  // namespace

Runtime::Runtime(const ChatInput& input, const ChatTemplateLimits& limits)
    : input_(input), limits_(limits) {
  auto& variables = root_.variables;
  for (const auto& [name, value] : input.variables.items()) variables[name] = Value::of_json(value);
  variables["messages"] = messages_value(input.messages);
  variables["tools"] = Value::of_json(input.tools);
  variables["documents"] = Value::of_json(input.documents);
  variables["add_generation_prompt"] = Value::boolean(input.add_generation_prompt);
}

void Runtime::run(const std::vector<Statement>& statements) {
  execute(statements);
}

void Runtime::write(std::string_view text) {
  const size_t written = output_.size() + captured_bytes_;
  if (text.size() > limits_.output_bytes - std::min(limits_.output_bytes, written))
    throw Problem(fmt::format("the template writes more than {} bytes, expected fewer",
                              limits_.output_bytes));
  out_->append(text);
  if (out_ != &output_) captured_bytes_ += text.size();
}

Runtime::Flow Runtime::execute(const std::vector<Statement>& statements) {
  const Nested nested(*this);
  for (const Statement& statement : statements) {
    line_ = statement.line;
    charge(Value());
    const Flow flow = execute_one(statement);
    if (flow != Flow::next) return flow;
  }
  return Flow::next;
}

Runtime::Flow Runtime::execute_one(const Statement& statement) {
  using Kind = Statement::Kind;
  switch (statement.kind) {
    case Kind::text:
      write(statement.text);
      break;
    case Kind::print: {
      const Value value = evaluate(*statement.parts[0]);
      charge(value);
      write(value.as_text() ? *value.as_text() : printed(value));
      break;
    }
    case Kind::condition:
      return execute_condition(statement);
    case Kind::loop:
      return execute_loop(statement);
    case Kind::set:
      execute_set(statement);
      break;
    case Kind::set_block: {
      Scope scope{scope_};
      Value text = Value::text(captured(statement.bodies[0], scope));
      scope_->variables[statement.names[0]] = std::move(text);
      break;
    }
    case Kind::macro:
      if (scope_ != &root_)
        throw Problem(
            fmt::format("found the macro \"{}\" in a loop, a macro or a block, expected "
                        "it outside of them",
                        escaped(statement.text, 80)));
      root_.variables[statement.text] = Value::function({statement.text, {}, &statement});
      break;
    case Kind::generation:
      execute_generation(statement);
      break;
    case Kind::break_loop:
      return Flow::leave_loop;
    case Kind::continue_loop:
      return Flow::next_round;
  }
  return Flow::next;
}

Runtime::Flow Runtime::execute_condition(const Statement& statement) {
  for (size_t i = 0; i < statement.parts.size(); i++)
    if (evaluate(*statement.parts[i]).is_true()) return execute(statement.bodies[i]);
  if (statement.bodies.size() > statement.parts.size()) return execute(statement.bodies.back());
  return Flow::next;
}

void Runtime::assign(const std::vector<std::string>& names, const Value& value) {
  if (names.size() == 1) {
    scope_->variables[names[0]] = value;
    return;
  }
  const Values items = items_of(value);
  if (items.size() != names.size())
    throw Problem(fmt::format("found {} for {}",
                              counted(static_cast<int64_t>(items.size()), "value"),
                              counted(static_cast<int64_t>(names.size()), "variable")));
  for (size_t i = 0; i < names.size(); i++) scope_->variables[names[i]] = items[i];
}

void Runtime::execute_set(const Statement& statement) {
  Value value = evaluate(*statement.parts[0]);
  if (statement.text.empty()) return assign(statement.names, value);
  Namespace* space = evaluate_name(statement.names[0]).as_space();
  if (!space)
    throw Problem(fmt::format("found an assignment to a member of \"{}\", expected a namespace()",
                              escaped(statement.names[0], 80)));
  space->members[statement.text] = std::move(value);
}

void Runtime::execute_generation(const Statement& statement) {
  const bool is_placed = out_ == &output_;
  if (!is_placed && input_.wants_spans)
    throw Problem(
        "found a generation block in a macro or in the block of a \"set\", expected it "
        "outside of them, where its place in the text is known");
  const size_t begin = output_.size();
  Scope scope{scope_};
  scope_ = &scope;
  execute(statement.bodies[0]);
  scope_ = scope.parent;
  if (is_placed && input_.wants_spans) generated_.emplace_back(begin, output_.size());
}

}  // namespace tutti::data::jinja
