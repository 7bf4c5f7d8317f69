// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/channel.h"
#include "op/rules/process_groups.h"

namespace tutti::op {

OpDef send() {
  return {
      .name = "stablehlo.send",
      .attributes =
          "channel_handle:record.stablehlo.channel_handle, is_host_transfer?:bool, "
          "source_target_pairs?:dense:c1",
      .infer = [](const Operation& op) -> std::vector<Type> {
        constexpr int64_t kDeviceToHost = 2;
        expect_token(op, "send_i2");
        expect_channel(op, kDeviceToHost);
        return {Type::token()};
      },
      .result_constraints = {.element = 0, .shape = 0, .count = 0},
      // Without pairs, any process that receives from the channel gets the values.
      .evaluate = [](const Operation& op, Operands in,
                     Evaluation& evaluation) -> std::vector<Array> {
        Process& process = evaluation.process();
        auto values = std::make_shared<std::vector<Array>>();
        for (size_t i = 0; i + 1 < in.size(); i++) values->push_back(*in[i]);
        const Rows pairs = process_pairs(op, process.grid());
        if (pairs.empty()) process.send(Process::kAnyone, channel_tag(op), values);
        for (const auto& pair : pairs)
          if (pair[0] == process.number()) process.send(pair[1], channel_tag(op), values);
        return {Array(op.result_type())};
      },
      .no_derivative = "its values leave the program",
      .has_side_effect = true,
      .takes_scales_along_axis = true,
  };
}

}  // namespace tutti::op
