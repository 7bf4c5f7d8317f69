// SPDX-License-Identifier: Apache-2.0
// Parses the parts of a tokenizer.json, whose "type" says which kind each is.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/text.h"
#include "format/json.h"

namespace tutti::data {

template <typename Result>
struct Component {
  std::string_view type;
  Result (*parse)(const nlohmann::json& description, std::string_view where);
};

/// Parses an object by its "type". Any other type is a UserError that names the supported ones.
template <typename Result>
Result parse_component(std::span<const Component<Result>> components,
                       const nlohmann::json& description, std::string_view role,
                       std::string_view where) {
  const std::string type = format::json_string(description, "type", where);
  std::string supported;
  for (const auto& component : components) {
    if (component.type == type) return component.parse(description, where);
    supported.append(supported.empty() ? "" : ", ").append(component.type);
  }
  user_error("{}: found {} of type \"{}\", expected one of {}", where, role, escaped(type),
             supported);
}

/// A member that must be an array; throws UserError if it is not.
inline const nlohmann::json& json_array(const nlohmann::json& object, const char* key,
                                        std::string_view where) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_array())
    user_error("{}: key \"{}\": found {}, expected an array", where, key,
               found == object.end() ? "nothing" : found->type_name());
  return *found;
}

}  // namespace tutti::data
