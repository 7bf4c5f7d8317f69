// SPDX-License-Identifier: Apache-2.0
// `tutti report`: one page about one or several trainings, read from their output folders.

#include <nlohmann/json.hpp>

#include "app/process/global_options.h"
#include "app/process/output.h"
#include "app/serve/report_arguments.h"
#include "base/calendar.h"
#include "base/error.h"
#include "base/log.h"
#include "base/text.h"
#include "base/version.h"
#include "pages/run_html.h"

namespace tutti::app {
ExitCode run_report(const GlobalOptions& global, const ReportArguments& arguments) {
  const std::vector<metrics::RunData> runs =
      metrics::read_runs({arguments.runs.begin(), arguments.runs.end()});
  const std::string page = pages::run_report_html(
      runs, arguments.title, fmt::format("tutti {}, {}", kVersion, utc_now("%Y-%m-%d %H:%M UTC")));
  write_file_atomically(arguments.output, page);
  nlohmann::ordered_json names = nlohmann::ordered_json::array();
  for (const metrics::RunData& run : runs) names.push_back(run.name);
  if (global.json)
    write_result_json({{"output", arguments.output}, {"bytes", page.size()}, {"runs", names}});
  else
    log_info("{}: {}, {}", escaped(arguments.output, 1000),
             counted(static_cast<int64_t>(runs.size()), "run"), human_bytes(page.size()));
  return ExitCode::done;
}

}  // namespace tutti::app
