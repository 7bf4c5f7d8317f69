// SPDX-License-Identifier: Apache-2.0
// `tutti benchmark --plan_world`: how long a step takes with other numbers of processes, by
// measurements of this machine and a simulation of what they send each other.
#include <algorithm>
#include <charconv>
#include <numeric>

#include "app/link_argument.h"
#include "app/opened_training.h"
#include "app/output.h"
#include "base/checked.h"
#include "base/text.h"
#include "comm/simulate.h"
#include "comm/transfer_costs.h"
#include "train/sparse_sums.h"
#include "train/step_batches.h"
#include "train/step_parts.h"

namespace tutti::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr int64_t kMostProcesses = 16'384;
constexpr int64_t kMostMicroBatches = int64_t{1} << 22;  // of a step
// Rows of an embedding that occur in more micro-batches than these are hardly more.
constexpr int64_t kMostRead = 4096;
constexpr int64_t kGlooHeaders = 144;  // bytes: of a message, its notice and its answer

std::vector<int64_t> numbers_of(const char* flag, const std::string& list, int64_t least,
                                int64_t most) {
  std::vector<int64_t> numbers;
  for (const std::string& part : parts_of_list(list)) {
    int64_t number = -1;
    const char* const end = part.data() + part.size();
    const auto [at, failure] = std::from_chars(part.data(), end, number);
    if (failure != std::errc() || at != end || number < least || number > most)
      user_error("--{} {}: found {}, expected numbers from {} to {}, separated by commas", flag,
                 escaped(list), escaped(part), least, most);
    numbers.push_back(number);
  }
  if (numbers.empty()) user_error("--{} {}: expected at least one number", flag, escaped(list));
  return numbers;
}

/// The worlds that are asked for, before anything is measured.
struct Plan {
  std::vector<std::vector<int64_t>> worlds;  // the shares of each
  comm::Link network, local;
};

