// SPDX-License-Identifier: Apache-2.0
#include "app/suite/suite_command.h"

#include <algorithm>

#include "app/process/context.h"
#include "app/process/output.h"
#include "app/process/plugins.h"
#include "app/process/signals.h"
#include "app/suite/suite_data.h"
#include "app/suite/suites.h"
#include "base/hash.h"
#include "base/log.h"
#include "base/text.h"
#include "base/version.h"
#include "format/json.h"
#include "format/yaml.h"
#include "run/backends.h"

namespace tutti::app {
namespace {

using report::SuiteJob;

}  // namespace

SuiteCommand::SuiteCommand(const GlobalOptions& global, const SuiteArguments& arguments)
    : global_(global), arguments_(arguments), output_(arguments.output) {
  const OwnSuite* own = own_suite();
  const Path file = own ? arguments.suite + ".yaml" : arguments.suite;
  text_ = own ? own->text : read_file(file, size_t{1} << 20);
  suite_ = report::parse_suite(format::parse_yaml(text_, escaped(file.string(), 1000)),
                               escaped(file.string(), 1000));
  data_ = own ? output_ / "data" : std::filesystem::absolute(file).parent_path();
  if (!arguments.against.empty() && !std::filesystem::exists(arguments.against))
    user_error("--against {}: there is no such program", escaped(arguments.against, 1000));
  read_baseline();
  const auto device = run::open_backend("cpu", context_of(global))->devices()[0];
  machine_ = device.description;
}

void SuiteCommand::read_baseline() {
  baseline_file_ =
      arguments_.baseline.empty() ? output_ / "baseline.json" : Path(arguments_.baseline);
  if (std::filesystem::exists(baseline_file_))
    baseline_ = report::parse_baseline(format::read_json(baseline_file_),
                                       escaped(baseline_file_.string(), 1000));
  else if (!arguments_.baseline.empty() && arguments_.update_baseline.empty())
    user_error("--baseline {}: there is no such file; --update_baseline REASON writes it",
               escaped(arguments_.baseline, 1000));
}

ExitCode SuiteCommand::run() {
  make_output_folder(output_);
  const FolderLock lock(output_);
  read_state();
  if (own_suite()) write_suite_data(data_);
  for (const SuiteJob& job : suite_.jobs) {
    if (seconds_spent() > suite_.time_limit * slowest_) {
      log_warning("{}: the suite's time of {:g} s is over", job.name, suite_.time_limit);
      break;
    }
    if (const std::string reason = failed_need(job); !reason.empty()) {
      log_warning("{} is not run: {}", job.name, reason);
      continue;
    }
    if (!run_job(job)) {
      log_info("stopped in {}; the same command resumes there", job.name);
      return code_of_stop();
    }
  }
  return finish();
}

const OwnSuite* SuiteCommand::own_suite() const {
  const auto* end = std::end(kOwnSuites);
  const auto* found = std::find_if(std::begin(kOwnSuites), end, [&](const OwnSuite& suite) {
    return suite.name == arguments_.suite;
  });
  return found == end ? nullptr : found;
}

std::string SuiteCommand::identity() const {
  std::string text = text_ + sha256_of_file(kProgramItself);
  if (!arguments_.against.empty()) text += sha256_of_file(arguments_.against);
  return sha256_hex(text);
}

}  // namespace tutti::app
