// SPDX-License-Identifier: Apache-2.0
#include "pass/known_sizes.h"

#include <algorithm>

#include "base/text.h"
#include "pass/decompose.h"

namespace tutti::pass {
namespace {

bool are_static(const std::vector<ir::Type>& types) {
  return std::all_of(types.begin(), types.end(),
                     [](const ir::Type& type) { return type.is_static(); });
}

}  // namespace

bool has_unknown_sizes(const ir::Function& function) {
  const auto& arguments = function.body.arguments;
  return std::any_of(arguments.begin(), arguments.end(),
                     [](const auto& argument) { return !argument->type.is_static(); });
}

ir::Module with_known_sizes(ir::Module module, std::string_view name,
                            const std::vector<ir::Type>& arguments,
                            const ir::Catalogue& catalogue) {
  ir::Function& function = module.get(name);
  check(arguments.size() == function.argument_count(), "{} types for {} arguments",
        arguments.size(), function.argument_count());
  for (size_t i = 0; i < arguments.size(); i++) {
    ir::Type& type = function.body.arguments[i]->type;
    if (!ir::compatible(arguments[i], type))
      user_error("argument {} of @{} is a {}, expected {}", i, escaped(name), arguments[i].str(),
                 type.str());
    if (!type.is_static()) type = arguments[i];
  }
  return decompose(std::move(module), catalogue, [](const ir::Operation& op) {
    // What a call checks of the sizes is held now.
    const bool reads_sizes =
        op.name() == "stablehlo.get_dimension_size" || op.name() == "stablehlo.custom_call";
    return !reads_sizes && are_static(op.operand_types()) && are_static(op.def().infer(op));
  });
}

}  // namespace tutti::pass
