// SPDX-License-Identifier: Apache-2.0
// The first rows of a file to train on.
#pragma once

#include <string>

#include "serve/program.h"

namespace tutti::serve {

/// A table of the first rows, or why there is none. `file` is a flag's value: a path, or several
/// separated by commas, of which the first is shown. Empty if `file` is empty.
std::string preview_html(const std::string& file, const Hide& hide);

}  // namespace tutti::serve
