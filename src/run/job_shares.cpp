// SPDX-License-Identifier: Apache-2.0
#include "run/job_shares.h"

#include <numeric>

#include "base/checked.h"
#include "base/text.h"
#include "comm/tree.h"
#include "run/number_list.h"

namespace tutti::run {

train::World world_of(const TrainSettings& settings) {
  train::World world;
  world.rank = settings.rank.value_or(0);
  world.ranks = settings.world_size.value_or(1);
  world.devices = settings.devices;
  return world;
}

int64_t micro_batches_of(const TrainSettings& settings) {
  const train::World world = world_of(settings);
  if (!settings.micro_batches)
    return checked_multiply(settings.gradient_accumulation_steps, world.size(),
                            "micro-batches of a step");
  if (*settings.micro_batches % world.devices != 0)
    user_error("--micro_batches {}: expected a multiple of --devices {}", *settings.micro_batches,
               world.devices);
  return *settings.micro_batches;
}

int64_t most_processes(const TrainSettings& settings) {
  const bool is_alone = world_of(settings).ranks == 1 && !settings.micro_batches;
  return settings.max_processes.value_or(is_alone ? 1 : kMaxProcesses);
}

bool shares_follow_speeds(const TrainSettings& settings) {
  return settings.shares == "auto";
}

std::vector<int64_t> shares_of(const TrainSettings& settings) {
  const int64_t ranks = world_of(settings).ranks, all = micro_batches_of(settings);
  const int64_t most = most_processes(settings);
  if (most > 0 && ranks > most)
    user_error(
        "the job has {} processes, but a step is added in {} parts; expected --max_processes {} or "
        "more, or 0, in all of them",
        ranks, most, ranks);
  if (settings.shares.empty() || shares_follow_speeds(settings)) {
    if (all < ranks)
      user_error(
          "--micro_batches {}: {} processes need at least one each; expected {} or more, or fewer "
          "processes",
          all, ranks, ranks);
    return comm::even_shares(all, ranks);
  }
  const auto shares = numbers_of_list("shares", settings.shares, 0, all,
                                      fmt::format("a number from 0 to {}, or auto alone", all));
  const int64_t sum = std::accumulate(shares.begin(), shares.end(), int64_t{0});
  if (static_cast<int64_t>(shares.size()) != ranks || sum != all)
    user_error(
        "--shares {}: {} shares of {} micro-batches together; expected one for each of {} "
        "processes, and {} together (--micro_batches)",
        escaped(settings.shares), shares.size(), sum, ranks, all);
  return shares;
}

}  // namespace tutti::run
