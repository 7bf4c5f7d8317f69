// SPDX-License-Identifier: Apache-2.0
#include "app/ir/ir_checks.h"

#include <optional>

#include "op/catalogue.h"
#include "op/emit.h"
#include "op/interpreter.h"
#include "pass/rewrite.h"

namespace tutti::app {
namespace {

bool is_check(const ir::Operation& op) {
  if (op.name().starts_with("check.")) return true;
  if (op.name() != "stablehlo.custom_call") return false;
  return op.string_attribute("call_target_name").starts_with("check.");
}

}  // namespace

ir::Module with_constant_check_results(const ir::Module& module) {
  return pass::rewrite(
      module, op::catalogue(),
      [](ir::Builder& b, const ir::Operation& op) -> std::optional<std::vector<ir::Value>> {
        if (!is_check(op) || op.result_count() == 0) return std::nullopt;
        b.create(op.name(), op.operands, op.attributes);
        std::vector<ir::Value> results;
        for (const ir::Type& type : op.result_types()) results.push_back(op::constant(b, type, 1));
        return results;
      });
}

std::vector<std::unique_ptr<ir::Operation>> extract_checks(ir::Function& function) {
  auto& operations = function.body.operations;
  std::vector<std::unique_ptr<ir::Operation>> checks;
  for (auto& op : operations)
    if (is_check(*op)) checks.push_back(std::move(op));
  std::erase(operations, nullptr);
  for (const auto& check : checks)
    for (const ir::Value operand : check->operands) {
      operations.back()->operands.push_back(operand);
      function.result_types.push_back(operand->type);
      function.result_attributes.emplace_back();
    }
  return checks;
}

void verify_checks(const std::vector<std::unique_ptr<ir::Operation>>& checks,
                   const std::vector<ir::Tensor>& values) {
  auto value = values.begin();
  for (const auto& check : checks) {
    std::vector<ir::Array> arrays;
    for (size_t i = 0; i < check->operand_count(); i++) arrays.emplace_back(*value++);
    std::vector<const ir::Array*> operands;
    for (const ir::Array& array : arrays) operands.push_back(&array);
    op::evaluate_operation(*check, operands);
  }
}

}  // namespace tutti::app
