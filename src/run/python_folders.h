// SPDX-License-Identifier: Apache-2.0
// The folders of Python packages, which may contain plugins.
#pragma once

#include <string>
#include <vector>

#include "base/files.h"
#include "run/context.h"

namespace tutti::run {

std::vector<Path> python_folders(const Variables& variables);

/// The package that contains a library, and its version: "libtpu 0.0.52"; the library's name if
/// there is none.
std::string package_of(const Path& library);

}  // namespace tutti::run
