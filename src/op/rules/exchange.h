// SPDX-License-Identifier: Apache-2.0
// The messages between the processes of a group, and the results computed from them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ir/process.h"
#include "op/rules/common.h"
#include "op/rules/process_groups.h"

namespace tutti::op {

/// Checks that all received values have the types of the operands.
void expect_same_types(const Operation& op, const std::vector<Process::Message>& messages);
/// Sends `mine` to every member of the group and returns what each member sent, in the group's
/// order. The error of a process that gets no message names the tag.
std::vector<Process::Message> exchange_messages(const Operation& op, Process& process,
                                                const std::vector<int64_t>& group,
                                                const std::string& tag, Process::Message mine);
/// The same with the operands as the message. Checks that all members sent values of the same
/// types.
std::vector<Process::Message> exchange(const Operation& op, Process& process,
                                       const std::vector<int64_t>& group, Operands mine);

/// The scalar type that the region combines. Checks its signature, and that each of the first
/// `count` operands can be converted to that type.
Type expect_computation(const Operation& op, size_t count, std::string_view label);
/// Value `index` of all messages, combined elementwise by the region in their order.
Array fold(const Operation& op, const std::vector<Process::Message>& messages, size_t index,
           Evaluation& evaluation);

/// Arrays joined along an axis, and part `index` of `count` equal parts along an axis.
Array concatenated(const std::vector<const Array*>& parts, int64_t axis);
Array part_of(const Array& whole, int64_t axis, int64_t count, int64_t index);

}  // namespace tutti::op
