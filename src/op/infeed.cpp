// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "ir/print.h"
#include "op/catalogue.h"
#include "op/rules/axes.h"
#include "op/rules/channel.h"

namespace tutti::op {

namespace {

/// The axes that a layout names, or nothing where it is no list of axes.
std::optional<std::vector<int64_t>> axes_of_layout(const ir::Attribute& layout) {
  const auto* list = layout.get<ir::ListAttribute>();
  if (!list) return std::nullopt;
  std::vector<int64_t> axes;
  for (const ir::Attribute& value : list->values) {
    const auto* axis = value.get<ir::IntegerAttribute>();
    if (!axis || axis->value < 0) return std::nullopt;
    axes.push_back(axis->value);
  }
  return axes;
}

/// A layout names axes; there is one for each value.
void check_layouts(const Operation& op) {
  const ir::Attribute* given = op.attributes.find("layout");
  if (!given) return;
  const auto& layouts = given->get<ir::ListAttribute>()->values;
  constraint(op, layouts.size() + 1 == op.result_count(), "infeed_layout",
             "{} layouts, expected {}, one for each value before the token", layouts.size(),
             op.result_count() - 1);
  for (const ir::Attribute& layout : layouts) {
    const auto axes = axes_of_layout(layout);
    constraint(op, axes.has_value(), "infeed_layout",
               "a layout is {}, expected a list of axes like [1, 0]",
               escaped(ir::print(layout), 60));
    expect_unique(op, *axes, "the axes of a layout", "infeed_layout");
  }
}

}  // namespace

OpDef infeed() {
  return {
      .name = "stablehlo.infeed",
      .attributes = "infeed_config?:string, layout?:list",
      .infer = [](const Operation& op) -> std::vector<Type> {
        expect_operands(op, 1);
        expect_token(op, "infeed_i1");
        constraint(op, op.result_count() > 0, "infeed_c1",
                   "there are no results, expected a token");
        for (size_t i = 0; i + 1 < op.result_count(); i++)
          constraint(op, op.result_type(i).is_tensor() && op.result_type(i).is_static(),
                     "infeed_c2",
                     "result {} is a {}, expected tensors of known sizes before the token", i,
                     op.result_type(i).str());
        std::vector<Type> results = expect_values_and_token(op, "infeed_c2", "infeed_c3");
        check_layouts(op);
        return results;
      },
      .evaluate = [](const Operation& op, Operands, Evaluation& evaluation) -> std::vector<Array> {
        std::vector<Array> results = evaluation.process().infeed(op);
        results.emplace_back(Type::token());
        expect_received(op, results);
        return results;
      },
      .no_derivative = "its values come from outside the program",
      .has_side_effect = true,
      .takes_scales_along_axis = true,
  };
}

}  // namespace tutti::op
