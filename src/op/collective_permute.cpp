// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/exchange.h"
#include "op/rules/process_groups.h"

namespace tutti::op {
namespace {

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 1);
  static_cast<void>(op.attribute("source_target_pairs"));
  expect_pairs(op, "collective_permute_c1", "collective_permute_c2", "collective_permute_c3",
               "collective_permute_c4");
  return {op.operand_type(0)};
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation& evaluation) {
  Process& process = evaluation.process();
  const Rows pairs = process_pairs(op, process.grid());
  const std::string tag = fmt::format("{} in channel {}", op.name(), channel_of(op));
  const auto mine = std::make_shared<std::vector<Array>>(1, *in[0]);
  for (const auto& pair : pairs)
    if (pair[0] == process.number()) process.send(pair[1], tag, mine);
  for (const auto& pair : pairs)
    if (pair[1] == process.number()) {
      const Process::Message message = process.receive(op, pair[0], tag);
      expect_same_types(op, {message});
      return *message;
    }
  return {Array(op.result_type())};
}

// dy goes back from target to source
void vjp(Vjp& v) {
  const auto rows = rows_of(v.op, "source_target_pairs").value_or(Rows());
  std::vector<int64_t> flat;
  for (const auto& row : rows) flat.insert(flat.end(), {row[1], row[0]});
  Attributes attributes = v.op.attributes;
  attributes.set(
      "source_target_pairs",
      ir::Tensor::of_ints(v.op.attribute("source_target_pairs").get<ir::Tensor>()->type(), flat));
  v.operand_gradients = {v.builder.one(v.op.name(), {v.gradient()}, std::move(attributes))};
}

}  // namespace

OpDef collective_permute() {
  return {
      .name = "stablehlo.collective_permute",
      .attributes = "source_target_pairs:dense:c1, channel_handle?:record.stablehlo.channel_handle",
      .infer = infer,
      .result_constraints = {.element = 5, .shape = 5, .count = 5},
      .evaluate = evaluate,
      .vjp = vjp,
      // Who gets nothing has zeros.
      .decompose = [](Builder& b, const Operation& op) -> std::vector<Value> {
        const auto rows = rows_of(op, "source_target_pairs");
        if (!rows || !rows->empty()) return {};
        return {constant(b, op.result_type(), 0)};
      },
      .has_side_effect = true,
      .keeps_scales = true,
  };
}

}  // namespace tutti::op
