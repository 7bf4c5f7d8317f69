// SPDX-License-Identifier: Apache-2.0
#include "pass/raise.h"

#include <unordered_set>

#include "pass/common_subexpressions.h"
#include "pass/dead_code.h"
#include "pass/raise/match.h"
#include "pass/substitute.h"
#include "pass/values.h"

namespace tutti::pass {
namespace {

using ir::Operation;
using ir::Value;

enum class Kind { function, gradient };

struct Pattern {
  Matcher* match;
  ir::ElementType element;  // of the value that it replaces
  Kind kind;
};

constexpr Pattern kPatterns[] = {
#define TUTTI_PATTERN(name, element, kind) {match_##name, ir::ElementType::element, Kind::kind},
#include "pass/raise/patterns.def"
#undef TUTTI_PATTERN
};

std::optional<Match> match_of(const Operation& op, Kind kind) {
  if (op.result_count() != 1 || op.result_type().rank() == 0) return std::nullopt;
  for (const Pattern& pattern : kPatterns)
    if (pattern.kind == kind && op.result_type().element == pattern.element)
      if (auto match = pattern.match(op)) return match;
  return std::nullopt;
}

/// The operations between a match's inputs and its root, which is among them.
std::unordered_set<const Operation*> operations_inside(const Operation& root, const Match& match) {
  std::unordered_set<const Operation*> inside = {&root};
  std::vector<const Operation*> open = {&root};
  while (!open.empty()) {
    const Operation* op = open.back();
    open.pop_back();
    for (Value operand : op->operands) {
      const bool is_input =
          std::find(match.inputs.begin(), match.inputs.end(), operand) != match.inputs.end();
      if (is_input || !operand->owner || splat_of(operand) || word_of(operand)) continue;
      if (inside.insert(operand->owner).second) open.push_back(operand->owner);
    }
  }
  return inside;
}

/// Whether no operation outside of a match uses what is computed inside it. Constants and repeated
/// vectors may be used: they cost nothing.
bool is_closed(const Operation& root, const Match& match, const Users& users) {
  const auto inside = operations_inside(root, match);
  for (const Operation* op : inside) {
    if (op == &root || along_last(op->result())) continue;
    for (Value result : op->results())
      if (const auto found = users.find(result); found != users.end())
        for (const Operation* user : found->second)
          if (!inside.contains(user)) return false;
  }
  return true;
}

using Supports = std::function<bool(const Operation&)>;

ir::Module raise_all(ir::Module module, const ir::Catalogue& catalogue, const Supports& supports,
                     Kind kind) {
  const auto raised = [&](const Surroundings& around, const Operation& op) -> Value {
    const std::optional<Match> match = match_of(op, kind);
    // A gradient shares values with its function, and may: once both are raised nothing is shared.
    const bool may_share = kind == Kind::gradient;
    if (!match || (!may_share && !is_closed(op, *match, around.users))) return nullptr;
    auto& operations = around.builder.block().operations;
    const size_t before = operations.size();
    std::vector<Value> inputs;
    for (Value input : match->inputs) inputs.push_back(around.map.at(input));
    const Value value = match->emit(around.builder, inputs);
    if (std::all_of(operations.begin() + static_cast<int64_t>(before), operations.end(),
                    [&](const auto& emitted) { return supports(*emitted); }))
      return value;
    operations.resize(before);
    return nullptr;
  };
  return substitute(std::move(module), catalogue, raised);
}

}  // namespace

ir::Module raise(ir::Module module, const ir::Catalogue& catalogue,
                 const std::function<bool(const Operation&)>& supports) {
  // Programs compute a value again where they need it twice, such as x - mean in a layer norm.
  module = eliminate_common_subexpressions(std::move(module), catalogue);
  module = raise_all(std::move(module), catalogue, supports, Kind::gradient);
  // Frees the functions of what only their gradients used.
  module = eliminate_dead_code(std::move(module));
  return raise_all(std::move(module), catalogue, supports, Kind::function);
}

}  // namespace tutti::pass
