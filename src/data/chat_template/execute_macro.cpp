// SPDX-License-Identifier: Apache-2.0
// The macros of chat templates, and what a body writes.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "data/chat_template/runtime.h"

namespace tutti::data::jinja {

std::string Runtime::captured(const std::vector<Statement>& body, Scope& scope) {
  std::string text;
  std::string* const out = std::exchange(out_, &text);
  Scope* const around = std::exchange(scope_, &scope);
  execute(body);
  out_ = out;
  scope_ = around;
  captured_bytes_ -= text.size();
  return text;
}

Value Runtime::call_macro(const Statement& macro, const Arguments& arguments) {
  const auto& names = macro.names;
  if (arguments.positional.size() > names.size())
    throw Problem(fmt::format(
        "the macro \"{}\": found {}, expected at most {}", escaped(macro.text, 80),
        counted(static_cast<int64_t>(arguments.positional.size()), "argument"), names.size()));
  Scope scope{&root_};
  for (size_t i = 0; i < arguments.positional.size(); i++)
    scope.variables[names[i]] = arguments.positional[i];
  for (const auto& [name, value] : arguments.named) {
    if (std::find(names.begin(), names.end(), name) == names.end() || scope.variables.count(name))
      throw Problem(fmt::format("the macro \"{}\": found the argument \"{}\" {}, expected {}",
                                escaped(macro.text, 80), escaped(name, 80),
                                scope.variables.count(name) ? "twice" : "by name",
                                fmt::join(names, ", ")));
    scope.variables[name] = value;
  }
  const size_t first_default = names.size() - macro.parts.size();
  Scope* const around = std::exchange(scope_, &scope);
  for (size_t i = 0; i < names.size(); i++) {
    if (scope.variables.count(names[i])) continue;
    scope.variables[names[i]] =
        i >= first_default
            ? evaluate(*macro.parts[i - first_default])
            : Value::undefined(fmt::format("parameter '{}' was not provided", names[i]));
  }
  scope_ = around;
  const int line = line_;
  Value text = Value::text(captured(macro.bodies[0], scope));
  line_ = line;
  return text;
}

}  // namespace tutti::data::jinja
