// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "backend/cpu/plan/plan.h"

namespace tutti::backend::cpu {

std::vector<int64_t> final_steps(const Plan& plan) {
  std::vector<int64_t> last(plan.results.size(), -1);
  for (size_t at = 0; at < plan.steps.size(); at++) {
    const auto now = static_cast<int64_t>(at);
    for (const PieceView& written : plan.steps[at].results) {
      const Place place = plan.placed(written).place;
      if (place.kind == Place::Kind::result) last[static_cast<size_t>(place.offset)] = now;
    }
    // What is written in a loop may be written again in its next round. Inner loops end first.
    for (const int64_t target : plan.steps[at].targets)
      for (int64_t& step : last)
        if (target <= step && step < now) step = now;
  }
  for (size_t i = 0; i < last.size(); i++)
    if (plan.donors[i] >= 0) last[i] = static_cast<int64_t>(plan.steps.size());
  return last;
}

}  // namespace tutti::backend::cpu
