// SPDX-License-Identifier: Apache-2.0
#include "ir/builder.h"
#include "op/catalogue.h"
#include "op/rules/common.h"
#include "op/rules/regions.h"
#include "op/rules/trip_count.h"

namespace tutti::op {
namespace {

/// Its rounds one after the other. Empty if their number is not known.
std::vector<Value> decompose(Builder& b, const Operation& op) {
  const auto rounds = trip_count(op);
  if (!rounds) return {};
  const ir::Block& body = *op.regions[1];
  std::vector<Value> state = op.operands;
  for (int64_t round = 0; round < *rounds; round++) {
    ir::ValueMap map;
    for (size_t i = 0; i < state.size(); i++) map[body.arguments[i].get()] = state[i];
    state = ir::clone_body(body, b.block(), map);
  }
  return state;
}

}  // namespace

OpDef while_() {
  return {
      .name = "stablehlo.while",
      .assembly = "@loop : none",
      .infer = [](const Operation& op) -> std::vector<Type> {
        const std::vector<Type> state = op.operand_types();
        expect_regions(op, 2, "while_c1");
        expect_signature(op, 0, state, {Type::scalar(ElementType::i1)}, "while_c1", "while_c1");
        expect_signature(op, 1, state, state, "while_c2", "while_c2");
        return state;
      },
      .result_constraints = {.element = 3, .shape = 3, .count = 3},
      .evaluate = [](const Operation& op, Operands in,
                     Evaluation& evaluation) -> std::vector<Array> {
        std::vector<Array> state;
        for (const Array* operand : in) state.push_back(*operand);
        while (evaluation.run_region(*op.regions[0], state)[0].i(0) != 0)
          state = with_declared_sizes(op, evaluation.run_region(*op.regions[1], std::move(state)));
        return state;
      },
      .no_derivative = "it is differentiated by its regions",
      .decompose = decompose,
      .takes_scales_along_axis = true,
      .keeps_scales = true,
      .is_control_flow = true,
  };
}

}  // namespace tutti::op
