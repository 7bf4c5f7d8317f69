// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/channel.h"
#include "op/rules/process_groups.h"

namespace tutti::op {
namespace {

std::vector<Array> evaluate(const Operation& op, Operands, Evaluation& evaluation) {
  Process& process = evaluation.process();
  const Rows pairs = process_pairs(op, process.grid());
  std::vector<Array> results;
  for (const auto& pair : pairs)
    if (pair[1] == process.number()) results = *process.receive(op, pair[0], channel_tag(op));
  if (pairs.empty()) results = *process.receive(op, Process::kAnyone, channel_tag(op));
  // A process that is no target gets zeros, as in collective_permute.
  if (results.empty())
    for (size_t i = 0; i + 1 < op.result_count(); i++) results.emplace_back(op.result_type(i));
  results.emplace_back(Type::token());
  expect_received(op, results);
  return results;
}

}  // namespace

OpDef recv() {
  return {
      .name = "stablehlo.recv",
      .attributes =
          "channel_handle:record.stablehlo.channel_handle, is_host_transfer?:bool, "
          "source_target_pairs?:dense:c1",
      .infer = [](const Operation& op) -> std::vector<Type> {
        constexpr int64_t kHostToDevice = 3;
        expect_operands(op, 1);
        expect_token(op, "recv_i1");
        expect_channel(op, kHostToDevice);
        return expect_values_and_token(op, "recv_results", "recv_results");
      },
      .evaluate = evaluate,
      .no_derivative = "its values come from outside the program",
      .has_side_effect = true,
      .takes_scales_along_axis = true,
  };
}

}  // namespace tutti::op
