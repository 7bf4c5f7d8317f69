// SPDX-License-Identifier: Apache-2.0
#include "run/other_processes.h"

#include "base/log.h"
#include "comm/rendezvous.h"

namespace tutti::run {

OtherProcesses::OtherProcesses(const comm::MeetingPlace& place, const TrainSettings& settings) {
  if (comm::has_survivors(place.engine))
    job_.emplace(place, comm::JobLimits{settings.collective_timeout, settings.heartbeat_timeout,
                                        settings.min_processes});
  else
    communicator_ = comm::join_job(place, settings.collective_timeout);
}

train::Processes OtherProcesses::processes(const std::vector<int64_t>& shares) {
  return job_ ? train::Processes(*job_, shares) : train::Processes(*communicator_, shares);
}

void OtherProcesses::finish() {
  comm::Communicator& communicator = job_ ? job_->communicator() : *communicator_;
  try {
    communicator.finish();
  } catch (const comm::PeerFailed& failure) {
    if (communicator.rank() != 0) throw;
    log_warning("{}; the results are complete nevertheless", failure.what());
  }
}

void OtherProcesses::give_up(const std::string& reason) {
  if (communicator_) communicator_->give_up(reason);
  if (job_ && job_->has_communicator()) job_->communicator().give_up(reason);
}

void expect_shareable(const TrainSettings& settings, int64_t processes) {
  if (!settings.do_train)
    user_error("several processes share a training: give --do_train, or evaluate with one process");
  if (settings.devices > 1)
    user_error(
        "--devices {} with {} processes: expected one device for each process; start more "
        "processes instead",
        settings.devices, processes);
  if (settings.auto_find_batch_size)
    user_error(
        "--auto_find_batch_size with {} processes: each would find its own; expected one process, "
        "or --per_device_train_batch_size and --gradient_accumulation_steps that fit everywhere",
        processes);
}

void show_regrouping(const comm::Regrouping& regrouping, int64_t step) {
  const auto now = static_cast<int64_t>(regrouping.former.size());
  const int64_t came = regrouping.newcomers(), stayed = now - came;
  const std::string text = fmt::format(
      "{}: {} of {} processes continue{} after step {}, met in {:.3f} s (generation {})",
      regrouping.cause.empty() ? "processes ask to join" : regrouping.cause, stayed,
      regrouping.before, came > 0 ? fmt::format(" with {} more", came) : "", step,
      regrouping.seconds, regrouping.generation);
  regrouping.cause.empty() ? log_info("{}", text) : log_warning("{}", text);
}

}  // namespace tutti::run
