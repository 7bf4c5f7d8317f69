// SPDX-License-Identifier: Apache-2.0
// Messages' flags for whether they count in the loss.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "task/causal/conversation.h"

namespace tutti::task::causal {

/// Takes the members "weight" (0 or 1) and "train" (false or true) out of a list of messages, and
/// returns what each message says. Other values, and two that differ, are UserErrors that name
/// `where`. A value that is not a list of messages stays unchanged.
std::vector<std::optional<bool>> take_message_flags(Json& messages, const std::string& where);

}  // namespace tutti::task::causal
