// SPDX-License-Identifier: Apache-2.0
#include "pass/inline_calls.h"

#include <unordered_set>

#include "op/emit.h"
#include "op/rules/approx_top_k.h"
#include "pass/rewrite.h"

namespace tutti::pass {
namespace {

// A chain of functions that each call the next one twice doubles the program at each link.
constexpr int64_t kMostInlined = 1'000'000;

using Names = std::unordered_set<std::string_view>;

void add_symbols(const ir::Block& block, std::vector<std::string_view>& symbols) {
  for (const auto& op : block.operations) {
    for (const auto& [name, value] : op->attributes.entries())
      for (std::string_view symbol : ir::symbols_in(value)) symbols.push_back(symbol);
    for (const auto& region : op->regions) add_symbols(*region, symbols);
  }
}

/// The functions `left` and all that their operations refer to, directly or not. References that
/// are not calls may form chains of any length, so there is no recursion.
Names named_from(const ir::Module& module, std::vector<std::string_view> left) {
  std::unordered_map<std::string_view, const ir::Function*> functions;
  for (const auto& function : module.functions) functions.emplace(function->name, function.get());
  Names names;
  while (!left.empty()) {
    const auto named = functions.find(left.back());
    left.pop_back();
    if (named != functions.end() && names.insert(named->first).second)
      add_symbols(named->second->body, left);
  }
  return names;
}

/// A sort with the comparator's body as its region, followed by slices of the first elements.
std::vector<ir::Value> top_k_by_sort(ir::Builder& b, const ir::Operation& op,
                                     const ir::Function& comparator, const Visit& visit) {
  const op::TopK how = op::read_top_k(op);
  const std::vector<ir::Value> operands(op.operands.begin(),
                                        op.operands.begin() + static_cast<ptrdiff_t>(how.tensors));
  std::vector<ir::Type> types;
  for (const ir::Value operand : operands) types.push_back(operand->type);
  const auto fill = [&](ir::Operation& made) {
    ir::Builder inside(made.add_region(), b.catalogue());
    ir::ValueMap map;
    for (size_t i = 0; i < comparator.argument_count(); i++)
      map[comparator.argument(i)] = inside.block().add_argument(comparator.argument(i)->type);
    inside.create("stablehlo.return", append_body(inside, comparator.body, map, visit));
  };
  const auto sorted =
      b.create("stablehlo.sort", operands,
               ir::attributes({{"dimension", ir::int_attribute(how.axis)}, {"is_stable", true}}),
               types, fill);
  std::vector<ir::Value> results;
  for (size_t i = 0; i < how.tensors; i++) {
    const ir::Shape& limits = op.result_type(i).shape;
    results.push_back(op::slice(b, sorted[i], std::vector<int64_t>(limits.size(), 0), limits));
  }
  return results;
}

}  // namespace

ir::Module inline_calls(ir::Module module, const ir::Catalogue& catalogue) {
  int depth = 0;        // of the calls that are being replaced, which the verifier bounds
  int64_t inlined = 0;  // operations that came from callees
  const Visit visit = [&](ir::Builder& builder,
                          const ir::Operation& op) -> std::optional<std::vector<ir::Value>> {
    if (depth > 0 && ++inlined > kMostInlined)
      ir::operation_error(op, fmt::format("the bodies of called functions come to more than {} "
                                          "operations in all, expected fewer calls inside calls",
                                          kMostInlined));
    // A composite is a call of its decomposition, unless its name is known.
    const bool composite = op.name() == "stablehlo.composite";
    if (op::is_approx_top_k(op))
      return top_k_by_sort(builder, op, module.get(op::read_top_k(op).comparator), visit);
    if (!composite && op.name() != "func.call") return std::nullopt;
    const ir::Attribute& symbol = op.attribute(composite ? "decomposition" : "callee");
    const ir::Function& callee = module.get(symbol.get<ir::SymbolAttribute>()->name);
    check(op.operand_count() == callee.argument_count(), "@{} takes {} operands, a call gives {}",
          callee.name, callee.argument_count(), op.operand_count());
    ir::ValueMap map;
    for (size_t i = 0; i < op.operand_count(); i++) map[callee.argument(i)] = op.operand(i);
    depth++;
    auto results = append_body(builder, callee.body, map, visit);
    depth--;
    return results;
  };
  ir::Module result = rewrite(module, catalogue, visit);
  std::vector<std::string_view> starts;
  for (const auto& function : result.functions)
    if (!function->is_private) starts.push_back(function->name);
  const Names names = named_from(result, std::move(starts));
  std::erase_if(result.functions,
                [&](const auto& function) { return !names.contains(function->name); });
  return result;
}

ir::Module copy_of_function(const ir::Module& module, std::string_view function) {
  const Names names = named_from(module, {module.get(function).name});
  ir::Module copy = ir::head_of(module);
  for (const auto& other : module.functions)
    if (names.contains(other->name)) copy.functions.push_back(ir::clone(*other));
  return copy;
}

void keep_function(ir::Module& module, std::string_view function) {
  const Names names = named_from(module, {module.get(function).name});
  std::erase_if(module.functions, [&](const auto& other) { return !names.contains(other->name); });
}

}  // namespace tutti::pass
