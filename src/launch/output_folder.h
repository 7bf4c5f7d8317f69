// SPDX-License-Identifier: Apache-2.0
// Puts fetched output into its folder: output is first copied into a folder beside it and then
// renamed, so that an interrupted copy damages nothing.
#pragma once

#include <functional>
#include <string>

#include "base/files.h"

namespace tutti::launch {

/// The folder that first receives a job's output: hidden, beside `output`.
Path part_of(const Path& output, const std::string& job);

/// Whether a run could be resumed from anything in a folder.
bool has_output(const Path& output);

/// Moves the contents of `part`/output into `output`, flushes them to disk and removes `part`. Only
/// complete checkpoints appear; those already in `output` stay. Half-written files are dropped.
/// Throws UserError of exit code 5 if the file system fails.
void move_output(const Path& part, const Path& output,
                 const std::function<bool(const Path&)>& is_whole);

}  // namespace tutti::launch
