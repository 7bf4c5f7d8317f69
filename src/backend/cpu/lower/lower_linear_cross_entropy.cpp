// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/lower/fused.h"
#include "kernel/linear_cross_entropy.h"
#include "op/dequantize.h"

namespace tutti::backend::cpu {
namespace {

kernel::LinearCrossEntropy linear_cross_entropy_of(const Lowering& l) {
  const ir::Type &hidden = l.operands[0].type, &weight = l.operands[1].type;
  return kernel::LinearCrossEntropy({.tokens = hidden.dim(0),
                                     .features = hidden.dim(1),
                                     .classes = weight.dim(0),
                                     .type = hidden.element,
                                     .wants_d_hidden = l.op.result_count() > 3,
                                     .wants_d_weight = l.op.result_count() > 4,
                                     .blocks = op::blocks_attribute(l.op, op::kWeightBlocks)});
}

int64_t linear_cross_entropy_bytes(const Lowering& l) {
  return static_cast<int64_t>(linear_cross_entropy_of(l).workspace_bytes(l.workers));
}

Run lower_linear_cross_entropy(Lowering& l) {
  std::vector<Place> in, out;
  for (const View& operand : l.operands) in.push_back(operand.place);
  for (const View& result : l.results) out.push_back(result.place);
  return [in, out, head = linear_cross_entropy_of(l), workspace = Workspace(l)](const Frame& f) {
    head.run(f.team,
             {.hidden = at(f, in[0]),
              .weight = at(f, in[1]),
              .target = at<int32_t>(f, in[2]),
              .counts = at<float>(f, in[3]),
              .loss = at<float>(f, out[0]),
              .hit = at<float>(f, out[1]),
              .total = at<float>(f, out[2]),
              .d_hidden = out.size() > 3 ? at(f, out[3]) : nullptr,
              .d_weight = out.size() > 4 ? at<float>(f, out[4]) : nullptr},
             workspace.in(f));
  };
}

}  // namespace

std::vector<Rule> linear_cross_entropy_rules() {
  return {{.op = "tutti.linear_cross_entropy",
           .lower = lower_linear_cross_entropy,
           .supports = takes_activation,
           .workspace_bytes = linear_cross_entropy_bytes}};
}

}  // namespace tutti::backend::cpu
