// SPDX-License-Identifier: Apache-2.0
// Operations: their operands, results and regions.
#include "ir/module.h"
#include "ir/op_def.h"

namespace tutti::ir {

Operation::Operation(const OpDef& def, std::vector<Value> given, Attributes named)
    : operands(std::move(given)), attributes(std::move(named)), def_(&def) {}

std::string_view Operation::name() const {
  return def_->name;
}

std::vector<Type> Operation::operand_types() const {
  std::vector<Type> types;
  for (Value value : operands) types.push_back(value->type);
  return types;
}

std::vector<Type> Operation::result_types() const {
  std::vector<Type> types;
  for (size_t i = 0; i < result_count_; i++) types.push_back(results_[i].type);
  return types;
}

std::vector<Value> Operation::results() const {
  std::vector<Value> values;
  for (size_t i = 0; i < result_count_; i++) values.push_back(&results_[i]);
  return values;
}

void Operation::set_result_types(const std::vector<Type>& types) {
  check(!results_ || result_count_ == types.size(), "{} changes its number of results", name());
  if (!results_ && !types.empty()) results_ = std::make_unique<ValueData[]>(types.size());
  result_count_ = types.size();
  for (size_t i = 0; i < types.size(); i++) {
    results_[i].type = types[i];
    results_[i].owner = this;
    results_[i].index = i;
  }
}

void Operation::drop_results_from(size_t count) {
  check(count <= result_count_, "{} has {} results, expected at least {}", name(), result_count_,
        count);
  result_count_ = count;
}

void operation_error(const Operation& op, const std::string& message) {
  user_error("{}: {}: {}", op.location.str(), op.name(), message);
}

Block& Operation::add_region() {
  regions.push_back(std::make_unique<Block>());
  regions.back()->parent = this;
  return *regions.back();
}

}  // namespace tutti::ir
