// SPDX-License-Identifier: Apache-2.0
#include "app/shell/arguments.h"

#include <nlohmann/json.hpp>

#include "app/shell/suggest.h"
#include "app/shell/unsupported.h"
#include "base/error.h"
#include "base/text.h"
#include "format/argument_values.h"

namespace tutti::app {
namespace {

std::vector<std::string> names_of(const ArgumentList& list) {
  std::vector<std::string> names;
  for (const Argument& argument : list)
    if (!argument.positional) names.push_back(argument.name);
  return names;
}

}  // namespace

void read_arguments(const ArgumentList& list, const nlohmann::json& object,
                    std::string_view where) {
  if (!object.is_object())
    user_error("{}: found {}, expected an object {{\"learning_rate\": 5e-5, ...}}", where,
               object.type_name());
  if (const auto inner = object.find("arguments"); inner != object.end())
    return read_arguments(list, *inner, fmt::format("{}: \"arguments\"", where));
  constexpr size_t kMostUnknown = 20;  // that are named: a suggestion takes time
  std::vector<std::string> unknown;
  int64_t more = 0;
  for (const auto& item : object.items()) {
    const std::string& key = item.key();
    const nlohmann::json& value = item.value();
    const auto place = fmt::format("{}: \"{}\"", where, escaped(key));
    if (const Argument* found = find_argument(list, key)) {
      if (!value.is_null()) format::set_from_json(*found, value, place);
    } else if (unknown.size() == kMostUnknown) {
      more++;
    } else if (const auto instead = what_to_use_instead(key, list)) {
      unknown.push_back(fmt::format("{} is not supported: {}", place, *instead));
    } else {
      unknown.push_back(fmt::format("{}: the command does not take \"{}\"{}", where, escaped(key),
                                    suggestion(key, names_of(list), "\"", "\"")));
    }
  }
  if (more > 0) unknown.push_back("and " + counted(more, "argument") + " more");
  if (!unknown.empty()) user_error("{}", fmt::join(unknown, "\n"));
}

}  // namespace tutti::app
