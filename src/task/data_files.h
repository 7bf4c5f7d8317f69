// SPDX-License-Identifier: Apache-2.0
// The files that a flag of data names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"

namespace tutti::task {

/// The files of --FLAG: a name, several separated by commas, or patterns ("part-*.jsonl"), whose
/// files come in the order of their names. A name with a comma is taken as it is where there is
/// such a file. A folder, a web address, a pattern without files and a file twice are UserErrors.
std::vector<Path> named_files(const std::string& names, std::string_view flag);

}  // namespace tutti::task
