// SPDX-License-Identifier: Apache-2.0
// Runs a parsed chat template.
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/chat_template/chat_template.h"
#include "data/chat_template/syntax.h"

namespace tutti::data::jinja {

/// The arguments of a call.
struct Arguments {
  Values positional;
  std::vector<std::pair<std::string, Value>> named;
};

/// The arguments for parameters of these names, null if there is none. Throws Problem
/// "`what`: ..." for more arguments, and for names that are not among them.
std::vector<std::optional<Value>> bind(std::string_view what, const Arguments& arguments,
                                       std::initializer_list<std::string_view> parameters);

/// The variables of a template, a loop's round or a macro's call.
struct Scope {
  Scope* parent = nullptr;
  std::map<std::string, Value, std::less<>> variables = {};
};

/// What raise_exception() throws.
struct Raised {
  std::string message;
};

class Runtime {
 public:
  Runtime(const ChatInput& input, const ChatTemplateLimits& limits);

  /// Throws Problem or Raised; line() is then where.
  void run(const std::vector<Statement>& statements);
  int line() const { return line_; }
  std::string& output() { return output_; }
  /// In bytes.
  const std::vector<std::pair<size_t, size_t>>& generated() const { return generated_; }

  Value evaluate(const Expression& expression);
  Value call(const Value& function, const Arguments& arguments);
  Value apply_filter(const std::string& name, const Value& value, const Arguments& arguments);
  bool apply_test(const std::string& name, const Value& value, const Arguments& arguments);
  /// Counts work of 16 and of a value's weight.
  void charge(const Value& value);
  /// Counts work: 1 is as much as 8 bytes that are read once.
  void spend(size_t work);

 private:
  enum class Flow { next, leave_loop, next_round };

  Flow execute(const std::vector<Statement>& statements);
  Flow execute_one(const Statement& statement);
  Flow execute_condition(const Statement& statement);
  Flow execute_loop(const Statement& statement);
  Values loop_items(const Statement& statement);
  Value attribute(const Value& value, const std::string& name);
  void execute_set(const Statement& statement);
  void execute_generation(const Statement& statement);
  /// What a body writes, in a scope of its own.
  std::string captured(const std::vector<Statement>& body, Scope& scope);
  void assign(const std::vector<std::string>& names, const Value& value);
  void write(std::string_view text);

  Value evaluate_kind(const Expression& expression);
  Value evaluate_name(const std::string& name);
  Value evaluate_binary(const Expression& expression);
  Value evaluate_compare(const Expression& expression);
  Value evaluate_unary(const Expression& expression);
  Value evaluate_dict(const Expression& expression);
  Value evaluate_slice(const Expression& expression);
  Value evaluate_call(const Expression& expression);
  Values evaluate_all(const std::vector<ExpressionPtr>& parts);
  Arguments evaluate_arguments(const Expression& expression);
  Value call_macro(const Statement& macro, const Arguments& arguments);
  Value call_builtin(const std::string& name, const Arguments& arguments);
  Value make_namespace(const Arguments& arguments);
  Value time_now(const Arguments& arguments) const;

  /// Counts what is nested while it lives.
  class Nested {
   public:
    explicit Nested(Runtime& runtime);
    ~Nested() { runtime_.nesting_--; }
    Nested(const Nested&) = delete;
    Nested& operator=(const Nested&) = delete;

   private:
    Runtime& runtime_;
  };

  const ChatInput& input_;
  const ChatTemplateLimits limits_;
  MemoryMeter memory_{limits_.memory_bytes};  // before all values, which it outlives
  Scope root_;
  Scope* scope_ = &root_;
  std::deque<Namespace> namespaces_;
  std::string output_;
  std::string* out_ = &output_;
  size_t captured_bytes_ = 0;  // of texts that blocks and macros are writing
  std::vector<std::pair<size_t, size_t>> generated_;
  size_t work_ = 0;
  int nesting_ = 0;
  int line_ = 1;
};

/// value.name and value[key]; undefined where there is no such member.
Value attribute_of(const Value& value, const std::string& name);
Value subscript_of(const Value& value, const Value& key);
/// Whether a value is a key, an item or a part of another.
bool contains(const Value& container, const Value& value);
/// +, -, *, /, //, %, ** and ~.
Value apply_operator(const std::string& symbol, const Value& left, const Value& right);
/// A method of a text, a dict, a list or a loop.
bool has_method(const Value& value, std::string_view name);
Value call_method(const Value& self, const std::string& name, const Arguments& arguments);

}  // namespace tutti::data::jinja
