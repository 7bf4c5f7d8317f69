// SPDX-License-Identifier: Apache-2.0
#include "ir/process.h"
#include "op/catalogue.h"
#include "op/rules/common.h"

namespace tutti::op {
namespace {

/// [@f, @g].
std::vector<std::string> names_in(const Operation& op, const ir::Attribute& attribute) {
  const auto* list = attribute.get<ir::ListAttribute>();
  constraint(op, list != nullptr, "run_parallel_i2", "expected a list of functions like [@f, @g]");
  std::vector<std::string> names;
  for (const ir::Attribute& value : list->values) {
    const auto* symbol = value.get<ir::SymbolAttribute>();
    constraint(op, symbol != nullptr, "run_parallel_i2",
               "expected a list of functions like [@f, @g]");
    names.push_back(symbol->name);
  }
  return names;
}

/// [[@f, @g], [@f, @h]]: a row a replica, a column a partition.
std::vector<std::vector<std::string>> programs_of(const Operation& op) {
  const auto* rows = op.attribute("programs").get<ir::ListAttribute>();
  constraint(op, rows && !rows->values.empty(), "run_parallel_c1",
             "programs is not as expected, a list of rows like [[@f, @g]]");
  std::vector<std::vector<std::string>> programs;
  for (const ir::Attribute& row : rows->values) {
    programs.push_back(names_in(op, row));
    constraint(op, !programs.back().empty() && programs.back().size() == programs[0].size(),
               "run_parallel_c2", "a row has {} programs, expected {} as the first, and not none",
               programs.back().size(), programs[0].size());
  }
  return programs;
}

std::vector<std::string> infeed_of(const Operation& op) {
  const ir::Attribute* infeed = op.attributes.find("infeed");
  if (!infeed) return {};
  std::vector<std::string> names = names_in(op, *infeed);
  constraint(op, !names.empty(), "run_parallel_c7",
             "infeed is empty, expected a function or no infeed");
  return names;
}

}  // namespace

OpDef interpreter_run_parallel() {
  return {
      .name = "interpreter.run_parallel",
      .infer = [](const Operation& op) -> std::vector<Type> {
        programs_of(op);
        infeed_of(op);
        return op.result_types();  // the programs' own
      },
      .evaluate = [](const Operation& op, Operands in,
                     Evaluation& evaluation) -> std::vector<Array> {
        std::vector<Array> arguments;
        for (const Array* operand : in) arguments.push_back(*operand);
        auto results =
            evaluation.process().run_grid(op, programs_of(op), std::move(arguments), infeed_of(op));
        std::vector<Type> types;
        for (const Array& result : results) types.push_back(result.type);
        if (types != op.result_types())
          ir::operation_error(op, fmt::format("its programs return {}, declared are {}",
                                              ir::str(types), ir::str(op.result_types())));
        return results;
      },
      .no_derivative = "it belongs to programs that test",
      .has_side_effect = true,
  };
}

}  // namespace tutti::op
