// SPDX-License-Identifier: Apache-2.0
// That no function calls itself, and none is nested too deeply when it runs.
#pragma once

#include <unordered_map>
#include <vector>

#include "ir/module.h"

namespace tutti::ir {

/// A call: the operation, how many regions of the caller are around it, and the callee.
struct Call {
  const Operation* op;
  int depth;
  const Function* callee;
};

/// The calls of each function.
using Calls = std::unordered_map<const Function*, std::vector<Call>>;

/// Depth-first search over the calls, without a stack of its own calls: chains may be long. A
/// function met while it is open calls itself, directly or through others; one that is done has
/// its depth, that of the functions and regions that are entered inside each other when it runs.
class RecursionCheck {
 public:
  explicit RecursionCheck(const Calls& calls) : calls_(calls) {}

  void run(const Function& start);

 private:
  static constexpr int kOpen = 0;

  int depth_of(const std::vector<Call>& calls) const;

  const Calls& calls_;
  std::unordered_map<const Function*, int> depths_;
};

}  // namespace tutti::ir
