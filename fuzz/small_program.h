// SPDX-License-Identifier: Apache-2.0
// Which programs are small enough to be run by a harness: a bound on work before any is done.
#pragma once

#include <algorithm>

#include "ir/module.h"

namespace tutti::fuzz {

constexpr int64_t kLargestNumber = 64;  // in an attribute

/// Thrown by a run that takes too long.
struct TooLong {};

inline bool is_small(const ir::Type& type, int64_t elements) {
  return std::all_of(type.shape.begin(), type.shape.end(), [](int64_t n) { return n >= 0; }) &&
         type.is_tensor() && type.count() <= elements;
}

inline bool is_small(int64_t value) {
  return value >= -kLargestNumber && value <= kLargestNumber;
}

inline bool is_small(const ir::Attribute& attribute, int64_t elements) {
  if (const auto* integer = attribute.get<ir::IntegerAttribute>()) return is_small(integer->value);
  if (const auto* array = attribute.get<ir::IntArrayAttribute>())
    return std::all_of(array->values.begin(), array->values.end(),
                       [](int64_t value) { return is_small(value); });
  if (const auto* tensor = attribute.get<ir::Tensor>()) {
    if (!is_small(tensor->type(), elements)) return false;
    // Windows and paddings are tensors of two axes; elsewhere large numbers are data.
    if (tensor->type().rank() != 2 || !ir::is_integer(tensor->type().element)) return true;
    for (int64_t i = 0; i < tensor->type().count(); i++)
      if (!is_small(tensor->int_at(i))) return false;
  }
  return true;
}

/// Whether all tensors have at most so many elements, and the numbers in attributes are small.
inline bool is_small(const ir::Block& block, int64_t elements) {
  for (const auto& argument : block.arguments)
    if (!is_small(argument->type, elements)) return false;
  for (const auto& op : block.operations) {
    for (const ir::Type& type : op->result_types())
      if (!is_small(type, elements)) return false;
    for (const auto& [name, attribute] : op->attributes.entries())
      if (!is_small(attribute, elements)) return false;
    for (const auto& region : op->regions)
      if (!is_small(*region, elements)) return false;
  }
  return true;
}

inline bool is_small(const ir::Module& module, int64_t elements) {
  return std::all_of(module.functions.begin(), module.functions.end(),
                     [&](const auto& function) { return is_small(function->body, elements); });
}

}  // namespace tutti::fuzz
