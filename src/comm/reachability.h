// SPDX-License-Identifier: Apache-2.0
// Whether the processes of a job reach each other's doors. The connections between them are made
// from one side only, so that a machine which takes none could begin a job, and would be taken for
// dead as soon as another process asks whether it lives.
#pragma once

#include <set>
#include <string>

#include "comm/door.h"
#include "comm/exchange_texts.h"

namespace tutti::comm {

/// Asks the doors of all processes of the group until `end`, but for those whose ids are in
/// `reached`, on behalf of process `id`. Gives the same sentence in all processes, about two of
/// which one cannot connect with the other; empty where there are none.
std::string unreached_pair(const ProcessGroup& group, const std::string& id,
                           const std::string& token, const std::set<std::string>& reached,
                           const ExchangeTexts& exchange, TimePoint end);

}  // namespace tutti::comm
