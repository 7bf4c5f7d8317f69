// SPDX-License-Identifier: Apache-2.0
#include "pass/plain_signature.h"

#include <algorithm>

#include "pass/rewrite.h"

namespace tutti::pass {
namespace {

using ir::Type;
using ir::Value;

/// A value of that type, made of new arguments that are tensors.
Value taken(ir::Function& function, ir::Builder& builder, const Type& type,
            const ir::Attributes& attributes) {
  if (type == Type::token()) return builder.one("stablehlo.create_token", {});
  if (type.kind != Type::Kind::tuple) return function.add_argument(type, attributes);
  std::vector<Value> elements;
  for (const Type& element : type.elements())
    elements.push_back(taken(function, builder, element, {}));
  return builder.one("stablehlo.tuple", elements);
}

void give(ir::Builder& builder, Value value, std::vector<Value>& results) {
  if (value->type == Type::token()) return;
  if (value->type.kind != Type::Kind::tuple) return results.push_back(value);
  for (size_t i = 0; i < value->type.elements().size(); i++) {
    ir::Attributes index;
    index.set("index", ir::int_attribute(static_cast<int64_t>(i), ir::ElementType::i32));
    give(builder, builder.one("stablehlo.get_tuple_element", {value}, std::move(index)), results);
  }
}

}  // namespace

bool has_plain_signature(const ir::Function& function) {
  const auto is_tensor = [](const Type& type) { return type.is_tensor(); };
  const auto& arguments = function.body.arguments;
  return std::all_of(arguments.begin(), arguments.end(),
                     [&](const auto& argument) { return is_tensor(argument->type); }) &&
         std::all_of(function.result_types.begin(), function.result_types.end(), is_tensor);
}

ir::Module with_plain_signature(const ir::Module& module, std::string_view name,
                                const ir::Catalogue& catalogue) {
  const ir::Function& given = module.get(name);
  auto plain = std::make_unique<ir::Function>();
  plain->name = given.name;
  plain->location = given.location;
  ir::Builder builder(plain->body, catalogue);
  builder.location = given.location;
  ir::ValueMap map;
  for (size_t i = 0; i < given.argument_count(); i++) {
    ir::Attributes attributes = given.argument_attributes[i];
    attributes.erase("tf.aliasing_output");  // results have other indices
    map[given.argument(i)] = taken(*plain, builder, given.argument(i)->type, attributes);
  }
  std::vector<Value> results;
  for (Value result : append_body(builder, given.body, map)) give(builder, result, results);
  finish(*plain, builder, results);
  ir::Module copy = ir::clone(module);
  for (auto& function : copy.functions)
    if (function->name == name) function = std::move(plain);
  return copy;
}

}  // namespace tutti::pass
