// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/lower/dropout_mask.h"
#include "kernel/attention.h"

namespace tutti::backend::cpu {
namespace {

/// What tutti.attention and its gradient share; `q` and `segment` are the operands' indices.
struct Attention {
  Attention(const Lowering& l, size_t q_operand, size_t segment_operand)
      : scale(static_cast<float>(l.op.float_attribute("scale"))),
        mask(l, segment_operand + 1),
        segment(l.operands[segment_operand].place),
        q(l.operands[q_operand].place),
        k(l.operands[q_operand + 1].place),
        v(l.operands[q_operand + 2].place) {
    const ir::Type& type = l.operands[q_operand].type;
    const int64_t heads = l.op.int_attribute("heads");
    shape = {.rows = type.dim(0),
             .length = type.dim(1),
             .heads = heads,
             .dim = type.dim(2) / heads,
             .max_segment = l.op.int_attribute("max_segment"),
             .type = type.element,
             .kv_heads = l.op.int_attribute("kv_heads", heads),
             .causal = l.op.bool_attribute("causal", false),
             .window = l.op.int_attribute("window", 0)};
  }

  kernel::AttentionProblem in(const Frame& f) const {
    kernel::AttentionProblem problem;
    problem.shape = shape;
    problem.scale = scale;
    problem.tokens.segment = at<int32_t>(f, segment);
    if (mask.active) {
      problem.tokens.sample = at<int32_t>(f, mask.sample);
      problem.tokens.position = at<int32_t>(f, mask.position);
      problem.dropout = {mask.rate, mask.site_key(f)};
    }
    problem.q = at(f, q);
    problem.k = at(f, k);
    problem.v = at(f, v);
    return problem;
  }

  kernel::AttentionShape shape;
  float scale;
  DropoutMask mask;
  Place segment, q, k, v;
};

Run lower_attention(Lowering& l) {
  return [a = Attention(l, 0, 3), workspace = Workspace(l), o = l.results[0].place,
          lse = l.results[1].place](const Frame& f) {
    kernel::attention(f.team, a.in(f), at(f, o), at<float>(f, lse), workspace.in(f));
  };
}

int64_t attention_bytes(const Lowering& l) {
  return static_cast<int64_t>(
      kernel::attention_workspace_bytes(Attention(l, 0, 3).shape, l.workers));
}

Run lower_attention_gradient(Lowering& l) {
  return [a = Attention(l, 1, 5), workspace = Workspace(l), d_o = l.operands[0].place,
          lse = l.operands[4].place, dq = l.results[0].place, dk = l.results[1].place,
          dv = l.results[2].place](const Frame& f) {
    kernel::attention_gradient(f.team, a.in(f), at<float>(f, lse), at(f, d_o),
                               {at(f, dq), at(f, dk), at(f, dv)}, workspace.in(f));
  };
}

int64_t attention_gradient_bytes(const Lowering& l) {
  return static_cast<int64_t>(
      kernel::attention_workspace_bytes(Attention(l, 1, 5).shape, l.workers));
}

}  // namespace

std::vector<Rule> attention_rules() {
  return {{.op = "tutti.attention",
           .lower = lower_attention,
           .supports = takes_activation,
           .workspace_bytes = attention_bytes},
          {.op = "tutti.attention_gradient",
           .lower = lower_attention_gradient,
           .supports = takes_activation,
           .workspace_bytes = attention_gradient_bytes}};
}

}  // namespace tutti::backend::cpu
