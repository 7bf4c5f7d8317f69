// SPDX-License-Identifier: Apache-2.0
#include "train/checkpoint_writer.h"

#include <chrono>

#include "base/log.h"
#include "base/text.h"
#include "base/threads.h"

namespace tutti::train {
namespace {

// Of the thread that writes: the training comes first, but a busy machine leaves the thread enough
// time to be done before the next checkpoint.
constexpr int kWriterNiceLevel = 5;
constexpr double kWorthTelling = 0.1;  // seconds that a training waits

/// Runs work in a thread of its own if `is_async`, else at once.
template <typename Work>
std::future<FileSums> started(bool is_async, Work work) {
  if (is_async)
    return std::async(std::launch::async, [work = std::move(work)] {
      lower_priority(kWriterNiceLevel);
      return work();
    });
  std::packaged_task<FileSums()> done(std::move(work));
  done();
  return done.get_future();
}

std::string text_of(const FileSums& sums) {
  nlohmann::json files = nlohmann::json::object();
  for (const auto& [name, sum] : sums) files[name] = {sum.bytes, sum.sha256};
  return files.dump();
}

FileSums sums_of(const std::string& text) {
  FileSums sums;
  const auto files = nlohmann::json::parse(text);
  for (const auto& [name, sum] : files.items())
    sums[name] = {sum[0].get<uint64_t>(), sum[1].get<std::string>()};
  return sums;
}

}  // namespace

CheckpointWriter::CheckpointWriter(const TrainingState& state, CheckpointOptions options)
    : state_(state), options_(std::move(options)), is_async_(options_.is_async) {}

CheckpointWriter::~CheckpointWriter() {
  try {
    if (written_.valid()) take_written();
    if (parts_)
      log_warning(
          "the checkpoint of step {} stays incomplete: the run ended before all processes "
          "had written their parts",
          step_);
  } catch (const std::exception& error) {
    log_warning("the checkpoint of step {} is not written: {}", step_, error.what());
  }
}

StatePart CheckpointWriter::own_part() const {
  if (!options_.writers) return {};
  return {options_.writers->rank(), options_.writers->communicator().size()};
}

void CheckpointWriter::reserve() {
  if (!is_async_ || (copy_ && copy_->part() == own_part())) return;
  try {
    copy_.reset();
    copy_.emplace(state_, own_part());
  } catch (const UserError& error) {
    if (error.code() != ExitCode::out_of_memory) throw;
    log_warning("{} for a copy of the state: the training will wait for each checkpoint",
                error.what());
    is_async_ = false;
  }
}

void CheckpointWriter::begin(Checkpoint checkpoint) {
  wait_before(checkpoint.step);
  reserve();
  if (is_async_) copy_->take();
  start(std::move(checkpoint), is_async_);
}

void CheckpointWriter::write(Checkpoint checkpoint) {
  wait_before(checkpoint.step);
  start(std::move(checkpoint), /*behind=*/false);
  wait();
}

void CheckpointWriter::start(Checkpoint checkpoint, bool is_async) {
  step_ = checkpoint.step;
  problem_.reset();
  // Of this process, whose rank may change while its thread writes.
  const auto fill = [this, is_async, part = own_part(), has_rest = writes_rest(),
                     fill_rest = checkpoint.fill_rest](const Path& folder) {
    FileSums sums = is_async ? copy_->save(folder, gives_up_) : state_.save(folder, part);
    if (has_rest) fill_rest(folder);
    return sums;
  };
  if (options_.writers) {
    const auto folder = folder_of_all(checkpoint.step);
    if (!folder) return;
    parts_ = std::move(checkpoint);
    written_ = started(is_async, [fill, folder] { return fill(*folder); });
    return;
  }
  written_ = started(is_async, [this, fill, checkpoint = std::move(checkpoint)] {
    write_checkpoint(options_.output, checkpoint.step, fill, options_.keep, checkpoint.protect);
    return FileSums();
  });
}

/// The first process makes the folder of a checkpoint, and the others see it.
std::optional<Path> CheckpointWriter::folder_of_all(int64_t step) {
  nlohmann::json told = {{"problem", nullptr}};
  if (writes_rest()) try {
      told["folder"] = std::filesystem::absolute(begin_checkpoint(options_.output, step)).string();
    } catch (const UserError& error) {
      if (error.code() != ExitCode::io) throw;
      told["problem"] = error.what();
    }
  told = options_.writers->from_first(told, "the folder of a checkpoint");
  if (!told["problem"].is_null()) {
    note_failure(told["problem"].get<std::string>());
    return std::nullopt;
  }
  const Path folder = told["folder"].get<std::string>();
  if (!std::filesystem::is_directory(folder))
    user_error(
        "{}: rank 0 has made this folder, but rank {} does not see it; expected an --output_dir "
        "that all processes share, or no --save_sharded",
        escaped(folder.string()), options_.writers->rank());
  return folder;
}

void CheckpointWriter::complete_parts() {
  if (!parts_) return;
  const Checkpoint checkpoint = *std::exchange(parts_, std::nullopt);
  const auto own = take_written();
  const auto texts = options_.writers->communicator().all_gather(
      own ? text_of(*own) : "", "the parts of a checkpoint", comm::kNoLimit);
  if (const auto failed = std::find(texts.begin(), texts.end(), ""); failed != texts.end()) {
    if (own) note_failure(fmt::format("rank {} cannot write its part", failed - texts.begin()));
    if (writes_rest()) remove_unfinished(options_.output, step_);
    return;
  }
  if (!writes_rest()) return;
  FileSums sums;
  for (const std::string& text : texts) sums.merge(sums_of(text));
  written_ = started(is_async_, [this, checkpoint, sums] {
    finish_checkpoint(options_.output, checkpoint.step, sums, options_.keep, checkpoint.protect);
    return FileSums();
  });
}

void CheckpointWriter::abandon_parts() {
  if (!std::exchange(parts_, std::nullopt)) return;
  gives_up_ = true;
  try {
    if (written_.valid()) written_.get();
  } catch (const UserError&) {
    // The checkpoint stays incomplete in any case.
  }
  gives_up_ = false;
  if (writes_rest())
    log_warning("the checkpoint of step {} stays incomplete: a process has gone", step_);
}

void CheckpointWriter::wait() {
  complete_parts();
  if (written_.valid()) take_written();
}

std::optional<FileSums> CheckpointWriter::take_written() {
  try {
    return written_.get();
  } catch (const UserError& error) {
    if (error.code() != ExitCode::io) throw;
    note_failure(error.what());
    return std::nullopt;
  }
}

void CheckpointWriter::note_failure(const std::string& problem) {
  problem_ = fmt::format("the checkpoint of step {} is not written: {}", step_, problem);
  log_warning("{}", *problem_);
}

void CheckpointWriter::expect_written() const {
  if (problem_) io_error("{}", *problem_);
}

bool CheckpointWriter::is_writing() const {
  return written_.valid() &&
         written_.wait_for(std::chrono::seconds(0)) != std::future_status::ready;
}

void CheckpointWriter::log_failure() {
  if (written_.valid() && !is_writing() && !parts_) take_written();
}

/// Waits, as a checkpoint of `step` comes next, and says in the log for how long.
void CheckpointWriter::wait_before(int64_t step) {
  using Clock = std::chrono::steady_clock;
  const bool waits = is_writing();
  const Clock::time_point begin = Clock::now();
  wait();
  const std::chrono::duration<double> waited = Clock::now() - begin;
  if (waits && waited.count() >= kWorthTelling)
    log_info("step {}: the training waited {:.1f} s for the checkpoint of step {}", step,
             waited.count(), step_);
}

}  // namespace tutti::train
