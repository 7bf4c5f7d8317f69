// SPDX-License-Identifier: Apache-2.0
#include "portable/foreign.h"

#include <algorithm>

#include "ir/attribute_rules.h"
#include "op/catalogue.h"

namespace tutti::portable {

ForeignOp foreign_op(std::string_view name) {
  if (name == kMeshOp) return {true, {{"mesh"}, {"sym_name"}}};
  if (name == "sdy.return") return {true, {}};
  if (name == "sdy.sharding_constraint") return {true, {{"sharding"}}};
  if (name == "sdy.manual_computation")
    return {true, {{"in_shardings"}, {"manual_axes"}, {"out_shardings"}}};
  if (name == "chlo.top_k") return {true, {{"k"}}};  // before it could be stable
  const ir::OpDef* def = name.starts_with("chlo.") ? op::catalogue().find(name) : nullptr;
  if (!def) return {};
  ForeignOp op{true, {}};
  for (const ir::AttributeRule& rule : ir::attribute_rules(*def))
    op.attributes.push_back({rule.name, rule.optional});
  std::sort(op.attributes.begin(), op.attributes.end(),
            [](const auto& x, const auto& y) { return x.name < y.name; });
  return op;
}

}  // namespace tutti::portable
