// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "ir/builder.h"
#include "op/catalogue.h"
#include "op/rules/common.h"
#include "op/rules/regions.h"

namespace tutti::op {
namespace {

/// The one operation of the region.
const Operation& started(const Operation& op) {
  static constexpr std::string_view kAllowed[] = {"stablehlo.all_reduce",
                                                  "stablehlo.all_gather",
                                                  "stablehlo.all_to_all",
                                                  "stablehlo.collective_permute",
                                                  "stablehlo.reduce_scatter",
                                                  "stablehlo.collective_broadcast",
                                                  "stablehlo.slice",
                                                  "stablehlo.dynamic_slice",
                                                  "stablehlo.dynamic_update_slice"};
  expect_regions(op, 1, "async_start_c1");
  const Block& body = *op.regions[0];
  constraint(op, body.operations.size() == 2, "async_start_c1",
             "the body has {} operations, expected one and its return", body.operations.size());
  const Operation& inner = *body.operations[0];
  constraint(
      op, std::find(std::begin(kAllowed), std::end(kAllowed), inner.name()) != std::end(kAllowed),
      "async_start_c2", "the body is a {}, expected a collective or a slice", inner.name());
  return inner;
}

std::vector<Type> infer(const Operation& op) {
  const Operation& inner = started(op);
  std::vector<Type> taken;
  for (const auto& argument : op.regions[0]->arguments) taken.push_back(argument->type);
  // A body without arguments takes its operands from outside.
  constraint(op,
             ir::same_but_sizes(taken.empty() ? inner.operand_types() : taken, op.operand_types()),
             "async_start_c3", "the operands are {}, expected {} as the body takes",
             ir::str(op.operand_types()), ir::str(taken.empty() ? inner.operand_types() : taken));
  return {Type::list_of(Type::Kind::future, op.regions[0]->terminator().operand_types())};
}

}  // namespace

OpDef async_start() {
  return {
      .name = "stablehlo.async_start",
      .infer = infer,
      .result_constraints = {.element = 4, .shape = 4, .count = 4},
      // To do it at once is one of the orders that the specification allows.
      .evaluate = [](const Operation& op, Operands in,
                     Evaluation& evaluation) -> std::vector<Array> {
        std::vector<Array> arguments;
        for (const Array* operand : in)
          if (!op.regions[0]->arguments.empty()) arguments.push_back(*operand);
        Array future(op.result_type());
        future.elements = evaluation.run_region(*op.regions[0], std::move(arguments));
        return {std::move(future)};
      },
      .no_derivative = "a future carries no number before it is waited for",
      // Done at once too; a tuple is the future, which the async_done takes apart.
      .decompose = [](Builder& b, const Operation& op) -> std::vector<Value> {
        const Block& body = *op.regions[0];
        ir::ValueMap map;
        for (size_t i = 0; i < body.arguments.size(); i++)
          map[body.arguments[i].get()] = op.operand(i);
        return {b.one("stablehlo.tuple", ir::clone_body(body, b.block(), map))};
      },
      .keeps_scales = true,
  };
}

}  // namespace tutti::op
