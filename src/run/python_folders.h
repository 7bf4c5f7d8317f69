// SPDX-License-Identifier: Apache-2.0
// The folders of Python's packages, where plugins may be.
#pragma once

#include <string>
#include <vector>

#include "base/files.h"
#include "run/context.h"

namespace tutti::run {

std::vector<Path> python_folders(const Variables& variables);

/// The package that brought a library, and its version: "libtpu 0.0.52". The library's name where
/// it is of none.
std::string package_of(const Path& library);

}  // namespace tutti::run
