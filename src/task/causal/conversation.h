// SPDX-License-Identifier: Apache-2.0
// Conversations as rows of a data set have them, checked before a chat template sees them.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace tutti::task::causal {

using Json = nlohmann::ordered_json;

/// A list of messages, each with a role and a content. ShareGPT's {"from": "human", "value": ...}
/// becomes {"role": "user", "content": ...}. A UserError, which begins with `where`, names what a
/// template would drop or misread: no list or an empty one, a role that is unknown, a content that
/// is missing or null, or a part of a content that is no text. Only a message with "tool_calls" may
/// lack a content.
Json read_messages(const Json& value, const std::string& where);

/// A list of tools or its JSON text; null for an absent one.
Json read_tools(const Json& value, const std::string& where);

/// The object of "chat_template_kwargs" or its JSON text; an empty one if it is null.
Json read_template_arguments(const Json& value, const std::string& where);

}  // namespace tutti::task::causal
