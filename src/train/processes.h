// SPDX-License-Identifier: Apache-2.0
// The other processes of a training: what a step and the state need of them. All processes have the
// same state, with the same bits, and each computes some of the micro-batches of a step. Every
// function is called by all processes, at the same places of the training.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>

#include "comm/background_sum.h"
#include "comm/job.h"
#include "data/loader.h"
#include "train/device_copy.h"
#include "train/leaf_devices.h"
#include "train/shares.h"
#include "train/sparse_sums.h"
#include "train/state.h"
#include "train/step_batches.h"

namespace tutti::train {

/// Flags that processes exchange at each step. One that any process sets applies to all.
inline constexpr uint16_t kStopSign = 1;       // it is asked to stop
inline constexpr uint16_t kNewcomersSign = 2;  // processes wait to take part
inline constexpr uint16_t kWritingSign = 4;    // it writes a checkpoint, or a part of one

/// The load of a process, as rank 0 knows it.
struct ProcessLoad {
  double tokens_per_second = 0;  // while it computes, filler counted; 0: not known
  int64_t share = 0;             // of a step's micro-batches
  // Shares of a step's time:
  double waiting = 0;  // in which it waits for the others
  double hidden = 0;   // in which sums are added or on their way while it computes
  double exposed = 0;  // the same after it has computed, when it can only wait
};

/// How far a process is. All others continue from the state of the furthest one.
struct Standing {
  int64_t step = -1;    // of its state; -1: it has none
  int64_t entries = 0;  // of its log

  auto operator<=>(const Standing&) const = default;
};

class Processes {
 public:
  /// For processes that end when one of them does. `shares`: how many of a step's micro-batches
  /// each process computes, by rank. The communicator must outlive it.
  Processes(comm::Communicator& communicator, std::vector<int64_t> shares);
  /// For processes whose number may change. The job must outlive it.
  Processes(comm::Job& job, std::vector<int64_t> shares);

  /// Sums are sent in buckets of at most so many bytes; 0: chosen by the number of processes. All
  /// processes must set the same.
  void set_bucket_bytes(int64_t bytes) { bucket_bytes_ = bytes; }
  /// From now on shares follow the speeds that the processes measure. Their sum stays.
  void follow_speeds() { follows_speeds_ = true; }
  /// The loads of all processes, by rank, as of the last step.
  std::vector<ProcessLoad> loads() const;

  /// The processes have devices of different kinds, and each tells its own, by a name of
  /// all devices that give the same bits. Gradients are computed by `device`, which must outlive
  /// the object; null: by the backend of the state. All processes then compute on the same shapes
  /// and change the state on the same kind of backend, so that only the gradients of a micro-batch
  /// depend on its device.
  void mix(const std::string& name, DeviceCopy* device);
  bool is_mixed() const { return !own_device_.empty(); }
  /// The devices of a mixed job, by rank.
  const std::vector<std::string>& devices() const { return devices_; }
  /// Which device of a mixed job computed what.
  const LeafDevices& record() const { return replayed_ ? *replayed_ : record_; }
  /// Continues the record of a run that is resumed.
  void set_record(LeafDevices record) { record_ = std::move(record); }
  /// Each micro-batch is computed by a device of the name that an earlier run recorded.
  void replay(LeafDevices recorded) { replayed_ = std::move(recorded); }

  /// -1 is a newcomer, which has to regroup() before it can take part.
  int64_t rank() const { return is_newcomer() ? -1 : communicator().rank(); }
  bool is_first() const { return rank() == 0; }
  bool is_newcomer() const { return job_ != nullptr && job_->is_newcomer(); }
  comm::Communicator& communicator() const { return job_ ? job_->communicator() : *communicator_; }

  /// Whether the processes that are left after a failure meet again.
  bool can_regroup() const { return job_ != nullptr; }
  bool has_newcomers() const { return job_ != nullptr && job_->has_newcomers(); }
  /// Meets those that are left, see comm::Job::regroup(), or joins a job that runs. After it, all
  /// processes call agree_on() before anything else.
  comm::Regrouping regroup(const std::string& cause);
  /// Tells all how far each process is, and gives `value` of one that is furthest, with new shares.
  struct Agreement {
    nlohmann::json value;
    int64_t from = 0;        // its rank
    int64_t step = 0;        // and step
    bool all_equal = false;  // all processes are at its step, so that all have its state
    bool stop = false;       // any of them is to stop
  };
  Agreement agree_on(const Standing& standing, const nlohmann::json& value, bool stop);

