// SPDX-License-Identifier: Apache-2.0
// Keeps secrets of the environment out of what is shown, logged or sent.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tutti {

/// Whether a variable of this name and value counts as a secret: a key, token, password or
/// credential that is neither a short word nor a path.
bool is_secret(std::string_view name, std::string_view value);

/// `text` with "***" instead of each secret.
std::string without_secrets(std::string text, const std::vector<std::string>& secrets);

/// `text` with "***" instead of each word that has the form of a key or token of a well-known
/// service, such as "AKIA..." or "hf_...", whoever it belongs to.
std::string without_known_keys(std::string_view text);

}  // namespace tutti
