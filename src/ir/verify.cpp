// SPDX-License-Identifier: Apache-2.0
#include "ir/verify.h"

#include <unordered_set>

#include "base/checked.h"
#include "base/text.h"
#include "ir/attribute_rules.h"
#include "ir/lexer.h"
#include "ir/op_def.h"
#include "ir/scoped_table.h"
#include "ir/verify_calls.h"

namespace tutti::ir {
namespace {

constexpr std::string_view kDialect = "stablehlo.";

/// "slice_c5".
std::string own_label(const Operation& op, std::string_view rule) {
  return fmt::format("{}_{}", op.name().substr(op.name().rfind('.') + 1), rule);
}

/// " [slice_c5]" for an op of StableHLO's dialects; nothing for others, or where it has no such
/// label.
std::string label(const Operation& op, int constraint) {
  if (constraint == 0 || !(op.name().starts_with(kDialect) || op.name().starts_with("chlo.")))
    return "";
  return fmt::format(" [{}]", own_label(op, fmt::format("c{}", constraint)));
}

/// The meshes that an attribute of a dialect names, like @mesh in #sdy.sharding<@mesh, [{"x"}]>.
std::vector<std::string> meshes_in(const Attribute& attribute) {
  std::vector<std::string> names;
  const auto* opaque = attribute.get<OpaqueAttribute>();
  if (!opaque) return names;
  Lexer lexer(opaque->text, "attribute");
  for (Token token = lexer.next(); token.kind != Token::Kind::end; token = lexer.next())
    if (token.kind == Token::Kind::symbol) names.push_back(lexer.unescape(token));
  return names;
}

/// The function that a call or a composite names; null for other operations.
const SymbolAttribute* callee_of(const Operation& op) {
  const Attribute* callee = op.attributes.find("callee");
  if (!callee) callee = op.attributes.find("decomposition");
  return callee ? callee->get<SymbolAttribute>() : nullptr;
}

void check_results(const Operation& op, const std::vector<Type>& expected) {
  const ResultConstraints& constraints = op.def().result_constraints;
  if (op.result_count() != expected.size())
    operation_error(op, fmt::format("{} results, expected {}{}", op.result_count(), expected.size(),
                                    label(op, constraints.count)));
  for (size_t i = 0; i < expected.size(); i++) {
    const Type& found = op.result_type(i);
    if (op.def().keeps_scales ? same_but_sizes(found, expected[i]) : compatible(found, expected[i]))
      continue;
    const bool shapes_agree = compatible(found.shape, expected[i].shape);
    operation_error(
        op, fmt::format("result {} is a {}, expected {}{}", i, found.str(), expected[i].str(),
                        label(op, shapes_agree ? constraints.element : constraints.shape)));
  }
}

std::vector<Type> inferred(const Operation& op) {
  try {
    return op.def().infer(op);
  } catch (const SizeError& error) {
    operation_error(op, fmt::format("{}, expected smaller sizes", error.what()));
  }
}

/// Checks that types have one scale for all elements if an op takes no others.
void check_scales(const Operation& op) {
  if (op.def().takes_scales_along_axis || !op.name().starts_with(kDialect)) return;
  const auto check_type = [&](std::string_view what, size_t i, const Type& type) {
    if (!type.is_quantized() || type.quantization().axis < 0) return;
    operation_error(
        op, fmt::format("{} {} is a {}, expected one scale for all elements", what, i, type.str()));
  };
  for (size_t i = 0; i < op.operand_count(); i++) check_type("operand", i, op.operand_type(i));
  for (size_t i = 0; i < op.result_count(); i++) check_type("result", i, op.result_type(i));
}

struct Visible {
  using Key = const ValueData*;
  Key value;
  Key key() const { return value; }
};

class Verifier {
 public:
  explicit Verifier(const Module& module) {
    for (const auto& function : module.functions)
      functions_.emplace(function->name, function.get());
    for (const Mesh& mesh : module.meshes) meshes_.insert(mesh.name);
  }

  void function(const Function& function) {
    visible_.shrink(0);
    depth_ = 0;
    function_ = &function;
    const Operation& end = block(function.body);
    if (!same_but_sizes(end.operand_types(), function.result_types))
      operation_error(
          end, fmt::format("returns {}, but @{} is declared to return {}", str(end.operand_types()),
                           escaped(function.name), str(function.result_types)));
  }

  const Calls& calls() const { return calls_; }

 private:
  const Operation& block(const Block& block) {
    const size_t outside = visible_.size();
    depth_++;
    for (const auto& argument : block.arguments) visible_.insert({argument.get()});
    if (block.operations.empty()) empty_block(block);
    for (const auto& op : block.operations) {
      const bool last = op == block.operations.back();
      if (op->def().is_terminator != last)
        operation_error(
            *op, last ? "ends a block, expected a return" : "is not at the end of its block");
      sees_operands(*op);
      for (const auto& region : op->regions) this->block(*region);
      operation(*op);
      for (size_t i = 0; i < op->result_count(); i++) visible_.insert({op->result(i)});
    }
    visible_.shrink(outside);
    depth_--;
    return block.terminator();
  }

  void sees_operands(const Operation& op) const {
    for (size_t i = 0; i < op.operand_count(); i++)
      if (!visible_.find(op.operand(i)))
        operation_error(op, fmt::format("operand {} is not defined before its use", i));
  }

