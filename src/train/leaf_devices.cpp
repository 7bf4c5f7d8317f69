// SPDX-License-Identifier: Apache-2.0
#include "train/leaf_devices.h"

#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "base/text.h"

namespace tutti::train {
namespace {

constexpr int64_t kMostMicroBatches = 1 << 24;

int64_t sum_of(const std::vector<int64_t>& shares) {
  return std::accumulate(shares.begin(), shares.end(), int64_t{0});
}

std::vector<int64_t> shares_in(const nlohmann::json& list, const std::string& where) {
  std::vector<int64_t> shares;
  for (const auto& share : list) {
    if (!share.is_number_integer() || share < 0 || share > kMostMicroBatches)
      user_error("{}: the share {} of a process: expected a number of micro-batches", where,
                 escaped(share.dump()));
    shares.push_back(share.get<int64_t>());
  }
  return shares;
}

}  // namespace

LeafDevices::LeafDevices(const nlohmann::json& saved, const std::string& where) {
  if (!saved.is_array()) user_error("{}: expected a list of shares and devices", where);
  for (const auto& one : saved) {
    const auto list = [&](const char* name) {
      if (!one.is_object() || !one.contains(name) || !one[name].is_array())
        user_error("{}: an entry has no list of {}: {}", where, name, escaped(one.dump()));
      return one[name];
    };
    Entry entry;
    entry.shares = shares_in(list("shares"), where);
    for (const auto& device : list("devices")) {
      if (!device.is_string())
        user_error("{}: the device {}: expected a text", where, escaped(device.dump()));
      entry.devices.push_back(device.get<std::string>());
    }
    if (entry.devices.size() != entry.shares.size() || sum_of(entry.shares) == 0)
      user_error("{}: {} shares of {} devices: expected one of each, and micro-batches", where,
                 entry.shares.size(), entry.devices.size());
    const auto from = one.find("from_step");
    if (from == one.end() || !from->is_number_integer() ||
        *from <= (entries_.empty() ? -1 : entries_.back().from_step))
      user_error("{}: from_step {}: expected a number of steps, larger in each entry", where,
                 from == one.end() ? "is missing" : escaped(from->dump()));
    entry.from_step = from->get<int64_t>();
    entries_.push_back(std::move(entry));
  }
}

void LeafDevices::expect_micro_batches(int64_t count, const std::string& where) const {
  if (entries_.empty()) user_error("{}: it is empty: nothing was recorded", where);
  for (const Entry& entry : entries_)
    if (sum_of(entry.shares) != count)
      user_error("{}: steps had {} micro-batches, but have {} now; give the same --micro_batches",
                 where, sum_of(entry.shares), count);
}

void LeafDevices::note(int64_t step, const std::vector<int64_t>& shares,
                       const std::vector<std::string>& devices) {
  while (!entries_.empty() && entries_.back().from_step >= step) entries_.pop_back();
  if (!entries_.empty() && entries_.back().shares == shares && entries_.back().devices == devices)
    return;
  entries_.push_back({step, shares, devices});
}

nlohmann::json LeafDevices::json() const {
  nlohmann::json list = nlohmann::json::array();
  for (const Entry& entry : entries_)
    list.push_back(
        {{"from_step", entry.from_step}, {"shares", entry.shares}, {"devices", entry.devices}});
  return list;
}

std::vector<comm::Node> LeafDevices::nodes(int64_t step, int64_t micro_batches,
                                           const std::vector<std::string>& devices) const {
  const auto next = std::find_if(entries_.begin(), entries_.end(),
                                 [&](const Entry& entry) { return entry.from_step > step; });
  if (next == entries_.begin())
    user_error("it was not recorded which device computed what in step {}", step + 1);
  const Entry& entry = *std::prev(next);
  std::vector<comm::Node> nodes =
      comm::place_nodes(comm::scaled_shares(entry.shares, micro_batches));
  std::vector<int64_t> load(devices.size());
  for (comm::Node& node : nodes) {
    const std::string& device = entry.devices[static_cast<size_t>(node.owner)];
    node.owner = -1;
    for (size_t rank = 0; rank < devices.size(); rank++)
      if (devices[rank] == device &&
          (node.owner < 0 || load[rank] < load[static_cast<size_t>(node.owner)]))
        node.owner = static_cast<int64_t>(rank);
    if (node.owner < 0)
      user_error(
          "step {} had micro-batches computed by {}, and no process has that device now; start one "
          "that has it",
          step + 1, escaped(device));
    load[static_cast<size_t>(node.owner)] += node.last - node.first;
  }
  return nodes;
}

}  // namespace tutti::train
