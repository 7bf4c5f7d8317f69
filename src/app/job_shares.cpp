// SPDX-License-Identifier: Apache-2.0
#include "app/job_shares.h"

#include <numeric>

#include "app/number_list.h"
#include "base/checked.h"
#include "base/text.h"
#include "comm/tree.h"

namespace tutti::app {

train::World world_of(const TrainArguments& arguments) {
  train::World world;
  world.rank = arguments.rank.value_or(0);
  world.ranks = arguments.world_size.value_or(1);
  world.devices = arguments.devices;
  return world;
}

int64_t micro_batches_of(const TrainArguments& arguments) {
  const train::World world = world_of(arguments);
  if (!arguments.micro_batches)
    return checked_multiply(arguments.gradient_accumulation_steps, world.size(),
                            "micro-batches of a step");
  if (*arguments.micro_batches % world.devices != 0)
    user_error("--micro_batches {}: expected a multiple of --devices {}", *arguments.micro_batches,
               world.devices);
  return *arguments.micro_batches;
}

int64_t most_processes(const TrainArguments& arguments) {
  const bool is_alone = world_of(arguments).ranks == 1 && !arguments.micro_batches;
  return arguments.max_processes.value_or(is_alone ? 1 : kMaxProcesses);
}

bool shares_follow_speeds(const TrainArguments& arguments) {
  return arguments.shares == "auto";
}

std::vector<int64_t> shares_of(const TrainArguments& arguments) {
  const int64_t ranks = world_of(arguments).ranks, all = micro_batches_of(arguments);
  const int64_t most = most_processes(arguments);
  if (most > 0 && ranks > most)
    user_error(
        "the job has {} processes, but a step is added in {} parts; expected --max_processes {} or "
        "more, or 0, in all of them",
        ranks, most, ranks);
  if (arguments.shares.empty() || shares_follow_speeds(arguments)) {
    if (all < ranks)
      user_error(
          "--micro_batches {}: {} processes need at least one each; expected {} or more, or fewer "
          "processes",
          all, ranks, ranks);
    return comm::even_shares(all, ranks);
  }
  const auto shares = numbers_of_list("shares", arguments.shares, 0, all,
                                      fmt::format("a number from 0 to {}, or auto alone", all));
  const int64_t sum = std::accumulate(shares.begin(), shares.end(), int64_t{0});
  if (static_cast<int64_t>(shares.size()) != ranks || sum != all)
    user_error(
        "--shares {}: {} shares of {} micro-batches together; expected one for each of {} "
        "processes, and {} together (--micro_batches)",
        escaped(arguments.shares), shares.size(), sum, ranks, all);
  return shares;
}

}  // namespace tutti::app