std::vector<int64_t> shares_of_world(const BenchmarkArguments& arguments, int64_t ranks) {
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

Plan plan_of(const BenchmarkArguments& arguments) {
  Plan plan;
  for (const int64_t ranks : numbers_of("plan_world", arguments.plan_world, 1, kMostProcesses))
    plan.worlds.push_back(shares_of_world(arguments, ranks));
  if (arguments.link.empty())
    user_error(
        "--link is missing: what connects the hosts of --plan_world, as in --link 25gbit,20us");
  plan.network = link_of("link", arguments.link);
  plan.local = link_of("local_link", arguments.local_link);
  return plan;
}

/// What processes send of the sums of a step with so many micro-batches, by bucket, and when each
/// bucket is final: as soon as all of its sums are. `final_at` says when each sum is.
std::vector<comm::Bucket> buckets_sent(OpenedTraining& training, int64_t micro_batches,
                                       int64_t processes, const std::vector<double>& final_at) {
  data::LoaderOptions options = training.loader().options();
  options.accumulate = std::min(micro_batches, kMostRead);
  data::Loader loader(training.features(), options);
  train::SparseSums sums(training.programs());
  sums.cut_for(processes);
  sums.begin(loader, 0, train::micro_batches_of(loader, 0));
  std::vector<comm::Bucket> buckets;
  double before = 0;  // buckets leave in their order
  for (const comm::Slice& slice : sums.buckets()) {
    for (size_t i = 0; i < final_at.size(); i++)
      if (sums.bucket_of(i) == buckets.size()) before = std::max(before, final_at[i]);
    buckets.push_back({slice.size(), before});
  }
  return buckets;
}

class WorldPlanner {
 public:
  WorldPlanner(const GlobalOptions& global, const BenchmarkArguments& arguments, Plan plan)
      : arguments_(arguments), plan_(std::move(plan)), training_(global, arguments) {}

  Json run() {
    parts_ = train::measure_step_parts(training_.programs(), training_.state(), training_.loader(),
                                       kWarmUpSteps, arguments_.steps);
    transfer_ = comm::measured_transfer_costs();
    Json worlds = Json::array();
    for (const std::vector<int64_t>& shares : plan_.worlds) worlds.push_back(world(shares));
    return {{"link", arguments_.link},
            {"local_link", arguments_.local_link},
            {"processes_per_host", arguments_.nproc_per_node},
            {"measured",
             {{"micro_batch_seconds", parts_.micro_batch},
              {"update_seconds", parts_.update},
              {"packing_seconds", parts_.packing},
              {"finding_seconds", parts_.finding},
              {"addition_seconds", parts_.addition},
              {"message_seconds", transfer_.message},
              {"byte_seconds", transfer_.byte},
              {"waking_seconds", transfer_.waking}}},
            {"worlds", worlds},
            {"device", training_.backend().devices()[0].description}};
  }

 private:
  comm::SimulatedWorld simulated(const std::vector<int64_t>& shares,
                                 std::vector<comm::Bucket> buckets) const {
    const auto all = static_cast<double>(std::accumulate(shares.begin(), shares.end(), int64_t{0}));
    comm::SimulatedWorld world;
    world.shares = shares;
    world.buckets = std::move(buckets);
    world.ranks_per_host = arguments_.nproc_per_node;
    world.network = plan_.network;
    world.local = plan_.local;
    world.costs = {.before = all * parts_.finding,
                   .micro_batch = parts_.micro_batch,
                   .node = parts_.packing,
                   .after = parts_.update,
                   .addition = parts_.addition,
                   .message = transfer_.message,
                   .byte = transfer_.byte,
                   .waking = transfer_.waking,
                   .header_bytes = kGlooHeaders};
    return world;
  }

  Json world(const std::vector<int64_t>& shares) {
    const int64_t micro_batches = std::accumulate(shares.begin(), shares.end(), int64_t{0});
    std::vector<comm::Bucket> buckets = buckets_sent(
        training_, micro_batches, static_cast<int64_t>(shares.size()), parts_.final_at);
    int64_t elements = 0;
    for (const comm::Bucket& bucket : buckets) elements += bucket.elements;
    const comm::StepForecast forecast = comm::simulate_step(simulated(shares, std::move(buckets)));
    // What one process takes that has the mean of the shares for itself.
    const double alone = parts_.micro_batch * static_cast<double>(micro_batches) /
                             static_cast<double>(shares.size()) +
                         parts_.update;
    const int64_t features = micro_batches * training_.loader().features_together();
    return {{"processes", shares.size()},
            {"micro_batches", micro_batches},
            {"step_seconds", forecast.step},
            {"exposed_seconds", forecast.exposed},
            {"efficiency", alone / forecast.step},
            {"features_per_second", static_cast<double>(features) / forecast.step},
            {"sum_bytes", elements * static_cast<int64_t>(sizeof(float))},
            {"most_bytes_sent",
             *std::max_element(forecast.bytes_sent.begin(), forecast.bytes_sent.end())},
            {"ring_step_seconds", forecast.ring}};
  }

  const BenchmarkArguments& arguments_;
  const Plan plan_;
  OpenedTraining training_;
  train::StepParts parts_;
  comm::TransferCosts transfer_;
};

std::string table_of_worlds(const Json& result) {
  const auto processes = result["processes_per_host"].get<int64_t>();
  std::string text = fmt::format(
      "link {}, {} a host; a micro-batch takes {:.3f} ms here, the update {:.3f} ms\n"
      "{:>9} {:>8} {:>11} {:>11} {:>10} {:>12} {:>11} {:>11} {:>11}\n",
      result["link"].get<std::string>(),
      processes == 1 ? "1 process" : fmt::format("{} processes", processes),
      result["measured"]["micro_batch_seconds"].get<double>() * 1e3,
      result["measured"]["update_seconds"].get<double>() * 1e3, "processes", "micro-b.", "step ms",
      "exposed ms", "efficiency", "features/s", "sums", "sent each", "ring ms");
  for (const Json& world : result["worlds"]) {
    const auto number = [&](const char* name) { return world[name].get<double>(); };
    text += fmt::format(
        "{:>9} {:>8} {:>11.3f} {:>11.3f} {:>8.1f} % {:>12.2f} {:>11} {:>11} {:>11.3f}{}\n",
        world["processes"].get<int64_t>(), world["micro_batches"].get<int64_t>(),
        number("step_seconds") * 1e3, number("exposed_seconds") * 1e3, 100 * number("efficiency"),
        number("features_per_second"), human_bytes(world["sum_bytes"].get<size_t>()),
        human_bytes(world["most_bytes_sent"].get<size_t>()), number("ring_step_seconds") * 1e3,
        number("ring_step_seconds") < number("step_seconds") ? " a ring wins" : "");
  }
  return text;
}

}  // namespace

ExitCode benchmark_plan(const GlobalOptions& global, const BenchmarkArguments& arguments) {
  const Json result = WorldPlanner(global, arguments, plan_of(arguments)).run();
  if (global.json)
    write_result_json(result);
  else
    write_result(table_of_worlds(result));
  return ExitCode::done;
}

}  // namespace tutti::app
