// SPDX-License-Identifier: Apache-2.0
// Runs as one page: curves, results, where the time went, devices, and what is different in their
// configurations.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "metrics/run_data.h"
#include "pages/chart.h"

namespace tutti::pages {

/// No page is larger, however many runs and steps there are: points of curves are left out first,
/// then curves that are not of a training's usual ones, with a note.
inline constexpr size_t kLargestPage = 2'000'000;  // bytes

/// `made` says when and by what. An empty title becomes the run's name, or how many there are.
std::string run_report_html(const std::vector<metrics::RunData>& runs, std::string title,
                            const std::string& made);

/// The charts of these runs, group by group, those that every training has first; a chart may have
/// no line. A run's colour is its place in the list.
std::vector<Chart> charts_of(const std::vector<metrics::RunData>& runs);

/// What the page has besides curves: evaluation, where the time went, devices, configuration.
std::string tables_html(const std::vector<metrics::RunData>& runs);

/// The last loss of the training that is finite, by any trainer's name for it; NaN where there is
/// none.
double loss_of(const metrics::RunData& run);

/// The name and the last value of the metric that says most of a run's evaluations; an empty name
/// and NaN where it has none.
std::pair<std::string, double> metric_of(const metrics::RunData& run);

/// What a training wrote of texts, as samples that it generated; empty where it wrote none.
std::string samples_html(const std::vector<metrics::RunData>& runs);

/// Arguments whose values are not the same in all runs whose arguments are known, a row each: its
/// name, then each such run's value; "—" where it has none. Of one run alone, all arguments.
std::vector<std::vector<std::string>> configuration_rows(const std::vector<metrics::RunData>& runs);

}  // namespace tutti::pages
