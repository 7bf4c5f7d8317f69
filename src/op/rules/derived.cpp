// SPDX-License-Identifier: Apache-2.0
#include "op/rules/derived.h"

#include "op/catalogue.h"

namespace tutti::op {

std::vector<Array> evaluate_decomposition(const Operation& op, Operands in,
                                          Evaluation& evaluation) {
  Block block;
  std::vector<Value> arguments;
  std::vector<Array> values;
  for (const Array* operand : in) {
    arguments.push_back(block.add_argument(operand->type));
    values.push_back(*operand);
  }
  Operation copy(op.def(), std::move(arguments), op.attributes);
  ir::ValueMap map;
  for (size_t i = 0; i < op.operand_count(); i++) map[op.operand(i)] = copy.operand(i);
  for (const auto& region : op.regions) {
    Block& inner = copy.add_region();
    for (const auto& argument : region->arguments)
      map[argument.get()] = inner.add_argument(argument->type);
    ir::clone_into(*region, inner, map);
  }
  copy.location = op.location;
  copy.set_result_types(op.result_types());
  Builder builder(block, catalogue());
  builder.location = op.location;
  builder.create("func.return", op.def().decompose(builder, copy));
  return evaluation.run_region(block, std::move(values));
}

OpDef derived(std::string_view name, std::string_view assembly, Infer infer, Decompose decompose) {
  return {
      .name = name,
      .assembly = assembly,
      .infer = std::move(infer),
      .evaluate = evaluate_decomposition,
      .decompose = std::move(decompose),
  };
}

}  // namespace tutti::op
