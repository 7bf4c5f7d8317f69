// SPDX-License-Identifier: Apache-2.0
// What send, recv, infeed and outfeed share: tokens, and messages from one process to another.
#pragma once

#include "op/rules/collective.h"

namespace tutti::op {

/// Holds that the last operand is a token.
void expect_token(const Operation& op, std::string_view label);
/// Holds the declared results: tensors (`values`), then a token (`last`). Gives them back.
std::vector<Type> expect_values_and_token(const Operation& op, std::string_view values,
                                          std::string_view last);

/// send_c1 to send_c5, recv_c1 to recv_c5; `host_type` is the channel's type of a transfer with the
/// host.
void expect_channel(const Operation& op, int64_t host_type);

/// Holds that what came has the types of the results.
void expect_received(const Operation& op, const std::vector<Array>& values);

/// The tag of the channel's messages.
std::string channel_tag(const Operation& op);

}  // namespace tutti::op
