// SPDX-License-Identifier: Apache-2.0
// How fetched output gets into its folder: it is copied into another one beside it and moved by
// renaming, so that a copy that breaks off damages nothing.
#pragma once

#include <functional>
#include <string>

#include "base/files.h"

namespace tutti::launch {

/// The folder that a job's output is copied into first: hidden, beside `output`.
Path part_of(const Path& output, const std::string& job);

/// Whether there is anything in a folder that a run could be resumed from.
bool has_output(const Path& output);

/// Moves what is in `part`/output into `output`, flushes it to disk and removes `part`. A
/// checkpoint appears only if it is whole; one that `output` has already stays. What a run left
/// half written is dropped. Throws UserError of exit code 5 where the file system fails.
void move_output(const Path& part, const Path& output,
                 const std::function<bool(const Path&)>& is_whole);

}  // namespace tutti::launch
