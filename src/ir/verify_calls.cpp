// SPDX-License-Identifier: Apache-2.0
#include "ir/verify_calls.h"

#include "base/text.h"

namespace tutti::ir {
namespace {

// Whatever runs, inlines or prints a program goes into regions and callees by calls of its own.
constexpr int kMostNested = 1000;

}  // namespace

void RecursionCheck::run(const Function& start) {
  if (depths_.contains(&start)) return;
  std::vector<std::pair<const Function*, size_t>> open = {{&start, 0}};
  depths_[&start] = kOpen;
  while (!open.empty()) {
    auto& [function, next] = open.back();
    const auto found = calls_.find(function);
    if (found == calls_.end() || next == found->second.size()) {
      depths_[function] = found == calls_.end() ? 1 : depth_of(found->second);
      open.pop_back();
      continue;
    }
    const Call& call = found->second[next++];
    const auto [depth, unseen] = depths_.emplace(call.callee, kOpen);
    if (unseen)
      open.emplace_back(call.callee, 0);
    else if (depth->second == kOpen)
      operation_error(*call.op, fmt::format("@{} calls itself; recursion is not supported",
                                            escaped(call.callee->name)));
  }
}

int RecursionCheck::depth_of(const std::vector<Call>& calls) const {
  int deepest = 1;
  for (const Call& call : calls) {
    deepest = std::max(deepest, call.depth + depths_.at(call.callee));
    if (deepest > kMostNested)
      operation_error(*call.op, fmt::format("calls and regions are nested deeper than {} when "
                                            "@{} runs, expected fewer inside each other",
                                            kMostNested, escaped(call.callee->name)));
  }
  return deepest;
}

}  // namespace tutti::ir
