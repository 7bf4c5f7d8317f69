// SPDX-License-Identifier: Apache-2.0
// Which device computed which micro-batch. In a job of unlike devices the bits of a result depend
// on that and on nothing else, so a run that is recorded here can be done again.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "comm/tree.h"

namespace tutti::train {

class LeafDevices {
 public:
  LeafDevices() = default;
  /// What json() gave; other text is a UserError that begins with `where`.
  LeafDevices(const nlohmann::json& saved, const std::string& where);

  /// Throws a UserError if it comes from a run whose steps had another number of micro-batches.
  void expect_micro_batches(int64_t count, const std::string& where) const;

  /// In step `step`, counted from 0, the processes have these shares and devices, by rank. A
  /// device has the name of all devices that give the same bits. Notes of this step and later ones
  /// are dropped, because an interrupted step is done again.
  void note(int64_t step, const std::vector<int64_t>& shares,
            const std::vector<std::string>& devices);
  /// [{"from_step", "shares", "devices"}], an entry for each change.
  nlohmann::json json() const;

  /// The nodes of a step of so many micro-batches, as they were noted, of processes that have
  /// `devices` now: each node goes to a process whose device is that of the process that had it,
  /// and to the one that has least so far. If there is none, a UserError names the device, as it
  /// does if nothing was noted of the step.
  std::vector<comm::Node> nodes(int64_t step, int64_t micro_batches,
                                const std::vector<std::string>& devices) const;

 private:
  struct Entry {
    int64_t from_step = 0;
    std::vector<int64_t> shares;
    std::vector<std::string> devices;
  };
  std::vector<Entry> entries_;  // by step
};

}  // namespace tutti::train
