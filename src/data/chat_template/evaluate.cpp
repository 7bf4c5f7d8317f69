// SPDX-License-Identifier: Apache-2.0
// Expressions of chat templates.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "data/chat_template/runtime.h"

namespace tutti::data::jinja {
namespace {

constexpr std::array<std::string_view, 5> kBuiltins = {"raise_exception", "strftime_now",
                                                       "namespace", "dict", "range"};
// What macros of Jinja have besides their parameters, and ours do not.
constexpr std::array<std::string_view, 3> kOfMacros = {"varargs", "kwargs", "caller"};
constexpr int kMaxNesting = 600;

}  // namespace

std::vector<std::optional<Value>> bind(std::string_view what, const Arguments& arguments,
                                       std::initializer_list<std::string_view> parameters) {
  if (arguments.positional.size() > parameters.size())
    throw Problem(fmt::format(
        "{}: found {}, expected at most {}", what,
        counted(static_cast<int64_t>(arguments.positional.size()), "argument"), parameters.size()));
  std::vector<std::optional<Value>> bound(parameters.size());
  std::copy(arguments.positional.begin(), arguments.positional.end(), bound.begin());
  for (const auto& [name, value] : arguments.named) {
    const auto at = std::find(parameters.begin(), parameters.end(), name);
    if (at == parameters.end())
      throw Problem(fmt::format("{}: found the argument \"{}\", expected one of: {}", what,
                                escaped(name), fmt::join(parameters, ", ")));
    bound[static_cast<size_t>(at - parameters.begin())] = value;
  }
  return bound;
}

Runtime::Nested::Nested(Runtime& runtime) : runtime_(runtime) {
  if (++runtime.nesting_ > kMaxNesting) {
    runtime.nesting_--;
    throw Problem(
        "found macros, blocks and expressions in one another too deeply, "
        "expected a template that ends");
  }
}

void Runtime::charge(const Value& value) {
  spend(16 + value.weight() / 8);
}

void Runtime::spend(size_t work) {
  work_ += std::min(work, limits_.work);
  if (work_ > limits_.work)
    throw Problem("the template takes too long, expected one that ends sooner");
}

Value Runtime::attribute(const Value& value, const std::string& name) {
  if (const Dict* dict = value.as_dict()) spend(dict->entries.size() / 8);
  return attribute_of(value, name);
}

Value Runtime::evaluate(const Expression& expression) {
  const Nested nested(*this);
  const int line = line_;
  line_ = expression.line;
  charge(Value());
  Value value = evaluate_kind(expression);
  line_ = line;
  return value;
}

Value Runtime::evaluate_kind(const Expression& expression) {
  using Kind = Expression::Kind;
  const auto& parts = expression.parts;
  switch (expression.kind) {
    case Kind::literal:
      return expression.value;
    case Kind::name:
      return evaluate_name(expression.text);
    case Kind::list:
    case Kind::tuple: {
      Value list = Value::list(evaluate_all(parts),
                               expression.kind == Kind::tuple ? ListKind::tuple : ListKind::list);
      charge(list);
      return list;
    }
    case Kind::dict:
      return evaluate_dict(expression);
    case Kind::unary:
      return evaluate_unary(expression);
    case Kind::binary:
      return evaluate_binary(expression);
    case Kind::compare:
      return evaluate_compare(expression);
    case Kind::conditional:
      if (evaluate(*parts[0]).is_true()) return evaluate(*parts[1]);
      return parts[2] ? evaluate(*parts[2]) : Value::undefined("an \"if\" without \"else\"");
    case Kind::attribute:
      return attribute(evaluate(*parts[0]), expression.text);
    case Kind::subscript: {
      const Value value = evaluate(*parts[0]);
      if (value.as_text()) charge(value);
      if (const Dict* dict = value.as_dict()) spend(dict->entries.size() / 8);
      return subscript_of(value, evaluate(*parts[1]));
    }
    case Kind::slice:
      return evaluate_slice(expression);
    case Kind::call:
      return evaluate_call(expression);
    case Kind::filter:
    case Kind::test: {
      const Value value = evaluate(*parts[0]);
      const Arguments arguments = evaluate_arguments(expression);
      // Tests read no more of a list than of their argument, which is charged.
      const bool is_filter = expression.kind == Kind::filter;
      if (value.as_text() || (is_filter && expression.text != "length")) charge(value);
      if (is_filter) return apply_filter(expression.text, value, arguments);
      return Value::boolean(apply_test(expression.text, value, arguments) != expression.is_negated);
    }
  }
  throw InternalError("an expression of an unknown kind");
}

Value Runtime::evaluate_name(const std::string& name) {
  for (const Scope* scope = scope_; scope != nullptr; scope = scope->parent) {
    const auto at = scope->variables.find(name);
    if (at != scope->variables.end()) return at->second;
  }
  if (std::find(kBuiltins.begin(), kBuiltins.end(), name) != kBuiltins.end())
    return Value::function({name, {}, nullptr});
  if (std::find(kOfMacros.begin(), kOfMacros.end(), name) != kOfMacros.end())
    throw Problem(fmt::format("found \"{}\", expected arguments that have a name", name));
  return Value::undefined(fmt::format("'{}' is undefined", escaped(name, 80)));
}

Values Runtime::evaluate_all(const std::vector<ExpressionPtr>& parts) {
  Values values;
  for (const ExpressionPtr& part : parts) values.push_back(evaluate(*part));
  return values;
}

Arguments Runtime::evaluate_arguments(const Expression& expression) {
  Arguments arguments;
  const size_t positional = expression.parts.size() - expression.names.size();
  for (size_t i = 1; i < expression.parts.size(); i++) {
    Value value = evaluate(*expression.parts[i]);
    charge(value);
    if (i < positional)
      arguments.positional.push_back(std::move(value));
    else
      arguments.named.emplace_back(expression.names[i - positional], std::move(value));
  }
  return arguments;
}

Value Runtime::evaluate_dict(const Expression& expression) {
  Entries entries;
  for (size_t i = 0; i < expression.parts.size(); i += 2) {
    std::string key = text_of(evaluate(*expression.parts[i]), "the key of a dict");
    Value value = evaluate(*expression.parts[i + 1]);
    spend(entries.size());
    const auto at = std::find_if(entries.begin(), entries.end(),
                                 [&](const auto& entry) { return entry.first == key; });
    if (at != entries.end())
      at->second = std::move(value);
    else
      entries.emplace_back(std::move(key), std::move(value));
  }
  Value dict = Value::dict(std::move(entries));
  charge(dict);
  return dict;
}

Value Runtime::evaluate_call(const Expression& expression) {
  const Value function = evaluate(*expression.parts[0]);
  const Arguments arguments = evaluate_arguments(expression);
  Value value = call(function, arguments);
  charge(value);
  return value;
}

Value Runtime::call(const Value& value, const Arguments& arguments) {
  if (value.is_undefined()) throw Problem(value.hint());
  const Function* function = value.as_function();
  if (!function)
    throw Problem(fmt::format("found a call of {}, expected one of a function", value.type_name()));
  if (function->macro) return call_macro(*function->macro, arguments);
  if (function->self.is_undefined()) return call_builtin(function->name, arguments);
  charge(function->self);
  return call_method(function->self, function->name, arguments);
}

}  // namespace tutti::data::jinja
