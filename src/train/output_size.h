// SPDX-License-Identifier: Apache-2.0
// What a training writes into its output folder, known before its first step.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "step/state_layout.h"
#include "train/trainer.h"

namespace tutti::train {

/// Bytes, except `kept`.
struct OutputSize {
  int64_t checkpoint = 0;
  int64_t kept = 0;    // checkpoints that remain in the end
  int64_t output = 0;  // the folder in the end: those, and the model
  int64_t most = 0;    // while a checkpoint is written before the oldest is removed
};

/// Of a run that continues after `first` steps: what it writes after them.
OutputSize output_size(int64_t checkpoint, int64_t model, const TrainerOptions& options,
                       int64_t first = 0);
OutputSize output_size(const step::StateLayout& layout, const TrainerOptions& options,
                       int64_t first = 0);

/// What to say where a disk has so many bytes free; nothing if they suffice.
std::optional<std::string> lack_of_disk(const OutputSize& size, const Path& output, uint64_t free);

}  // namespace tutti::train
