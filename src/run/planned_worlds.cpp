// SPDX-License-Identifier: Apache-2.0
#include "run/planned_worlds.h"

#include <numeric>

#include "base/checked.h"
#include "base/text.h"
#include "run/link_argument.h"
#include "run/number_list.h"

namespace tutti::run {
namespace {

constexpr int64_t kMostProcesses = 16'384;
constexpr int64_t kMostMicroBatches = int64_t{1} << 22;  // of a step

std::vector<int64_t> numbers_of(const char* flag, const std::string& list, int64_t least,
                                int64_t most) {
  const auto numbers =
      numbers_of_list(flag, list, least, most,
                      fmt::format("numbers from {} to {}, separated by commas", least, most));
  if (numbers.empty()) user_error("--{} {}: expected at least one number", flag, escaped(list));
  return numbers;
}

std::vector<int64_t> shares_of_world(const BenchmarkSettings& arguments, int64_t ranks) {
  const int64_t all = arguments.micro_batches.value_or(
      checked_multiply(arguments.gradient_accumulation_steps, ranks, "micro-batches of a step"));
  if (all > kMostMicroBatches)
    user_error("--plan_world: {} processes have {} micro-batches together, expected {} at most",
               ranks, all, kMostMicroBatches);
  if (!arguments.shares.empty()) {
    const auto shares = numbers_of("shares", arguments.shares, 0, all);
    const int64_t sum = std::accumulate(shares.begin(), shares.end(), int64_t{0});
    if (static_cast<int64_t>(shares.size()) != ranks || sum != all)
      user_error(
          "--shares {}: {} shares of {} micro-batches together; expected one for each of {} "
          "processes (--plan_world), and {} together (--micro_batches)",
          escaped(arguments.shares), shares.size(), sum, ranks, all);
    return shares;
  }
  if (all < ranks)
    user_error(
        "--micro_batches {}: {} processes (--plan_world) need at least one each; expected {} or "
        "more, or fewer processes",
        all, ranks, ranks);
  return comm::even_shares(all, ranks);
}

}  // namespace

PlannedWorlds planned_worlds(const BenchmarkSettings& arguments) {
  PlannedWorlds plan;
  for (const int64_t ranks : numbers_of("plan_world", arguments.plan_world, 1, kMostProcesses))
    plan.worlds.push_back(shares_of_world(arguments, ranks));
  if (arguments.link.empty())
    user_error(
        "--link is missing: what connects the hosts of --plan_world, as in --link 25gbit,20us");
  plan.network = link_of("link", arguments.link);
  plan.local = link_of("local_link", arguments.local_link);
  return plan;
}

}  // namespace tutti::run
