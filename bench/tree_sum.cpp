// SPDX-License-Identifier: Apache-2.0
// Measures comm::TreeSum over Gloo: the time to add sums over processes, beside iperf3's rate of
// the same link. Each process of the job runs
//   tree_sum RANK SIZE HOST PORT SHARES BYTES ROUNDS      (SHARES: 8,8)
// and rank 0 prints the time, the bus bandwidth 2 (N - 1) / N S / t and a hash of the result.
#include "comm/tree_sum.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>

#include "base/hash.h"
#include "base/text.h"
#include "comm/job.h"

namespace {

using namespace tutti;

int64_t number(const std::string& text) {
  int64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

int measure(const std::vector<std::string>& words) {
  const comm::MeetingPlace place{number(words[0]),
                                 number(words[1]),
                                 words[2],
                                 static_cast<int>(number(words[3])),
                                 "a token of a measurement",
                                 60};
  std::vector<int64_t> shares;
  for (const std::string& part : parts_of_list(words[4])) shares.push_back(number(part));
  const int64_t count = number(words[5]) / static_cast<int64_t>(sizeof(float));
  const auto communicator = comm::join_job(place, 120);
  const std::vector<comm::Node> nodes = comm::place_nodes(shares);
  comm::TreeSum sum(*communicator, count);
  std::vector<double> seconds;
  std::string hash;
  int64_t sent = 0;
  for (int64_t round = 0; round <= number(words[6]); round++) {
    sum.begin(nodes);
    for (size_t k = 0; k < nodes.size(); k++) {
      if (nodes[k].owner != place.rank) continue;
      const std::span<float> part = sum.part(k);
      // Micro-batch m has i % 1000 + m: whole numbers, whose sums are exact in any order.
      const int64_t leaves = nodes[k].last - nodes[k].first;
      const int64_t numbers = (nodes[k].first + nodes[k].last - 1) * leaves / 2;
      for (size_t i = 0; i < part.size(); i++)
        part[i] = static_cast<float>(static_cast<int64_t>(i % 1000) * leaves + numbers);
    }
    communicator->barrier("the begin of a round", 120);
    const int64_t before = communicator->bytes_sent();
    const auto begin = std::chrono::steady_clock::now();
    for (size_t k = 0; k < nodes.size(); k++)
      if (nodes[k].owner == place.rank) sum.send(k);
    const std::span<const float> result = sum.finish();
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
    if (round > 0) seconds.push_back(time.count());  // the first one warms up
    sent = communicator->bytes_sent() - before;
    hash = Sha256().update(std::as_bytes(result)).hex();
  }
  communicator->finish();
  if (place.rank > 0 || seconds.empty()) return 0;
  std::sort(seconds.begin(), seconds.end());
  const double median = seconds[seconds.size() / 2];
  const auto ranks = static_cast<double>(place.size);
  const double bits = 8.0 * 2 * (ranks - 1) / ranks * static_cast<double>(count) * sizeof(float);
  std::printf(
      "%s bytes, shares %s: best %.2f ms, median %.2f ms; bus best %.3f, median %.3f Gb/s; "
      "sent %.4f (N-1)/N S; hash %s\n",
      words[5].c_str(), words[4].c_str(), seconds[0] * 1e3, median * 1e3, bits / seconds[0] / 1e9,
      bits / median / 1e9, static_cast<double>(sent) / (bits / 16), hash.substr(0, 16).c_str());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  if (words.size() != 7) {
    std::fputs("usage: tree_sum RANK SIZE HOST PORT SHARES BYTES ROUNDS\n", stderr);
    return 2;
  }
  try {
    return measure(words);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "rank %s: %s\n", words[0].c_str(), error.what());
    return 1;
  }
}
