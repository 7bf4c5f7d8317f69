// SPDX-License-Identifier: Apache-2.0
// What is sent to a machine: the program with its libraries, the arguments, and the files that they
// name.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/files.h"

namespace tutti::launch {

struct Bundle {
  std::vector<std::pair<Path, std::string>> files;  // a file or folder here -> its name there
  std::string arguments;                            // job.json
};

/// The libraries that this process has loaded from files, without those of the C library, which
/// belong to the system that they run on. With the program itself they are all that a machine of
/// the same processor needs, if its C library is as new: neither a right to install anything nor a
/// network is needed there, as a Debian package would.
std::vector<Path> loaded_libraries();

/// Adds the running program with its libraries, and modules that it opens where they lie beside it,
/// with theirs. Throws UserError of exit code 3 for a module that cannot be opened.
void add_program(Bundle& bundle, const std::vector<Path>& modules);

/// Fills a folder with what a bundle names, links followed. A file on the same file system takes no
/// space: it is linked. Throws UserError of exit code 5 where the file system fails.
void write_bundle(const Bundle& bundle, const Path& folder);

}  // namespace tutti::launch
