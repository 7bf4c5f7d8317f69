// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/lower/fused.h"
#include "kernel/cached_attention.h"

namespace tutti::backend::cpu {
namespace {

kernel::CachedAttention shape_of(const Lowering& l) {
  const ir::Type &q = l.operands[0].type, &keys = l.operands[1].type;
  return {.rows = q.dim(0),
          .length = q.dim(1),
          .heads = q.dim(2),
          .dim = q.dim(3),
          .kv_heads = keys.dim(1),
          .capacity = keys.dim(2),
          .type = q.element,
          .scale = static_cast<float>(l.op.float_attribute("scale")),
          .window = l.op.int_attribute("window", 0)};
}

Run lower_cached_attention(Lowering& l) {
  return [shape = shape_of(l), workspace = Workspace(l), q = l.operands[0].place,
          keys = l.operands[1].place, values = l.operands[2].place, first = l.operands[3].place,
          o = l.results[0].place](const Frame& f) {
    kernel::cached_attention(f.team, shape,
                             {at(f, q), at(f, keys), at(f, values), at<int32_t>(f, first)},
                             at(f, o), workspace.in(f));
  };
}

int64_t cached_attention_bytes(const Lowering& l) {
  return static_cast<int64_t>(kernel::cached_attention_workspace_bytes(shape_of(l), l.workers));
}

}  // namespace

std::vector<Rule> cached_attention_rules() {
  return {{.op = "tutti.cached_attention",
           .lower = lower_cached_attention,
           .supports = takes_activation,
           .workspace_bytes = cached_attention_bytes}};
}

}  // namespace tutti::backend::cpu
