// SPDX-License-Identifier: Apache-2.0
#include "task/causal/message_flags.h"

#include "base/error.h"
#include "format/json.h"

namespace tutti::task::causal {
namespace {

/// A flag of that name, taken out of the message; nothing where it is not there or null.
std::optional<bool> take_flag(Json& message, const char* name, const std::string& where) {
  const auto found = message.find(name);
  if (found == message.end()) return std::nullopt;
  const Json value = *found;
  message.erase(found);
  if (value.is_null()) return std::nullopt;
  if (value.is_boolean()) return value.get<bool>();
  const bool is_weight = value.is_number() && (value == 0 || value == 1);
  if (!is_weight)
    user_error(
        "{}: \"{}\" is {}, expected 0 or false where the message does not count in the loss, "
        "1 or true where it does",
        where, name, format::json_found(value));
  return value == 1;
}

}  // namespace

std::vector<std::optional<bool>> take_message_flags(Json& messages, const std::string& where) {
  std::vector<std::optional<bool>> flags;
  if (!messages.is_array()) return flags;
  for (size_t i = 0; i < messages.size(); i++) {
    flags.emplace_back();
    if (!messages[i].is_object()) continue;
    const std::string place = fmt::format("{}[{}]", where, i);
    const auto weight = take_flag(messages[i], "weight", place);
    const auto train = take_flag(messages[i], "train", place);
    if (weight && train && *weight != *train)
      user_error("{}: \"weight\" and \"train\" differ, expected one of them", place);
    flags.back() = weight ? weight : train;
  }
  return flags;
}

}  // namespace tutti::task::causal
