// SPDX-License-Identifier: Apache-2.0
// The other processes of a training: what a step and the state need of them. All processes have the
// same state, with the same bits, and each computes some of the micro-batches of a step. Every
// function is called by all processes, at the same places of the training.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>

#include "comm/tree_sum.h"
#include "data/loader.h"
#include "train/state.h"

namespace tutti::train {

class Processes {
 public:
  /// `shares`: how many of a step's micro-batches each process computes, by rank. The communicator
  /// must outlive it.
  Processes(comm::Communicator& communicator, std::vector<int64_t> shares);

  int64_t rank() const { return communicator_.rank(); }
  bool is_first() const { return rank() == 0; }
  const std::vector<int64_t>& shares() const { return shares_; }
  comm::Communicator& communicator() { return communicator_; }

  /// Checks that an object of names and values is the same in all processes. Where it is not, a
  /// UserError in each names the first value that differs, and the rank.
  void expect_same(const nlohmann::json& values);
  /// The first process's value in all. They wait for it however long it takes.
  nlohmann::json from_first(const nlohmann::json& value, std::string_view what);
  /// Gives all processes the state of the first.
  void share_state(TrainingState& state, backend::Backend& backend);

  /// The sums of a step that has at least two micro-batches, on the device of this process: the
  /// same bits as accumulate_gradients() gives one process that computes them all.
  DeviceBuffers gradients(Programs& programs, TrainingState& state, data::Loader& loader,
                          int64_t step);
  /// The micro-batches of a step that this process computes.
  std::vector<std::vector<data::Batch>> own_batches(data::Loader& loader, int64_t step);

  /// Begins to tell the others whether this process is asked to stop, and to hear it of them.
  void begin_agreement(bool stop);
  /// Whether any of them was.
  bool agree();

 private:
  std::vector<comm::Node> nodes_of(int64_t micro_batches) const;

  comm::Communicator& communicator_;
  std::vector<int64_t> shares_;
  std::optional<comm::TreeSum> sum_;
  std::optional<comm::Gathering> agreement_;
};

}  // namespace tutti::train
