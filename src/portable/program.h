// SPDX-License-Identifier: Apache-2.0
// Opens programs, whichever form they have: StableHLO's text, a portable artifact in MLIR bytecode,
// or a file of jax.export. What a file is, its first bytes say, not its name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"
#include "ir/module.h"

namespace tutti::portable {

/// Whether the content is a program in binary form.
bool is_binary_program(std::string_view content);
/// The same of a file; a folder or what is not there is none.
bool is_binary_program_file(const Path& file);

/// The modules of a file, verified. In text, lines that begin with `// -----` part several; lines
/// in errors count from the file's beginning.
std::vector<ir::Module> open_programs(const Path& file);
/// The same of a content; `where` names it in errors.
std::vector<ir::Module> programs_of(std::string content, const std::string& where);

}  // namespace tutti::portable
