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

bool same_class(ElementType a, ElementType b) {
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

std::vector<ElementType> expect_reducer(const Operation& op, size_t region, size_t count,
                                        std::string_view label) {
  const Block& block = *op.regions.at(region);
  const std::vector<Type> arguments = argument_types(block),
                          returned = block.terminator().operand_types();
  constraint(op, arguments.size() == 2 * count, label, "the body takes {} arguments, expected {}",
             arguments.size(), 2 * count);
  constraint(op, returned.size() == count, label, "the body returns {} values, expected {}",
             returned.size(), count);
  std::vector<ElementType> elements;
  for (size_t i = 0; i < count; i++) {
    const Type& type = returned[i];
    if (type != Type::scalar(type.element) || arguments[i] != type || arguments[count + i] != type)
      constraint(
          op, false, label,
          "the body takes {} and {} and returns {} for input {}, expected one type of rank 0",
          arguments[i].str(), arguments[count + i].str(), type.str(), i);
    if (!same_class(op.operand_type(i).element, type.element))
      constraint(op, false, label, "the body combines {}, but input {} has elements of type {}",
                 type.str(), i, name_of(op.operand_type(i).element));
    elements.push_back(type.element);
  }
  return elements;
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
