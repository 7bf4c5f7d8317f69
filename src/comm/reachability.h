// SPDX-License-Identifier: Apache-2.0
// Checks that the processes of a job reach each other's doors. Connections between them are made
// from one side only, so a machine that accepts none could begin a job, and would count as dead as
// soon as another process asks whether it lives.
#pragma once

#include <set>
#include <string>

#include "comm/door.h"
#include "comm/exchange_texts.h"

namespace tutti::comm {

/// On behalf of process `id`, asks the doors of all processes of the group until `end`, except the
/// ids in `reached`. Returns the same sentence in all processes: it names two processes if one
/// cannot connect to the other, and is empty if all can.
std::string unreached_pair(const ProcessGroup& group, const std::string& id,
                           const std::string& token, const std::set<std::string>& reached,
                           const ExchangeTexts& exchange, TimePoint end);

}  // namespace tutti::comm
