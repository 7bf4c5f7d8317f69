// SPDX-License-Identifier: Apache-2.0
#include "pass/raise/match.h"
#include "pass/values.h"

namespace tutti::pass {

// e^(x - largest) / sum
std::optional<Match> match_softmax(const ir::Operation& root) {
  const ir::Operation* power = nullptr;
  if (root.name() == "stablehlo.divide") power = made_by(root.operand(0), "stablehlo.exponential");
  const ir::Value x = power ? before_max_shift(power->operand(0)) : nullptr;
  const ir::Value sum = x ? over_last(root.operand(1)) : nullptr;
  if (!sum || sum_over_last(sum) != power->result()) return std::nullopt;
  return Match{{x}, [](ir::Builder& b, const std::vector<ir::Value>& in) {
                 return b.one("tutti.softmax", {in[0]});
               }};
}

}  // namespace tutti::pass
