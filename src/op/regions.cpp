// SPDX-License-Identifier: Apache-2.0
#include "op/regions.h"

#include "op/rules.h"

namespace tutti::op {
namespace {

std::vector<Type> argument_types(const Block& block) {
  std::vector<Type> types;
  for (const auto& argument : block.arguments) types.push_back(argument->type);
  return types;
}

/// Whether elements of `type` may be converted to the body's: quantized ones stay as they are.
bool may_combine(const Type& body, const Type& type) {
  const ElementType a = body.element, b = type.element;
  if (body.is_quantized() || type.is_quantized()) return body == type.with(Shape());
  return is_float(a) == is_float(b) && is_complex(a) == is_complex(b) &&
         (a == ElementType::i1) == (b == ElementType::i1);
}

}  // namespace

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
  std::vector<Type> scalars;
  for (size_t i = 0; i < count; i++) {
    const Type& type = returned[i];
    if (type != type.with(Shape()) || arguments[i] != type || arguments[count + i] != type)
      constraint(
          op, false, label,
          "the body takes {} and {} and returns {} for input {}, expected one type of rank 0",
          arguments[i].str(), arguments[count + i].str(), type.str(), i);
    if (!may_combine(type, op.operand_type(i)))
      constraint(op, false, label,
                 "the body combines {}, but input {} is a {}, expected elements of one kind",
                 type.str(), i, op.operand_type(i).str());
    scalars.push_back(type);
  }
  return scalars;
}

void expect_signature(const Operation& op, size_t region, const std::vector<Type>& arguments,
                      const std::vector<Type>& results, std::string_view arguments_label,
                      std::string_view results_label) {
  const Block& block = *op.regions.at(region);
  const std::vector<Type> taken = argument_types(block),
                          returned = block.terminator().operand_types();
  if (taken != arguments)
    constraint(op, false, arguments_label, "region {} takes {}, expected {}", region,
               ir::str(taken), ir::str(arguments));
  if (returned != results)
    constraint(op, false, results_label, "region {} returns {}, expected {}", region,
               ir::str(returned), ir::str(results));
}

}  // namespace tutti::op
