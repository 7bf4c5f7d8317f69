// SPDX-License-Identifier: Apache-2.0
// Predicts steps with other numbers of processes.
#include <algorithm>
#include <numeric>

#include "base/text.h"
#include "comm/simulate.h"
#include "comm/tcp_connection.h"
#include "comm/transfer_costs.h"
#include "run/benchmark.h"
#include "run/opened_training.h"
#include "run/planned_worlds.h"
#include "train/sparse_sums.h"
#include "train/step_batches.h"
#include "train/step_parts.h"

namespace tutti::run {
namespace {

using Json = nlohmann::ordered_json;

// More micro-batches than these hardly add rows of an embedding.
constexpr int64_t kMostRead = 4096;

/// The bytes that processes send for the sums of a step with this many micro-batches, by bucket,
/// and when each bucket is final: once all of its sums are. `final_at` has the time of each sum.
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
  WorldPlanner(const BenchmarkSettings& settings, const Context& context, PlannedWorlds plan)
      : settings_(settings), plan_(std::move(plan)), training_(context, settings) {}

  Json run() {
    parts_ = train::measure_step_parts(training_.programs(), training_.state(), training_.loader(),
                                       kWarmUpSteps, settings_.steps);
    transfer_ = comm::measured_transfer_costs();
    Json worlds = Json::array();
    for (const std::vector<int64_t>& shares : plan_.worlds) worlds.push_back(world(shares));
    return {{"link", settings_.link},
            {"local_link", settings_.local_link},
            {"processes_per_host", settings_.nproc_per_node},
            {"measured", measured()},
            {"worlds", worlds},
            {"device", training_.backend().devices()[0].description}};
  }

 private:
  Json measured() const {
    return {{"micro_batch_seconds", parts_.micro_batch},
            {"update_seconds", parts_.update},
            {"packing_seconds", parts_.packing},
            {"finding_seconds", parts_.finding},
            {"addition_seconds", parts_.addition},
            {"message_seconds", transfer_.message},
            {"byte_seconds", transfer_.byte},
            {"waking_seconds", transfer_.waking}};
  }

  comm::SimulatedWorld simulated(const std::vector<int64_t>& shares,
                                 std::vector<comm::Bucket> buckets) const {
    const auto all = static_cast<double>(std::accumulate(shares.begin(), shares.end(), int64_t{0}));
    comm::SimulatedWorld world;
    world.shares = shares;
    world.most_leaves = std::max(kMaxProcesses, std::ssize(shares));
    world.buckets = std::move(buckets);
    world.ranks_per_host = settings_.nproc_per_node;
    world.network = plan_.network;
    world.local = plan_.local;
    // A single process sends nothing, and has no sums to scan or copy.
    const bool is_alone = shares.size() == 1;
    world.costs = {.before = is_alone ? 0 : all * parts_.finding,
                   .micro_batch = parts_.micro_batch,
                   .node = is_alone ? 0 : parts_.packing,
                   .after = parts_.update,
                   .addition = parts_.addition,
                   .message = transfer_.message,
                   .byte = transfer_.byte,
                   .waking = transfer_.waking,
                   .header_bytes = comm::kTcpHeaders};
    return world;
  }

  Json world(const std::vector<int64_t>& shares) {
    const int64_t micro_batches = std::accumulate(shares.begin(), shares.end(), int64_t{0});
    std::vector<comm::Bucket> buckets = buckets_sent(
        training_, micro_batches, static_cast<int64_t>(shares.size()), parts_.final_at);
    int64_t elements = 0;
    for (const comm::Bucket& bucket : buckets) elements += bucket.elements;
    const comm::StepForecast forecast = comm::simulate_step(simulated(shares, std::move(buckets)));
    // The time of one process alone with the mean share.
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

  const BenchmarkSettings& settings_;
  const PlannedWorlds plan_;
  OpenedTraining training_;
  train::StepParts parts_;
  comm::TransferCosts transfer_;
};

}  // namespace

Json planned_world_times(const BenchmarkSettings& settings, const Context& context) {
  return WorldPlanner(settings, context, planned_worlds(settings)).run();
}

}  // namespace tutti::run
