// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/lower/lower_fused.h"

namespace tutti::backend::cpu {

std::vector<Rule> fused_rules() {
  std::vector<Rule> rules = activation_rules();
  for (auto* list : {attention_rules, dropout_rules, training_rules})
    for (Rule& rule : list()) rules.push_back(std::move(rule));
  return rules;
}

}  // namespace tutti::backend::cpu