  [[noreturn]] void empty_block(const Block& block) const {
    if (block.parent) operation_error(*block.parent, "a region is empty, expected a return");
    user_error("{}: @{} is empty, expected a return", function_->location.str(),
               escaped(function_->name));
  }

  void operation(const Operation& op) {
    auto rules = rules_.find(&op.def());
    if (rules == rules_.end()) rules = rules_.emplace(&op.def(), attribute_rules(op.def())).first;
    check_scales(op);
    check_attributes(op, rules->second);
    check_results(op, inferred(op));
    if (const SymbolAttribute* callee = callee_of(op)) call(op, *callee);
    if (const Attribute* computations = op.attributes.find("called_computations"))
      names_functions(op, *computations);
    if (const Attribute* programs = op.attributes.find("programs")) {
      start(op, *programs);
      if (const Attribute* infeed = op.attributes.find("infeed")) fill(op, *infeed);
    }
    names_meshes(op);
  }

  /// Groups by a mesh's axes, and attributes of the dialect of shardings, name meshes that are
  /// there.
  void names_meshes(const Operation& op) const {
    const bool shards = op.name().starts_with("sdy.");
    for (const auto& [name, attribute] : op.attributes.entries()) {
      if (!shards && name != "replica_groups") continue;
      for (const std::string& mesh : meshes_in(attribute))
        if (!meshes_.contains(mesh))
          operation_error(op, fmt::format("there is no mesh @{}, expected one of the module [{}]",
                                          escaped(mesh), own_label(op, "mesh")));
    }
  }

  /// What a custom call may call; what they take and return is its own affair.
  void names_functions(const Operation& op, const Attribute& computations) const {
    for (const std::string_view name : symbols_in(computations))
      if (!functions_.contains(name))
        operation_error(op, fmt::format("there is no function @{}, expected one of the module "
                                        "[custom_call_i6]",
                                        escaped(name)));
  }

  /// Programs of a grid, which take the operands and make the results in their order.
  void start(const Operation& op, const Attribute& programs) {
    std::vector<Type> taken, made;
    for (const std::string_view name : symbols_in(programs)) {
      const Function& program = started(op, name);
      for (const auto& argument : program.body.arguments) taken.push_back(argument->type);
      made.insert(made.end(), program.result_types.begin(), program.result_types.end());
    }
    if (!same_but_sizes(op.operand_types(), taken))
      operation_error(op, fmt::format("passes {} to its programs, expected {} [{}]",
                                      str(op.operand_types()), str(taken), own_label(op, "c4")));
    if (!same_but_sizes(op.result_types(), made))
      operation_error(op, fmt::format("declares {}, expected {} as its programs return [{}]",
                                      str(op.result_types()), str(made), own_label(op, "c5")));
  }

  /// What fills the infeed of a grid's programs.
  void fill(const Operation& op, const Attribute& infeed) {
    for (const std::string_view name : symbols_in(infeed)) {
      const Function& filling = started(op, name);
      if (!filling.body.arguments.empty() || filling.result_types.size() != 1)
        operation_error(op, fmt::format("@{} takes {} arguments and returns {} values, expected "
                                        "none and one of what fills an infeed [{}]",
                                        escaped(name), filling.body.arguments.size(),
                                        filling.result_types.size(), own_label(op, "c6")));
    }
  }

  const Function& started(const Operation& op, std::string_view name) {
    const auto found = functions_.find(name);
    if (found == functions_.end())
      operation_error(op, fmt::format("there is no function @{}, expected one of the module [{}]",
                                      escaped(name), own_label(op, "c3")));
    calls_[function_].push_back({&op, depth_, found->second});
    return *found->second;
  }

  void call(const Operation& op, const SymbolAttribute& callee) {
    const auto found = functions_.find(callee.name);
    const std::string name = "@" + escaped(callee.name);
    if (found == functions_.end())
      operation_error(op, fmt::format("there is no function {}, expected one of the module{}", name,
                                      label(op, 2)));
    const Function& target = *found->second;
    std::vector<Type> expected;
    for (const auto& argument : target.body.arguments) expected.push_back(argument->type);
    if (!same_but_sizes(op.operand_types(), expected))
      operation_error(op, fmt::format("passes {} to {}, expected {}{}", str(op.operand_types()),
                                      name, str(expected), label(op, 3)));
    if (!same_but_sizes(op.result_types(), target.result_types))
      operation_error(
          op, fmt::format("declares {} for {}, expected {} as it returns{}", str(op.result_types()),
                          name, str(target.result_types), label(op, 4)));
    calls_[function_].push_back({&op, depth_, &target});
  }

  std::unordered_map<std::string_view, const Function*> functions_;
  std::unordered_set<std::string> meshes_;
  std::unordered_map<const OpDef*, std::vector<AttributeRule>> rules_;
  const Function* function_ = nullptr;
  int depth_ = 0;  // blocks around the operation that is looked at
  ScopedTable<Visible> visible_;
  Calls calls_;
};

}  // namespace

void verify(const Module& module) {
  Verifier verifier(module);
  for (const auto& function : module.functions) verifier.function(*function);
  RecursionCheck recursion(verifier.calls());
  for (const auto& function : module.functions) recursion.run(*function);
}

}  // namespace tutti::ir
