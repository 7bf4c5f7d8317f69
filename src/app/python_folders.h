// SPDX-License-Identifier: Apache-2.0
// The folders of Python's packages, where plugins may be.
#pragma once

#include <vector>

#include "base/files.h"

namespace tutti::app {

std::vector<Path> python_folders();

}  // namespace tutti::app
