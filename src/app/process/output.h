// SPDX-License-Identifier: Apache-2.0
// Results go to stdout, messages to stderr; nothing else writes to either.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "app/process/global_options.h"
#include "base/error.h"
#include "base/files.h"

namespace tutti::app {

/// Writes text to stdout unchanged; throws a UserError with exit code 5 if that fails.
void write_result(std::string_view text);
/// The same for text to read: on a terminal its lines break between words.
void write_text(std::string_view text);
/// Writes one JSON value and a newline.
void write_result_json(const nlohmann::ordered_json& value);
/// Writes text to stderr unchanged, for panels. Ignores failures: a training does not end because
/// nobody watches it.
void write_message(std::string_view text);

/// Shows a progress line at the end of a terminal, in place of the previous one. The next output to
/// stderr replaces it.
void show_bar(std::string_view line);
/// Leaves the line as it is, and continues below it.
void keep_bar();
/// Erases the line.
void erase_bar();

/// The columns of a descriptor's terminal, 80 if unknown; 0 if it is not a terminal.
size_t columns_of_terminal(int descriptor);

/// Sends log messages to stderr as the options say: "warning: ...", info unchanged.
void log_to_stderr(const GlobalOptions& options);

/// Sets `shown`, from `global`, and the log to what a process of this rank shows: rank 0 what a
/// single process shows, the others only warnings. A newcomer has the rank -1.
void speak_as(int64_t rank, const GlobalOptions& global, GlobalOptions& shown);

}  // namespace tutti::app
