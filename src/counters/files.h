// SPDX-License-Identifier: Apache-2.0
// Small files of the kernel with one value each. A value that cannot be read is missing.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/files.h"

namespace tutti::counters {

/// The first line of a file; empty if it cannot be read.
std::string first_line(const Path& file);
std::optional<double> number_in(const Path& file);
/// The entries of a folder whose names begin so, in their order.
std::vector<Path> entries(const Path& folder, const std::string& beginning);

}  // namespace tutti::counters
