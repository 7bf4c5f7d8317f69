// SPDX-License-Identifier: Apache-2.0
#include "train/output_size.h"

#include <algorithm>

#include "base/text.h"
#include "train/memory_plan.h"

namespace tutti::train {

OutputSize output_size(int64_t checkpoint, int64_t model, const TrainerOptions& options,
                       int64_t first) {
  const int64_t each = options.save_steps;
  const auto due = [each](int64_t steps) { return each > 0 ? steps / each : 0; };
  int64_t written = due(options.total_steps) - due(first);
  // One more after the last step.
  if (each > 0 && options.total_steps > first && options.total_steps % each != 0) written++;
  const int64_t keep = options.keep_checkpoints;
  const int64_t kept = keep > 0 ? std::min(written, keep) : written;
  const int64_t passing = written > kept ? 1 : 0;
  return {checkpoint, kept, kept * checkpoint + model, (kept + passing) * checkpoint + model};
}

OutputSize output_size(const step::StateLayout& layout, const TrainerOptions& options,
                       int64_t first) {
  return output_size(checkpoint_bytes(layout), trained_bytes(layout), options, first);
}

std::optional<std::string> lack_of_disk(const OutputSize& size, const Path& output, uint64_t free) {
  if (size.most <= 0 || static_cast<uint64_t>(size.most) <= free) return std::nullopt;
  return fmt::format(
      "{}: {} are free, and this run writes up to {}: the model and {} of {}; give a smaller "
      "--save_total_limit, a larger --save_steps, or another --output_dir; otherwise it ends when "
      "the disk is full",
      escaped(output.string(), 1000), human_bytes(free),
      human_bytes(static_cast<size_t>(size.most)), counted(size.kept, "checkpoint"),
      human_bytes(static_cast<size_t>(size.checkpoint)));
}

}  // namespace tutti::train
