// SPDX-License-Identifier: Apache-2.0
// The contents sent to a machine: the program with its libraries, the arguments, and the files that
// they name.
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

/// The libraries that this process has loaded from files, except the C library, which belongs to
/// the system. Together with the program they are all that a machine with the same processor and a
/// C library at least as new needs: unlike a Debian package, they need neither a right to install
/// nor a network there.
std::vector<Path> loaded_libraries();

/// Adds the running program with its libraries, and the modules beside it that it opens, with
/// theirs. Throws UserError of exit code 3 for a module that cannot be opened.
void add_program(Bundle& bundle, const std::vector<Path>& modules);

/// Fills a folder with the contents of a bundle, following links. A file on the same file system
/// takes no space, because it is hard-linked. Throws UserError of exit code 5 if the file system
/// fails.
void write_bundle(const Bundle& bundle, const Path& folder);

}  // namespace tutti::launch
