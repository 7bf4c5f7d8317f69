// SPDX-License-Identifier: Apache-2.0
// Runs at a glance: a table of runs, and the summary of one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "serve/run_folder.h"

namespace tutti::serve {

/// `started`, a run's state if the page has started it, unless empty; else "finished" if it has
/// written its results, "active" if it has written values within the last two minutes, and "idle".
std::string state_of(const RunSummary& run, const std::string& started);

/// A state in the color of its kind.
std::string badge_html(const std::string& state);

struct RunRow {
  RunSummary run;
  std::string state;
};

/// The runs, a row each. If `offers_choice`, each row has a checkbox to compare it. Rows beyond
/// `most` are hidden until a filter finds them: a browser takes long to lay out a thousand.
std::string runs_table_html(const std::vector<RunRow>& rows, bool offers_choice,
                            size_t most = SIZE_MAX);

/// State, step, loss, metric, rate, time left and memory of a run.
std::string summary_html(const RunRow& row);

/// "3 min 20 s"; "—" if unknown.
std::string duration_text(double seconds);

}  // namespace tutti::serve
