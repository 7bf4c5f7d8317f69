// SPDX-License-Identifier: Apache-2.0
#include "pass/simplify.h"

#include "op/emit.h"
#include "pass/dead_code.h"
#include "pass/simplify_conversions.h"
#include "pass/simplify_rules.h"
#include "pass/values.h"

namespace tutti::pass {
namespace {

using ir::Operation;
using ir::Value;
/// Tries the rules on each operation. The operations that they replace become dead code.
ir::Module apply(ir::Module module, const ir::Catalogue& catalogue,
                 const std::vector<Rule*>& rules) {
  return substitute(std::move(module), catalogue,
                    [&](const Surroundings& around, const Operation& op) -> Value {
                      for (Rule* rule : rules)
                        if (Value value = rule(around, op)) return value;
                      return nullptr;
                    });
}

}  // namespace

ir::Module simplify(ir::Module module, const ir::Catalogue& catalogue) {
  module = apply(std::move(module), catalogue,
                 {drop_sum, cut_by_pad, center_variance, take_bias_gradient, join_broadcasts,
                  drop_round_trip, embed_narrow_table, convert_before_broadcast,
                  multiply_by_inverse, swap_product, concatenate_parts, interleave_parts});
  module = eliminate_dead_code(std::move(module));
  return apply(std::move(module), catalogue,
               {concatenate_parts, transpose_parts, softmax_gradient});
}

}  // namespace tutti::pass
