// SPDX-License-Identifier: Apache-2.0
// The values of arguments (base/argument.h) from and to texts and JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "base/argument.h"

namespace tutti::format {

/// true and false, as Python and JSON write them; nothing for other words.
std::optional<bool> truth_word(std::string_view text);

/// Sets a value from a flag's text; throws UserError naming `where` ("--learning_rate"), what was
/// found and what is expected. Numbers are read as in C, whatever the locale.
void set_from_text(const Argument& argument, std::string_view text, std::string_view where);
/// Sets a value from a member of a JSON object, likewise.
void set_from_json(const Argument& argument, const nlohmann::json& value, std::string_view where);

/// {"name": value, ...} in the list's order; what is not set is null.
nlohmann::ordered_json arguments_json(const ArgumentList& list);

/// The value as text ("5e-05"), empty for what is not set.
std::string text_of(const Argument& argument);

}  // namespace tutti::format
