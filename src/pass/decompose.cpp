// SPDX-License-Identifier: Apache-2.0
#include "pass/decompose.h"

#include <algorithm>

#include "pass/rewrite.h"

namespace tutti::pass {
namespace {

/// Whether it computes on integers that stand for floats: no smaller form knows their scales.
bool is_quantized(const ir::Operation& op) {
  const auto is = [](const ir::Type& type) { return type.is_quantized(); };
  const auto operands = op.operand_types(), results = op.result_types();
  return std::any_of(operands.begin(), operands.end(), is) ||
         std::any_of(results.begin(), results.end(), is);
}

}  // namespace

ir::Module decompose(ir::Module module, const ir::Catalogue& catalogue,
                     const std::function<bool(const ir::Operation&)>& supports,
                     std::map<std::string, int>* counts) {
  for (bool changed = true; changed;) {
    changed = false;
    module = rewrite(module, catalogue,
                     [&](ir::Builder& builder,
                         const ir::Operation& op) -> std::optional<std::vector<ir::Value>> {
                       if (!op.def().decompose || supports(op) || is_quantized(op))
                         return std::nullopt;
                       // Ops of dynamic sizes do not decompose before sizes are known.
                       std::vector<ir::Value> values = op.def().decompose(builder, op);
                       if (values.size() != op.result_count()) return std::nullopt;
                       changed = true;
                       if (counts) (*counts)[std::string(op.name())]++;
                       return values;
                     });
  }
  // Sizes may be known now.
  for (auto& function : module.functions)
    function->result_types = function->body.terminator().operand_types();
  return module;
}

}  // namespace tutti::pass
