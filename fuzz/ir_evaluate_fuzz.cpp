// SPDX-License-Identifier: Apache-2.0
// Any text that is a small module runs on zeros, or is refused.
#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "base/error.h"
#include "ir/parse.h"
#include "op/catalogue.h"
#include "op/interpreter.h"

using namespace tutti;

namespace {

constexpr int64_t kLargestSize = 64;  // of a tensor, and of a number in an attribute
constexpr int kLongestRun = 2000;     // operations, so that loops end

bool is_small(const ir::Type& type) {
  return std::all_of(type.shape.begin(), type.shape.end(), [](int64_t n) { return n >= 0; }) &&
         type.is_tensor() && type.count() <= kLargestSize;
}

bool is_small(int64_t value) {
  return std::abs(value) <= kLargestSize;
}

bool is_small(const ir::Attribute& attribute) {
  if (const auto* integer = attribute.get<ir::IntegerAttribute>()) return is_small(integer->value);
  const auto all = [](const std::vector<int64_t>& values) {
    return std::all_of(values.begin(), values.end(), [](int64_t v) { return is_small(v); });
  };
  if (const auto* array = attribute.get<ir::IntArrayAttribute>()) return all(array->values);
  if (const auto* tensor = attribute.get<ir::Tensor>()) {
    if (!is_small(tensor->type())) return false;
    // Windows and paddings are tensors of two axes; elsewhere large numbers are data.
    if (tensor->type().rank() != 2 || !ir::is_integer(tensor->type().element)) return true;
    for (int64_t i = 0; i < tensor->type().count(); i++)
      if (!is_small(tensor->int_at(i))) return false;
  }
  return true;
}

bool is_small(const ir::Block& block) {
  for (const auto& argument : block.arguments)
    if (!is_small(argument->type)) return false;
  for (const auto& op : block.operations) {
    for (const ir::Type& type : op->result_types())
      if (!is_small(type)) return false;
    for (const auto& [name, attribute] : op->attributes.entries())
      if (!is_small(attribute)) return false;
    for (const auto& region : op->regions)
      if (!is_small(*region)) return false;
  }
  return true;
}

struct TooLong {};

void run(const ir::Module& module) {
  for (const auto& function : module.functions)
    if (!is_small(function->body)) return;
  int count = 0;
  op::InterpreterOptions options;
  options.observe = [&](const ir::Operation&, const std::vector<ir::Array>&) {
    if (++count > kLongestRun) throw TooLong();
  };
  for (const auto& function : module.functions) {
    std::vector<ir::Array> arguments;
    for (size_t i = 0; i < function->argument_count(); i++)
      arguments.emplace_back(function->argument(i)->type);
    op::interpret(module, function->name, std::move(arguments), options);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    run(ir::parse_module(text, "fuzz.mlir", op::catalogue()));
  } catch (const UserError&) {
  } catch (const TooLong&) {
  }
  return 0;
}
