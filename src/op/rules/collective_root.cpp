// SPDX-License-Identifier: Apache-2.0
#include "op/rules/collective_root.h"

#include "op/catalogue.h"
#include "op/emit.h"

namespace tutti::op {

bool has_dynamic_root(const Operation& op) {
  return op.attributes.find("has_dynamic_root") != nullptr;
}

void expect_roots(const Operation& op, std::string_view label) {
  const auto others = static_cast<int64_t>(op.operand_count()) - 1;
  constraint(op, others >= 1, label, "{} operands, expected values and their roots",
             op.operand_count());
  const Type expected = Type::tensor(ElementType::i32, {others});
  constraint(op, ir::compatible(op.operands.back()->type, expected), label,
             "the roots are a {}, expected {}", op.operands.back()->type.str(), expected.str());
}

size_t root_of(const Operation& op, Operands in, size_t index, size_t members) {
  if (!has_dynamic_root(op)) return 0;
  const int64_t root = in.back()->i(static_cast<int64_t>(index));
  if (root < 0 || root >= static_cast<int64_t>(members))
    ir::operation_error(op, fmt::format("root {} of a group of {} processes", root, members));
  return static_cast<size_t>(root);
}

std::vector<Value> gradients_and_roots(const Vjp& v) {
  std::vector<Value> values;
  for (size_t i = 0; i < v.op.result_count(); i++) values.push_back(v.gradient(i));
  if (has_dynamic_root(v.op)) values.push_back(v.op.operands.back());
  return values;
}

}  // namespace tutti::op
