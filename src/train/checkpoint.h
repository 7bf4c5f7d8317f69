// SPDX-License-Identifier: Apache-2.0
// Checkpoints: folders `checkpoint-<step>` that are whole or not there. A folder is written beside
// its place, made durable, renamed, and carries `complete.json` with the size and SHA-256 of each
// file.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/files.h"

namespace tutti::train {

/// Fills a folder that is on its way to become a checkpoint.
using FillFolder = std::function<void(const Path& folder)>;

/// Writes `output/checkpoint-<step>`, replacing one that is there; then drops the oldest complete
/// ones beyond `keep` (0: keeps all), never the one just written nor one named in `protect`.
void write_checkpoint(const Path& output, int64_t step, const FillFolder& fill, int64_t keep,
                      const std::vector<int64_t>& protect = {});

struct FoundCheckpoint {
  Path folder;
  int64_t step = 0;
};

/// Why a folder cannot be resumed from; nothing if it can.
std::optional<std::string> checkpoint_problem(const Path& folder);

/// Steps of all folders named checkpoint-<step>, complete or not, ascending.
std::vector<FoundCheckpoint> list_checkpoints(const Path& output);

/// The complete checkpoint of the highest step; each one skipped is a warning that says why.
std::optional<FoundCheckpoint> newest_checkpoint(const Path& output);

/// Removes all checkpoints that write_checkpoint made.
void remove_checkpoints(const Path& output);

/// Whether that is the name of what an interrupted run left half written.
bool is_leftover(std::string_view name);

/// Removes what an interrupted run left half written.
void remove_leftovers(const Path& output);

}  // namespace tutti::train
