// SPDX-License-Identifier: Apache-2.0
#include "op/rules/channel.h"

#include "op/rules/process_groups.h"

namespace tutti::op {

void expect_token(const Operation& op, std::string_view label) {
  constraint(op, op.operand_count() > 0 && op.operands.back()->type == Type::token(), label,
             "the last operand is not as expected, a token");
}

std::vector<Type> expect_values_and_token(const Operation& op, std::string_view values,
                                          std::string_view last) {
  std::vector<Type> results = op.result_types();
  constraint(op, !results.empty() && results.back() == Type::token(), last,
             "the last result is not as expected, a token");
  for (size_t i = 0; i + 1 < results.size(); i++)
    constraint(op, results[i] != Type::token(), values, "result {} is a token, expected a tensor",
               i);
  return results;
}

void expect_channel(const Operation& op, int64_t host_type) {
  expect_pairs(op, label(op, 1), label(op, 2), label(op, 3), label(op, 4));
  constexpr int64_t kDeviceToDevice = 1;
  const int64_t type = ir::record_int(op.record_attribute("channel_handle"), "type");
  const int64_t expected =
      op.bool_attribute("is_host_transfer", false) ? host_type : kDeviceToDevice;
  constraint(op, type == expected, label(op, 5), "the channel has type {}, expected {}", type,
             expected);
}

void expect_received(const Operation& op, const std::vector<Array>& values) {
  std::vector<Type> types;
  for (const Array& value : values) types.push_back(value.type);
  if (types != op.result_types())
    ir::operation_error(
        op, fmt::format("got {}, expected {}", ir::str(types), ir::str(op.result_types())));
}

std::string channel_tag(const Operation& op) {
  return fmt::format("channel {}", channel_of(op));
}

}  // namespace tutti::op
