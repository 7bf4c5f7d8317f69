// SPDX-License-Identifier: Apache-2.0
// What send, recv, infeed and outfeed share: tokens, and messages from one process to another.
#pragma once

#include "op/rules/collective.h"

namespace tutti::op {

/// Checks that the last operand is a token.
void expect_token(const Operation& op, std::string_view label);
/// Checks the declared results, tensors (label `values`) and then a token (label `last`), and
/// returns their types.
std::vector<Type> expect_values_and_token(const Operation& op, std::string_view values,
                                          std::string_view last);

/// Checks send_c1 to send_c5 or recv_c1 to recv_c5. `host_type` is the channel's type in a transfer
/// with the host.
void expect_channel(const Operation& op, int64_t host_type);

/// Checks that received values have the types of the results.
void expect_received(const Operation& op, const std::vector<Array>& values);

/// The tag of the channel's messages.
std::string channel_tag(const Operation& op);

}  // namespace tutti::op
