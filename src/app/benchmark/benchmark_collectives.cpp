// SPDX-License-Identifier: Apache-2.0
// `tutti benchmark --collectives`: how fast a job's processes add gradients and send a state,
// compared with a plain connection between them.
#include <algorithm>
#include <chrono>

#include "app/benchmark/benchmark_arguments.h"
#include "app/process/environment.h"
#include "app/process/output.h"
#include "base/text.h"
#include "comm/job.h"
#include "comm/link_rate.h"
#include "comm/tree_sum.h"
#include "run/job_place.h"
#include "run/other_processes.h"

namespace tutti::app {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int64_t kSizes[] = {1 << 10, 1 << 16, 1 << 20, 1 << 22, 1 << 24, 1 << 26};  // bytes
constexpr int64_t kRounds = 9;  // after one that warms up
constexpr double kGigabit = 1e9 / 8;

/// The measurements of one size.
struct Timings {
  int64_t bytes = 0;
  double sum = 0, broadcast = 0;  // seconds
};

/// The seconds of `work` in the slowest process: the median over rounds, without `prepare`.
template <typename Prepare, typename Work>
double median_of_rounds(comm::Communicator& communicator, const Prepare& prepare,
                        const Work& work) {
  std::vector<double> seconds;
  for (int64_t round = 0; round <= kRounds; round++) {
    prepare();
    communicator.barrier("the begin of a round", comm::kNoLimit);
    const auto begin = Clock::now();
    work();
    const auto spent = std::chrono::nanoseconds(Clock::now() - begin).count();
    const auto all = communicator.finish_gather(
        communicator.begin_gather(static_cast<uint64_t>(spent), "the time of a round"));
    const uint64_t slowest = *std::max_element(all.begin(), all.end());
    if (round > 0) seconds.push_back(static_cast<double>(slowest) / 1e9);
  }
  std::nth_element(seconds.begin(), seconds.begin() + kRounds / 2, seconds.end());
  return seconds[kRounds / 2];
}

/// Sums of float32 elements over all processes, as in a training step with one micro-batch each.
double time_of_sum(comm::Communicator& communicator, int64_t bytes) {
  const auto rank = static_cast<size_t>(communicator.rank());
  const auto nodes = comm::place_nodes(comm::even_shares(communicator.size(), communicator.size()));
  comm::TreeSum sum(communicator);
  std::span<const float> result;
  const auto fill = [&] {
    sum.begin(nodes, {{0, bytes / static_cast<int64_t>(sizeof(float))}});
    const std::span<float> part = sum.part(rank);
    for (size_t i = 0; i < part.size(); i++) part[i] = static_cast<float>(i % 1000 + rank);
  };
  const double seconds = median_of_rounds(communicator, fill, [&] {
    sum.send(rank, 0);
    sum.add(0);
    result = sum.finish();
  });
  const auto ranks = static_cast<size_t>(communicator.size());
  for (size_t i = 0; i < result.size(); i++) {
    const size_t expected = i % 1000 * ranks + ranks * (ranks - 1) / 2;
    check(result[i] == static_cast<float>(expected), "element {} of a sum is {}, expected {}", i,
          result[i], expected);
  }
  return seconds;
}

/// Sends a state to all processes. Each sends after receiving from its predecessor, so only the
/// first message may arrive before its receiver's timer starts.
double time_of_broadcast(comm::Communicator& communicator, int64_t bytes) {
  std::vector<std::byte> state(static_cast<size_t>(bytes));
  const double of_all = median_of_rounds(
      communicator, [] {},
      [&] {
        for (int64_t from = 0; from < communicator.size(); from++)
          communicator.broadcast(state, "a broadcast", from);
      });
  return of_all / static_cast<double>(communicator.size());
}

nlohmann::ordered_json result_of(const std::vector<Timings>& all, const std::vector<double>& before,
                                 const std::vector<double>& after) {
  const auto ranks = static_cast<double>(before.size());
  nlohmann::ordered_json links = nlohmann::ordered_json::array(),
                         sizes = nlohmann::ordered_json::array();
  double least = 0;  // of what the connections carry
  for (size_t rank = 1; rank < before.size(); rank++) {
    links.push_back({{"rank", rank},
                     {"bytes_per_second_before", before[rank]},
                     {"bytes_per_second_after", after[rank]}});
    const double mean = (before[rank] + after[rank]) / 2;
    least = rank == 1 ? mean : std::min(least, mean);
  }
  for (const Timings& timings : all) {
    const auto bytes = static_cast<double>(timings.bytes);
    const double bus = 2 * (ranks - 1) / ranks * bytes / timings.sum;
    sizes.push_back({{"bytes", timings.bytes},
                     {"sum_seconds", timings.sum},
                     {"sum_bus_bytes_per_second", bus},
                     {"sum_share_of_link", bus / least},
                     {"broadcast_seconds", timings.broadcast},
                     {"broadcast_bytes_per_second", bytes / timings.broadcast}});
  }
  return {{"processes", before.size()}, {"links", links}, {"sizes", sizes}};
}

std::string table_of(const nlohmann::ordered_json& result) {
  std::string text = "connection with rank 0, both ways at once, before and after:\n";
  for (const auto& link : result["links"])
    text += fmt::format("  rank {}: {:.3f} and {:.3f} Gb/s each way\n", link["rank"].get<size_t>(),
                        link["bytes_per_second_before"].get<double>() / kGigabit,
                        link["bytes_per_second_after"].get<double>() / kGigabit);
  text += fmt::format("{:>10} {:>12} {:>10} {:>12} {:>14} {:>8}\n", "bytes", "sum ms", "bus Gb/s",
                      "of the link", "broadcast ms", "Gb/s");
  for (const auto& size : result["sizes"]) {
    const auto number = [&](const char* name) { return size[name].get<double>(); };
    text += fmt::format("{:>10} {:>12.3f} {:>10.3f} {:>10.0f} % {:>14.3f} {:>8.3f}\n",
                        human_bytes(size["bytes"].get<size_t>()), number("sum_seconds") * 1e3,
                        number("sum_bus_bytes_per_second") / kGigabit,
                        100 * number("sum_share_of_link"), number("broadcast_seconds") * 1e3,
                        number("broadcast_bytes_per_second") / kGigabit);
  }
  return text;
}

}  // namespace

ExitCode benchmark_collectives(const GlobalOptions& global, const run::JobSettings& arguments) {
  const comm::MeetingPlace place = run::job_place(arguments, environment_variable);
  if (place.size == 1)
    user_error(
        "--collectives: found one process, expected several, on one machine as in tutti launch "
        "--nproc_per_node 2 -- benchmark --collectives, or with --rank, --world_size and "
        "--master_addr");
  GlobalOptions shown = global;
  speak_as(place.rank, global, shown);
  comm::Hosts hosts{"", place.host};
  const auto communicator = comm::join_job(place, arguments.collective_timeout, &hosts);
  try {
    const std::vector<double> before = comm::link_rates(*communicator, hosts.first, place.ports);
    std::vector<Timings> all;
    for (const int64_t bytes : kSizes)
      all.push_back(
          {bytes, time_of_sum(*communicator, bytes), time_of_broadcast(*communicator, bytes)});
    const std::vector<double> after = comm::link_rates(*communicator, hosts.first, place.ports);
    communicator->finish();
    if (place.rank > 0) return ExitCode::done;
    const auto result = result_of(all, before, after);
    if (global.json)
      write_result_json(result);
    else
      write_text(table_of(result));
    return ExitCode::done;
  } catch (const std::exception& error) {
    communicator->give_up(error.what());
    throw;
  }
}

}  // namespace tutti::app
