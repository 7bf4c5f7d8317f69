// SPDX-License-Identifier: Apache-2.0
// Shows runs on one page: curves, results, where the time went, devices, and how their
// configurations differ.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "metrics/run_data.h"
#include "pages/chart.h"

namespace tutti::pages {

/// No page is larger, however many runs and steps there are: it omits points of curves first, then
/// curves other than a training's usual ones, with a note.
inline constexpr size_t kLargestPage = 2'000'000;  // bytes

/// `made` says when and by what the page was made. An empty title: the run's name, or how many
/// there are.
std::string run_report_html(const std::vector<metrics::RunData>& runs, std::string title,
                            const std::string& made);

/// The charts of these runs, group by group, first those that every training has; a chart may have
/// no line. A run's color is its position in the list.
std::vector<Chart> charts_of(const std::vector<metrics::RunData>& runs);

/// What the page has besides curves: evaluation, where the time went, devices, configuration.
std::string tables_html(const std::vector<metrics::RunData>& runs);

/// The last finite loss of the training, under any trainer's name for it; NaN if there is none.
double loss_of(const metrics::RunData& run);

/// The name and the last value of the most telling metric of a run's evaluations; an empty name and
/// NaN if it has none.
std::pair<std::string, double> metric_of(const metrics::RunData& run);

/// The texts that a training wrote, such as generated samples; empty if it wrote none.
std::string samples_html(const std::vector<metrics::RunData>& runs);

/// The arguments that differ between the runs whose arguments are known, a row each: the name, then
/// each such run's value, or "—" if it has none. For a single run, all arguments.
std::vector<std::vector<std::string>> configuration_rows(const std::vector<metrics::RunData>& runs);

}  // namespace tutti::pages
