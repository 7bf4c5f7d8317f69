// SPDX-License-Identifier: Apache-2.0
#include "ir/module.h"

#include "base/text.h"

namespace tutti::ir {

std::string Location::str() const {
  if (file && line == 0) return fmt::format("{}: byte {}", *file, column);  // of a binary file
  if (file) return fmt::format("{}:{}:{}", *file, line, column);
  return name ? *name : std::string("<built program>");
}

Value Function::add_argument(Type type, Attributes given) {
  argument_attributes.push_back(std::move(given));
  return body.add_argument(std::move(type));
}

Function* Module::find(std::string_view function) const {
  for (const auto& candidate : functions)
    if (candidate->name == function) return candidate.get();
  return nullptr;
}

Function& Module::get(std::string_view function) const {
  if (Function* found = find(function)) return *found;
  std::string names;
  for (const auto& candidate : functions) names += " @" + candidate->name;
  user_error("the module has no function @{}; it has{}", escaped(function),
             names.empty() ? " none" : names);
}

Function& Module::add_function(std::string function) {
  check(!find(function), "function @{} is defined twice", function);
  functions.push_back(std::make_unique<Function>());
  functions.back()->name = std::move(function);
  return *functions.back();
}

}  // namespace tutti::ir
