// SPDX-License-Identifier: Apache-2.0
#include "op/rules/regions.h"

#include "op/rules/common.h"

namespace tutti::op {
namespace {

std::vector<Type> argument_types(const Block& block) {
  std::vector<Type> types;
  for (const auto& argument : block.arguments) types.push_back(argument->type);
  return types;
}

}  // namespace

bool is_promotable(const Type& from, const Type& to) {
  const ElementType a = from.element, b = to.element;
  if (!from.is_tensor() || !to.is_tensor()) return false;
  if (from.is_quantized() != to.is_quantized()) return false;
  if (from.is_quantized())
    return from.quantization().expressed == to.quantization().expressed &&
           bit_width(from.storage()) <= bit_width(to.storage());
  if (is_float(a) && is_float(b)) return true;
  return same_kind(a, b) && bit_width(a) <= bit_width(b);
}

void expect_regions(const Operation& op, size_t count, std::string_view label,
                    std::string_view end) {
  constraint(op, op.regions.size() == count, label, "{} regions, expected {}", op.regions.size(),
             count);
  for (const auto& region : op.regions)
    constraint(op, !region->operations.empty() && region->terminator().name() == end, label,
               "a region does not end in {}", end);
}

std::vector<Type> expect_reducer(const Operation& op, size_t region, size_t count,
                                 std::string_view label) {
  const Block& block = *op.regions.at(region);
  const std::vector<Type> arguments = argument_types(block),
                          returned = block.terminator().operand_types();
  constraint(op, arguments.size() == 2 * count, label, "the body takes {} arguments, expected {}",
             arguments.size(), 2 * count);
  constraint(op, returned.size() == count, label, "the body returns {} values, expected {}",
             returned.size(), count);
  for (size_t i = 0; i < count; i++) {
    const Type& type = returned[i];
    if (type != type.with(Shape()) || arguments[i] != type || arguments[count + i] != type)
      constraint(
          op, false, label,
          "the body takes {} and {} and returns {} for input {}, expected one type of rank 0",
          arguments[i].str(), arguments[count + i].str(), type.str(), i);
    expect_promotable(op, i, type, label);
  }
  return returned;
}

void expect_promotable(const Operation& op, size_t operand, const Type& scalar,
                       std::string_view label) {
  const Type& type = op.operand_type(operand);
  if (!is_promotable(type, scalar))
    constraint(op, false, label,
               "the body combines {}, but operand {} is a {}, expected elements of one kind, "
               "of no fewer bits in the body",
               scalar.str(), operand, type.str());
}

void expect_signature(const Operation& op, size_t region, const std::vector<Type>& arguments,
                      const std::vector<Type>& results, std::string_view arguments_label,
                      std::string_view results_label) {
  const Block& block = *op.regions.at(region);
  const std::vector<Type> taken = argument_types(block),
                          returned = block.terminator().operand_types();
  if (!ir::same_but_sizes(taken, arguments))
    constraint(op, false, arguments_label, "region {} takes {}, expected {}", region,
               ir::str(taken), ir::str(arguments));
  if (!ir::same_but_sizes(returned, results))
    constraint(op, false, results_label, "region {} returns {}, expected {}", region,
               ir::str(returned), ir::str(results));
}

std::vector<Type> expect_branches(const Operation& op, std::string_view arguments_label,
                                  std::string_view results_label) {
  std::vector<Type> results = op.regions[0]->terminator().operand_types();
  for (size_t i = 0; i < op.regions.size(); i++) {
    expect_signature(op, i, {}, results, arguments_label, results_label);
    const std::vector<Type> returned = op.regions[i]->terminator().operand_types();
    for (size_t k = 0; k < results.size(); k++) results[k] = ir::merged(results[k], returned[k]);
  }
  return results;
}

std::vector<Array> with_declared_sizes(const Operation& op, std::vector<Array> returned) {
  for (size_t i = 0; i < returned.size(); i++)
    if (!ir::compatible(returned[i].type, op.result_type(i)))
      ir::operation_error(op, fmt::format("a region returned a {} as result {}, expected {}",
                                          returned[i].type.str(), i, op.result_type(i).str()));
  return returned;
}

}  // namespace tutti::op