  /// Checks that an object of names and values is the same in all processes. Where it is not, a
  /// UserError in each names the first value that differs, and the rank.
  void expect_same(const nlohmann::json& values);
  /// Checks that all processes have the same state. Where some have other bits, a UserError in each
  /// names their ranks and the first field that differs. `where` says what was checked, as "after
  /// step 20".
  void expect_same_state(const TrainingState& state, const std::string& where);
  /// Checks that all processes see a folder of the first one. Where some do not, a UserError in
  /// each names their ranks.
  void expect_shared_folder(const Path& folder);
  /// The values that newcomers must have too.
  void set_terms(const nlohmann::json& values);
  /// The first process's value in all. They wait for it however long it takes.
  nlohmann::json from_first(const nlohmann::json& value, std::string_view what);
  /// Gives all processes the state of one of them. Where that one fails, the others keep theirs.
  void share_state(TrainingState& state, int64_t from = 0);

  /// The sums of a step, on the device that has the state: the same bits as accumulate_gradients()
  /// gives one process that computes them all. `programs` are those of that device.
  DeviceBuffers gradients(Programs& programs, TrainingState& state, data::Loader& loader,
                          int64_t step);
  /// Which of so many things each process does, such as batches of an evaluation: as many as its
  /// share of a step allows, in the order of ranks.
  std::vector<comm::Slice> parts_of(int64_t count) const;
  /// The micro-batches of a step that this process computes. The step has at most `most_leaves`.
  std::vector<std::vector<data::Batch>> own_batches(data::Loader& loader, int64_t step,
                                                    int64_t most_leaves);

  /// Starts the exchange of this process's flags with the others'.
  void begin_agreement(uint16_t signs);
  /// Finishes it after so many steps and returns the flags that any process set. Shares may change.
  uint16_t agree(int64_t steps);

 private:
  /// Says which value of `first` is the first that `other`, of the process `who`, does not have.
  /// Empty: it has all.
  static std::string difference(const nlohmann::json& first, const nlohmann::json& other,
                                const std::string& who);
  /// A UserError in every process, for a reason that all of them have found.
  [[noreturn]] void refuse_together(const std::string& reason);
  /// The nodes of a step of so many leaves.
  std::vector<comm::Node> nodes_of(int64_t step, int64_t leaves) const;
  void follow(int64_t steps);
  /// Computes one node of a step and sends it, each bucket as soon as it is there.
  void compute(size_t node, Programs& computing, const DeviceBuffers& arguments,
               const NodeBatches& batches, comm::BackgroundSum& adding);

  /// Those of the processes that are left, as far as they had any; the others get as many as they
  /// have on average.
  std::vector<int64_t> shares_of_left() const;

  comm::Communicator* communicator_ = nullptr;  // either this
  comm::Job* job_ = nullptr;                    // or this one's
  std::vector<int64_t> shares_;
  std::vector<int64_t> former_;  // by rank: where its share is in shares_; -1: it has none
  nlohmann::json terms_;
  int64_t bucket_bytes_ = 0;
  std::optional<comm::TreeSum> sum_;
  std::optional<SparseSums> elements_;  // of the sums that are sent
  std::optional<comm::Gathering> agreement_;

  std::string own_device_;            // of a mixed job; empty: it is not mixed
  std::vector<std::string> devices_;  // by rank
  DeviceCopy* device_ = nullptr;      // null: gradients are computed where the state is
  LeafDevices record_;
  std::optional<LeafDevices> replayed_;

  bool follows_speeds_ = false;
  Pace pace_;
  StepTimes times_;  // since begin_agreement()
  std::chrono::steady_clock::time_point step_begin_;
  std::vector<ProcessLoad> loads_;        // as each process told, by rank; without shares
  std::vector<float> seconds_per_token_;  // likewise
};

}  // namespace tutti::train
