// SPDX-License-Identifier: Apache-2.0
#include "validate/pieces.h"

#include <algorithm>
#include <unordered_set>

#include "op/catalogue.h"
#include "pass/rewrite.h"

namespace tutti::validate {
namespace {

using ir::Operation;
using ir::Value;

class Writer {
 public:
  explicit Writer(bool chains)
      : chains_(chains),
        function_(piece_.module.add_function("main")),
        builder_(function_.body, op::catalogue()) {}

  void add(const Operation& op) {
    ir::ValueMap map;
    for (Value value : values_read(op)) map[value] = read(value);
    auto copy = ir::clone(op, map);
    for (size_t i = 0; i < op.result_count(); i++) {
      if (chains_) known_[op.result(i)] = copy->result(i);
      piece_.results.push_back(op.result(i));
      returned_.push_back(copy->result(i));
    }
    function_.body.operations.push_back(std::move(copy));
  }

  Piece take() {
    pass::finish(function_, builder_, returned_);
    return std::move(piece_);
  }

 private:
  Value read(Value value) {
    Value& known = known_[value];
    if (known) return known;
    if (value->owner && is_constant(*value->owner)) {
      ir::ValueMap map;
      function_.body.operations.push_back(ir::clone(*value->owner, map));
      return known = map.at(value);
    }
    piece_.arguments.push_back(value);
    return known = function_.add_argument(value->type);
  }

  Piece piece_;
  bool chains_;
  ir::Function& function_;
  ir::Builder builder_;
  ir::ValueMap known_;
  std::vector<Value> returned_;
};

Piece piece_of(Operations operations, bool chains) {
  Writer writer(chains);
  for (const Operation* op : operations) writer.add(*op);
  return writer.take();
}

}  // namespace

Piece chained(Operations operations) {
  return piece_of(operations, true);
}
Piece apart(Operations operations) {
  return piece_of(operations, false);
}

bool is_constant(const Operation& op) {
  return op.name() == "stablehlo.constant";
}

std::vector<Value> values_read(const Operation& op) {
  std::vector<Value> values;
  std::unordered_set<const ir::ValueData*> inside;
  const auto note = [&](Value value) {
    if (!inside.contains(value) && std::find(values.begin(), values.end(), value) == values.end())
      values.push_back(value);
  };
  const std::function<void(const Operation&)> visit = [&](const Operation& at) {
    for (Value operand : at.operands) note(operand);
    for (const auto& region : at.regions) {
      for (const auto& argument : region->arguments) inside.insert(argument.get());
      for (const auto& inner : region->operations) {
        visit(*inner);
        for (Value result : inner->results()) inside.insert(result);
      }
    }
  };
  visit(op);
  return values;
}

}  // namespace tutti::validate
