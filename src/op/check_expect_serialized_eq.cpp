// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "ir/process.h"
#include "op/catalogue.h"
#include "op/rules/checks.h"

namespace tutti::op {
namespace {

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation& evaluation) {
  const std::string id = op.string_attribute("probe_id");
  const int64_t number = op.int_attribute("iter", 0);
  const Array* expected = evaluation.process().kept(id, number);
  if (!expected || expected->type != in[0]->type)
    throw UserError(ExitCode::check_failed,
                    fmt::format("{}: {}: {} of probe \"{}\"", op.location.str(), op.name(),
                                expected ? fmt::format("found a {}, expected the {}",
                                                       in[0]->type.str(), expected->type.str())
                                         : fmt::format("there is no value {}", number),
                                escaped(id)));
  hold_elements(op, *in[0], *expected, is_equal);
  return {};
}

}  // namespace

OpDef check_expect_serialized_eq() {
  return {
      .name = "check.expect_serialized_eq",
      .assembly = "$0, probe_id = {probe_id:string}[, iter = {iter:int}] : first",
      .infer = [](const Operation& op) -> std::vector<Type> {
        expect_operands(op, 1);
        static_cast<void>(op.string_attribute("probe_id"));
        return {};
      },
      .evaluate = evaluate,
      .no_derivative = "it makes no value",
      .has_side_effect = true,
  };
}

}  // namespace tutti::op
