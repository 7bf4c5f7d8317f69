// SPDX-License-Identifier: Apache-2.0
// Writes and finds checkpoints: folders `checkpoint-<step>` that are either complete or absent. A
// folder is written under another name, flushed to disk and then renamed. Its `complete.json` has
// the size and the SHA-256 of each of its files.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/hash.h"

namespace tutti::train {

/// The file of a checkpoint that says how far its run is.
inline constexpr const char* kStateFile = "trainer_state.json";

/// Writes the files of a checkpoint into a folder. Gives what it knows of them: write_checkpoint()
/// reads the others, because `complete.json` says what they contain.
using FillFolder = std::function<FileSums(const Path& folder)>;

/// Writes `output/checkpoint-<step>` and replaces an earlier one of that step. Then it removes the
/// oldest complete checkpoints until `keep` are left (0: it removes none), but neither the one just
/// written nor those of the steps in `protect`.
void write_checkpoint(const Path& output, int64_t step, const FillFolder& fill, int64_t keep,
                      const std::vector<int64_t>& protect = {});

/// The two ends of write_checkpoint(), for several that fill the folder between them: an empty
/// folder, and the checkpoint that is made of it. Of files of others `sums` says what they contain,
/// as they may not be visible here yet.
Path begin_checkpoint(const Path& output, int64_t step);
void finish_checkpoint(const Path& output, int64_t step, const FileSums& sums, int64_t keep,
                       const std::vector<int64_t>& protect = {});
/// Removes an unfinished checkpoint that will not be completed.
void remove_unfinished(const Path& output, int64_t step);

struct FoundCheckpoint {
  Path folder;
  int64_t step = 0;
};

/// Why a run cannot be resumed from a folder; empty if it can. Each of its files that a run reads
/// has to be in `complete.json`, as nothing else says that it is not damaged.
std::optional<std::string> checkpoint_problem(const Path& folder);

/// How many steps the run of a checkpoint had done, by its trainer_state.json.
int64_t saved_step(const Path& folder);

/// All folders named checkpoint-<step>, complete or not, by ascending step.
std::vector<FoundCheckpoint> list_checkpoints(const Path& output);

/// The complete checkpoint of the highest step. Each one that it has to skip is a warning that says
/// why.
std::optional<FoundCheckpoint> newest_checkpoint(const Path& output);

/// Removes all checkpoints that write_checkpoint() wrote.
void remove_checkpoints(const Path& output);

/// Whether a folder of this name is a checkpoint that an interrupted run did not finish writing.
bool is_leftover(std::string_view name);

/// Removes the checkpoints that interrupted runs did not finish writing.
void remove_leftovers(const Path& output);

}  // namespace tutti::train
