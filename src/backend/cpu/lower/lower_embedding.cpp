// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/lower/fused.h"
#include "kernel/embedding.h"

namespace tutti::backend::cpu {
namespace {

using ir::Operation;

bool takes_embedding(const Operation& op) {
  return is_activation(op.operand_type(0)) && is_activation(op.result_type());
}

/// Rows in another order are rows of a table, by their numbers.
bool takes_permuted_rows(const Operation& op) {
  return is_activation(op.operand_type(0)) && op.operand_type(0).dim(0) > 0;
}

Run lower_embedding(Lowering& l) {
  const ir::Type &table = l.operands[0].type, &out = l.results[0].type;
  return [type = table.element, entries = table.dim(0), channels = table.dim(1),
          count = l.operands[1].type.count(), out_type = out.element, from = l.operands[0].place,
          ids = l.operands[1].place, to = l.results[0].place](const Frame& f) {
    kernel::embedding(f.team, {at<int32_t>(f, ids), count, entries, channels}, type, at(f, from),
                      out_type, at(f, to));
  };
}

bool takes_embedding_gradient(const Operation& op) {
  return is_activation(op.operand_type(0)) && op.result_type().element == ir::ElementType::f32;
}

Run lower_embedding_gradient(Lowering& l) {
  const ir::Type& table = l.results[0].type;
  return [type = l.operands[0].type.element, count = l.operands[1].type.count(),
          entries = table.dim(0), channels = table.dim(1), dy = l.operands[0].place,
          ids = l.operands[1].place, dtable = l.results[0].place](const Frame& f) {
    kernel::embedding_gradient(f.team, {at<int32_t>(f, ids), count, entries, channels}, type,
                               at(f, dy), at<float>(f, dtable));
  };
}

}  // namespace

std::vector<Rule> embedding_rules() {
  return {{.op = "tutti.embedding", .lower = lower_embedding, .supports = takes_embedding},
          {.op = "tutti.permute_rows", .lower = lower_embedding, .supports = takes_permuted_rows},
          {.op = "tutti.embedding_gradient",
           .lower = lower_embedding_gradient,
           .supports = takes_embedding_gradient}};
}

}  // namespace tutti::backend::cpu
