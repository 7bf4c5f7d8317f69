// SPDX-License-Identifier: Apache-2.0
#include "app/train_together.h"

#include "app/job_shares.h"
#include "app/launch_children.h"
#include "app/output.h"
#include "base/log.h"

namespace tutti::app {
namespace {

/// The other processes of a training, over any engine.
class OtherProcesses {
 public:
  /// Meets them.
  OtherProcesses(const comm::MeetingPlace& place, const TrainArguments& arguments) {
    if (comm::has_survivors(place.engine))
      job_.emplace(place, comm::JobLimits{arguments.collective_timeout, arguments.heartbeat_timeout,
                                          arguments.min_processes});
    else
      communicator_ = comm::join_job(place, arguments.collective_timeout);
  }

  /// Whether the job runs already.
  bool is_newcomer() const { return job_ && job_->is_newcomer(); }
  /// What a training sees of them. This object must outlive it.
  train::Processes processes(const std::vector<int64_t>& shares) {
    return job_ ? train::Processes(*job_, shares) : train::Processes(*communicator_, shares);
  }
  /// Ends what all do together. The first process may go on alone with what is left to do.
  void finish() {
    comm::Communicator& communicator = job_ ? job_->communicator() : *communicator_;
    try {
      communicator.finish();
    } catch (const comm::PeerFailed& failure) {
      if (communicator.rank() != 0) throw;
      log_warning("{}; nothing is missing for it", failure.what());
    }
  }
  /// Tells the others that this process cannot go on, and why.
  void give_up(const std::string& reason) {
    if (communicator_) communicator_->give_up(reason);
    if (job_ && job_->has_communicator()) job_->communicator().give_up(reason);
  }

 private:
  std::optional<comm::Job> job_;                      // of processes that outlive one another
  std::unique_ptr<comm::Communicator> communicator_;  // or of others
};

}  // namespace

void expect_shareable(const TrainArguments& arguments, int64_t processes) {
  if (!arguments.do_train)
    user_error("several processes share a training: give --do_train, or evaluate with one process");
  if (arguments.devices > 1)
    user_error(
        "--devices {} with {} processes: expected one device for each process; start more "
        "processes instead",
        arguments.devices, processes);
  if (arguments.auto_find_batch_size)
    user_error(
        "--auto_find_batch_size with {} processes: each would find its own; expected one process, "
        "or --per_device_train_batch_size and --gradient_accumulation_steps that fit everywhere",
        processes);
}

void speak_as(int64_t rank, const GlobalOptions& global, GlobalOptions& shown) {
  shown.speaker = rank < 0 ? "newcomer: " : fmt::format("rank {}: ", rank);
  shown.quiet = global.quiet || rank != 0;
  shown.terminal = global.terminal && rank == 0;
  log_to_stderr(shown);
}

void show_regrouping(const comm::Regrouping& regrouping, int64_t step) {
  const auto now = static_cast<int64_t>(regrouping.former.size());
  const int64_t came = regrouping.newcomers(), stayed = now - came;
  const std::string text =
      fmt::format("{}: {} of {} processes go on{} after step {}, found in {:.3f} s (generation {})",
                  regrouping.cause.empty() ? "processes ask to take part" : regrouping.cause,
                  stayed, regrouping.before, came > 0 ? fmt::format(" with {} more", came) : "",
                  step, regrouping.seconds, regrouping.generation);
  regrouping.cause.empty() ? log_info("{}", text) : log_warning("{}", text);
}

ExitCode run_together(const GlobalOptions& global, const TrainArguments& arguments,
                      const comm::MeetingPlace& place, const TrainOfOne& train) {
  expect_shareable(arguments, place.size);
  GlobalOptions shown = global;
  speak_as(place.joins ? -1 : place.rank, global, shown);
  OtherProcesses others(place, arguments);
  const auto take_part = [&](int64_t rank) {
    speak_as(rank, global, shown);
    tell_launcher(rank == 0);
  };
  others.is_newcomer() ? speak_as(-1, global, shown) : take_part(place.rank);
  try {
    const ExitCode code = train(shown, others.processes(shares_of(arguments)), take_part);
    others.finish();
    return code;
  } catch (const std::exception& error) {
    others.give_up(error.what());
    throw;
  }
}

}  // namespace tutti::app
