// SPDX-License-Identifier: Apache-2.0
// Operations by which several processes exchange values. Each is computed by the op's own meaning,
// over a grid whose processes run at the same time, so that it adds in the same order as the
// reference.
#include <cstring>

#include "backend/cpu/lower/rule.h"
#include "ir/builder.h"
#include "ir/captures.h"
#include "op/catalogue.h"
#include "op/grid.h"
#include "op/interpreter.h"
#include "op/rules/identity.h"

namespace tutti::backend::cpu {
namespace {

/// A module whose main function is one operation, of its operands and what its regions use.
std::shared_ptr<const ir::Module> module_of(const ir::Operation& op) {
  auto module = std::make_shared<ir::Module>();
  ir::Function& main = module->add_function("main");
  std::vector<ir::Value> operands;
  for (const ir::Type& type : op.operand_types()) operands.push_back(main.add_argument(type));
  ir::ValueMap map;
  for (ir::Value value : ir::captured_values(op)) map[value] = main.add_argument(value->type);
  auto copy = ir::clone(op, map);
  copy->operands = operands;
  const std::vector<ir::Value> results = copy->results();
  main.body.operations.push_back(std::move(copy));
  ir::Builder(main.body, op::catalogue()).create("func.return", results);
  main.result_types = op.result_types();
  main.result_attributes.resize(results.size());
  return module;
}

class Exchange {
 public:
  explicit Exchange(const Lowering& lowering)
      : operands_(lowering.operands), results_(lowering.results), module_(module_of(lowering.op)) {}

  void run(const Frame& frame) const {
    std::vector<ir::Array> arguments;
    const ir::Function& main = module_->get("main");
    for (size_t i = 0; i < operands_.size(); i++) {
      const std::byte* data = frame.at(operands_[i].place);
      const ir::Type& type = main.argument(i)->type;
      if (type.is_tensor())
        arguments.emplace_back(ir::Tensor(type, {data, data + type.bytes()}));
      else
        arguments.emplace_back(type);  // a token carries nothing
    }
    const auto results =
        op::interpret_process(*module_, "main", *frame.grid, frame.process, std::move(arguments));
    for (size_t i = 0; i < results_.size(); i++) {
      if (!results[i].type.is_tensor()) continue;
      const auto bytes = results[i].tensor().expanded();
      std::memcpy(frame.at(results_[i].place), bytes.data(), bytes.size());
    }
  }

 private:
  std::vector<View> operands_, results_;
  std::shared_ptr<const ir::Module> module_;
};

bool has_grid(const ir::Operation& op) {
  return op::grid_of(op).has_value();
}

Run lower_exchange(Lowering& lowering) {
  return [exchange = Exchange(lowering)](const Frame& frame) { exchange.run(frame); };
}

/// A program that runs alone is process 0 of 1.
Run lower_process_number(Lowering& lowering) {
  const int64_t partitions = op::grid_of(lowering.op).value_or(ir::GridSize()).partitions;
  const bool is_replica = lowering.op.name() == "stablehlo.replica_id";
  return [=, to = lowering.results[0].place](const Frame& frame) {
    *reinterpret_cast<uint32_t*>(frame.at(to)) =
        static_cast<uint32_t>(is_replica ? frame.process / partitions : frame.process % partitions);
  };
}

}  // namespace

std::vector<Rule> collective_rules() {
  std::vector<Rule> rules = {{.op = "stablehlo.partition_id", .lower = lower_process_number},
                             {.op = "stablehlo.replica_id", .lower = lower_process_number}};
  for (const char* name : {"stablehlo.all_gather", "stablehlo.all_reduce", "stablehlo.all_to_all",
                           "stablehlo.collective_broadcast", "stablehlo.collective_permute",
                           "stablehlo.collective_reduce", "stablehlo.recv",
                           "stablehlo.reduce_scatter", "stablehlo.send"})
    rules.push_back({.op = name,
                     .lower = lower_exchange,
                     .supports = has_grid,
                     .takes_complex = true,
                     .takes_narrow = true});
  return rules;
}

}  // namespace tutti::backend::cpu
