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

}  // namespace

CheckpointWriter::CheckpointWriter(const TrainingState& state, Path output, int64_t keep,
                                   bool behind)
    : state_(state), output_(std::move(output)), keep_(keep), behind_(behind) {}

CheckpointWriter::~CheckpointWriter() {
  try {
    wait();
  } catch (const std::exception& error) {
    log_warning("the checkpoint of step {} is not written: {}", step_, error.what());
  }
}

void CheckpointWriter::reserve() {
  if (!behind_ || copy_) return;
  try {
    copy_.emplace(state_);
  } catch (const UserError& error) {
    if (error.code() != ExitCode::out_of_memory) throw;
    log_warning("{} for a copy of the state: the training waits while checkpoints are written",
                error.what());
    behind_ = false;
  }
}

void CheckpointWriter::begin(Checkpoint checkpoint) {
  reserve();
  if (!behind_) return write(checkpoint);
  wait_before(checkpoint.step);
  copy_->take();
  step_ = checkpoint.step;
  written_ = std::async(std::launch::async, [this, checkpoint = std::move(checkpoint)] {
    lower_priority(kWriterNiceLevel);
    write(checkpoint, [this](const Path& folder) { copy_->save(folder); });
  });
}

void CheckpointWriter::write(const Checkpoint& checkpoint) {
  wait_before(checkpoint.step);
  step_ = checkpoint.step;
  write(checkpoint, [this](const Path& folder) { state_.save(folder); });
}

void CheckpointWriter::write(const Checkpoint& checkpoint, const FillFolder& fill_state) const {
  write_checkpoint(
      output_, checkpoint.step,
      [&](const Path& folder) {
        fill_state(folder);
        checkpoint.fill_rest(folder);
      },
      keep_, checkpoint.protect);
}

void CheckpointWriter::wait() {
  if (is_writing()) written_.get();
}

void CheckpointWriter::expect_no_failure() {
  if (is_writing() && written_.wait_for(std::chrono::seconds(0)) == std::future_status::ready)
    wait();
}

/// Waits, as a checkpoint of `step` comes next, and says in the log for how long.
void CheckpointWriter::wait_before(int64_t step) {
  using Clock = std::chrono::steady_clock;
  expect_no_failure();
  if (!is_writing()) return;
  const Clock::time_point begin = Clock::now();
  wait();
  log_info("step {}: the training waited {:.1f} s until the checkpoint of step {} was written",
           step, std::chrono::duration<double>(Clock::now() - begin).count(), step_);
}

}  // namespace tutti::train
