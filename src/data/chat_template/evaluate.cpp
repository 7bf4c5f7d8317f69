// SPDX-License-Identifier: Apache-2.0
// Expressions of chat templates.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ctime>

#include "base/text.h"
#include "data/chat_template/python_text.h"
#include "data/chat_template/runtime.h"

namespace tutti::data::jinja {
namespace {

constexpr std::array<std::string_view, 5> kBuiltins = {"raise_exception", "strftime_now",
                                                       "namespace", "dict", "range"};
constexpr int kMaxNesting = 600;
constexpr int64_t kMaxRange = 100'000;  // as Jinja's sandbox

bool compare_values(const std::string& symbol, const Value& left, const Value& right) {
  if (symbol == "==") return equal(left, right);
  if (symbol == "!=") return !equal(left, right);
  if (symbol == "<") return less(left, right);
  if (symbol == ">") return less(right, left);
  if (symbol == "<=") return less(left, right) || equal(left, right);
  if (symbol == ">=") return less(right, left) || equal(left, right);
  return contains(right, left) == (symbol == "in");
}

Value range_of(const Arguments& arguments) {
  if (!arguments.named.empty() || arguments.positional.empty() || arguments.positional.size() > 3)
    throw Problem("range: found other arguments, expected one to three integers");
  std::vector<int64_t> values;
  for (const Value& value : arguments.positional) values.push_back(integer_of(value, "range"));
  const int64_t first = values.size() > 1 ? values[0] : 0;
  const int64_t end = values.size() > 1 ? values[1] : values[0];
  const int64_t step = values.size() > 2 ? values[2] : 1;
  if (step == 0) throw Problem("range: found step 0, expected another");
  Values items;
  for (int64_t i = first; step > 0 ? i < end : i > end;) {
    if (items.size() >= static_cast<size_t>(kMaxRange))
      throw Problem(fmt::format("range: found more than {} numbers, expected fewer", kMaxRange));
    items.push_back(Value::integer(i));
    if (__builtin_add_overflow(i, step, &i)) break;
  }
  return Value::list(std::move(items));
}

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
  work_ += 16 + value.weight() / 8;
  if (work_ > limits_.work)
    throw Problem("the template takes too long, expected one that ends sooner");
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
      Value list = Value::list(evaluate_all(parts), expression.kind == Kind::tuple);
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
      return attribute_of(evaluate(*parts[0]), expression.text);
    case Kind::subscript: {
      const Value value = evaluate(*parts[0]);
      if (value.as_text()) charge(value);
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

Value Runtime::evaluate_unary(const Expression& expression) {
  const Value value = evaluate(*expression.parts[0]);
  if (expression.text == "not") return Value::boolean(!value.is_true());
  const bool is_minus = expression.text == "-";
  if (value.as_real()) return Value::real(is_minus ? -*value.as_real() : *value.as_real());
  return apply_operator(expression.text, Value::integer(0), value);
}

Value Runtime::evaluate_binary(const Expression& expression) {
  Value left = evaluate(*expression.parts[0]);
  if (expression.text == "and" || expression.text == "or") {
    if (left.is_true() == (expression.text == "or")) return left;
    return evaluate(*expression.parts[1]);
  }
  const Value right = evaluate(*expression.parts[1]);
  charge(left);
  charge(right);
  Value value = apply_operator(expression.text, left, right);
  charge(value);
  return value;
}

Value Runtime::evaluate_compare(const Expression& expression) {
  Value left = evaluate(*expression.parts[0]);
  for (size_t i = 0; i < expression.names.size(); i++) {
    Value right = evaluate(*expression.parts[i + 1]);
    charge(left);
    charge(right);
    if (!compare_values(expression.names[i], left, right)) return Value::boolean(false);
    left = std::move(right);
  }
  return Value::boolean(true);
}

Value Runtime::evaluate_slice(const Expression& expression) {
  const Value value = evaluate(*expression.parts[0]);
  std::array<std::optional<int64_t>, 3> bounds;
  for (size_t i = 0; i < 3; i++) {
    if (!expression.parts[i + 1]) continue;
    const Value bound = evaluate(*expression.parts[i + 1]);
    if (!bound.is_none()) bounds[i] = integer_of(bound, "a slice");
  }
  charge(value);
  if (value.is_undefined()) throw Problem(value.hint());
  if (!value.as_text() && !value.as_list())
    throw Problem(
        fmt::format("found a slice of {}, expected one of a list or a text", value.type_name()));
  const Values items = items_of(value);
  Values taken;
  for (const size_t index : slice_indices(items.size(), bounds[0], bounds[1], bounds[2]))
    taken.push_back(items[index]);
  if (value.as_list()) return Value::list(std::move(taken), value.as_list()->is_tuple);
  std::string text;
  for (const Value& character : taken) text += *character.as_text();
  return Value::text(std::move(text));
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

Value Runtime::call_builtin(const std::string& name, const Arguments& arguments) {
  if (name == "namespace") return make_namespace(arguments);
  if (name == "range") return range_of(arguments);
  if (name == "strftime_now") return time_now(arguments);
  if (name == "dict") {
    if (!arguments.positional.empty())
      throw Problem("dict: found an argument without a name, expected names alone");
    return Value::dict(arguments.named);
  }
  const auto message = bind(name, arguments, {"message"})[0];
  throw Raised{message ? printed(*message) : ""};
}

Value Runtime::make_namespace(const Arguments& arguments) {
  Namespace space;
  for (const Value& value : arguments.positional) {
    if (!value.as_dict()) throw Problem("namespace: expected a dict, or arguments with names");
    for (const auto& [key, member] : value.as_dict()->entries) space.members[key] = member;
  }
  for (const auto& [key, member] : arguments.named) space.members[key] = member;
  namespaces_.push_back(std::move(space));
  return Value::space(&namespaces_.back());
}

Value Runtime::time_now(const Arguments& arguments) const {
  const auto format = bind("strftime_now", arguments, {"format"})[0];
  if (!format) throw Problem("strftime_now: found no format, expected one");
  if (!input_.now) throw Problem("strftime_now: the template asks for the time, and none is given");
  const std::string& text = text_of(*format, "strftime_now");
  std::string result;
  for (size_t i = 0; i < text.size(); i++) {
    if (text[i] != '%') {
      result += text[i];
      continue;
    }
    const bool is_short = i + 1 < text.size() && text[i + 1] == '-';
    const size_t at = i + (is_short ? 2 : 1);
    static constexpr std::string_view kKnown = "aAbBcdDeFHIjmMpRSTUwWxXyY%";
    if (at >= text.size() || kKnown.find(text[at]) == std::string_view::npos)
      throw Problem(fmt::format("strftime_now: found the format \"{}\", expected % and one of {}",
                                escaped(text), kKnown));
    char buffer[100];
    const std::string part = text.substr(i, at + 1 - i);
    result.append(buffer, std::strftime(buffer, sizeof buffer, part.c_str(), &*input_.now));
    i = at;
  }
  return Value::text(std::move(result));
}

}  // namespace tutti::data::jinja
