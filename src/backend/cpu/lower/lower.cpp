// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/lower/lower.h"

#include <algorithm>
#include <unordered_map>

#include "backend/cpu/lower/block_operation.h"
#include "kernel/elementwise.h"
#include "kernel/strided.h"
#include "op/rules/trip_count.h"

namespace tutti::backend::cpu {
namespace {

using ir::Operation;

constexpr int64_t kMostUnrolled = 512;  // operations of all rounds of a short loop

}  // namespace

Run lower_copy(const View& from, const View& to) {
  size_t bytes = ir::byte_size(to.type.element);
  ir::Shape sizes = to.type.shape;
  std::vector<int64_t> from_strides = from.strides, to_strides = to.strides;
  if (bytes == 16) {  // a pair
    bytes = 8;
    for (auto* strides : {&from_strides, &to_strides}) {
      for (int64_t& stride : *strides) stride *= 2;
      strides->push_back(1);
    }
    sizes.push_back(2);
  }
  const kernel::StridedCopy copy(bytes, sizes, from_strides, to_strides);
  return [from = from.place, to = to.place, copy](const Frame& frame) {
    copy.run(frame.team, frame.at(from), frame.at(to));
  };
}

bool is_short_loop(const Operation& op) {
  if (op.name() != "stablehlo.while") return false;
  return op::trip_count(op, kMostUnrolled / op.regions[1]->operation_count()).has_value();
}

bool is_control(const Operation& op) {
  return op.def().is_control_flow;
}

bool is_storable(const ir::Type& type) {
  const ir::ElementType element = ir::real_type(type.element);
  if (type == ir::Type::token()) return true;
  return type.is_tensor() && type.is_static() &&
         (ir::is_machine_type(element) ||
          (kernel::is_narrow(element) && element != ir::ElementType::tf32));
}

const Rule* rule_of(const Operation& op) {
  static const auto* const rules = [] {
    auto* all = new std::unordered_map<std::string_view, Rule>;
    for (auto* list : {
#define TUTTI_LOWERING(stem) stem##_rules,
#include "backend/cpu/lower/lowerings.def"
#undef TUTTI_LOWERING
         })
      for (Rule& rule : list()) {
        const std::string_view name = rule.op;
        check(all->emplace(name, std::move(rule)).second, "{} has two rules", name);
      }
    return all;
  }();
  static const Rule elementwise = elementwise_rule();
  const auto found = rules->find(op.name());
  const bool is_elementwise = found == rules->end();
  const Rule& rule = is_elementwise ? elementwise : found->second;
  const auto takes = [&](const ir::Type& type) {
    return is_storable(type) && (rule.takes_complex || !ir::is_complex(type.element)) &&
           (rule.takes_narrow || ir::is_machine_type(ir::real_type(type.element)));
  };
  for (const auto& types : {op.operand_types(), op.result_types()})
    if (!std::all_of(types.begin(), types.end(), takes)) return nullptr;
  // The tables of elementwise functions have no place for other types.
  if (is_elementwise && !block_operation(op)) return nullptr;
  return !rule.supports || rule.supports(op) ? &rule : nullptr;
}

}  // namespace tutti::backend::cpu
