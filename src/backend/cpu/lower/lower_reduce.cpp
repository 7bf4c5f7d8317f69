// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/lower/region_rules.h"
#include "backend/cpu/lower/rule.h"
#include "kernel/reduce.h"
#include "op/rules/reduction.h"

namespace tutti::backend::cpu {
namespace {

using ir::Operation;

/// Whether it reduces one input by an operation that has a kernel.
bool is_plain(const Operation& op) {
  const Operation* reducer = op::reducer_of(op);
  const ir::ElementType type = op.operand_type(0).element;
  return reducer && op.operand_count() == 2 && op.result_type().element == type &&
         kernel::fold_function(reducer->name(), type) != nullptr;
}

bool supports_reduce(const Operation& op) {
  return is_plain(op) || supports_region_reduce(op);
}

int64_t reduce_workspace(const Lowering& lowering) {
  if (!is_plain(lowering.op)) return region_reduce_workspace(lowering);
  const ir::Type& type = lowering.op.operand_type(0);
  return kernel::StridedReduce::workspace_bytes(type.element, type.shape,
                                                lowering.op.ints_attribute("dimensions"));
}

Run lower_reduce(Lowering& lowering) {
  if (!is_plain(lowering.op)) return lower_region_reduce(lowering);
  const View& operand = lowering.operands[0];
  const kernel::StridedReduce reduce(op::reducer_of(lowering.op)->name(), operand.type.element,
                                     operand.type.shape, operand.strides,
                                     lowering.op.ints_attribute("dimensions"));
  return [reduce, from = operand.place, initial = lowering.operands[1].place,
          to = lowering.results[0].place,
          workspace = lowering.workspace.place](const Frame& frame) {
    reduce.run(frame.team, frame.at(from), frame.at(initial), frame.at(to), frame.at(workspace));
  };
}

}  // namespace

std::vector<Rule> reduce_rules() {
  Rule reduce{.op = "stablehlo.reduce", .lower = lower_reduce};
  reduce.supports = supports_reduce;
  reduce.workspace_bytes = reduce_workspace;
  reduce.strided_operands = reduce.takes_narrow = true;
  return {reduce};
}

}  // namespace tutti::backend::cpu
