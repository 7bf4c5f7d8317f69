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

/// Writes text to stdout as it is; throws UserError of exit code 5 where that fails.
void write_result(std::string_view text);
/// The same of text for a reader: on a terminal its lines are broken between words.
void write_text(std::string_view text);
/// Writes one JSON value and a line's end.
void write_result_json(const nlohmann::ordered_json& value);
/// Writes text to stderr as it is, for panels. A failure is ignored: a training does not end
/// because nobody watches it.
void write_message(std::string_view text);

/// Shows a line of progress at the end of a terminal, in place of the one before. What is written
/// to stderr next takes its place.
void show_bar(std::string_view line);
/// Leaves the line as it is, and goes on below it.
void keep_bar();
/// Takes the line away.
void erase_bar();

/// Columns of the terminal behind a descriptor, 80 where unknown; 0 where there is none.
size_t columns_of_terminal(int descriptor);

/// Sends log messages to stderr as the options ask: "warning: ...", info as it is.
void log_to_stderr(const GlobalOptions& options);

/// Makes `shown` of `global`, and the log, what a process of this rank shows: rank 0 what one that
/// is alone shows, the others only warnings. A newcomer has the rank -1.
void speak_as(int64_t rank, const GlobalOptions& global, GlobalOptions& shown);

}  // namespace tutti::app
