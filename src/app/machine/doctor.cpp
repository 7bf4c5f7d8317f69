// SPDX-License-Identifier: Apache-2.0
#include "app/machine/doctor.h"

#include <unistd.h>

#include <nlohmann/json.hpp>

#include "app/machine/doctor_arguments.h"
#include "app/machine/doctor_machine.h"
#include "app/process/colour.h"
#include "app/process/output.h"
#include "base/version.h"
#include "counters/topology.h"

namespace tutti::app {
namespace {

std::string_view name_of(Status status) {
  switch (status) {
    case Status::ok:
      return "ok";
    case Status::warning:
      return "warning";
    case Status::error:
      break;
  }
  return "error";
}

Colour colour_of(Status status) {
  return status == Status::ok        ? Colour::ok
         : status == Status::warning ? Colour::warning
                                     : Colour::error;
}

std::string finding_lines(const std::vector<Finding>& findings) {
  const bool is_coloured = takes_colours(STDOUT_FILENO);
  std::string text;
  for (const Finding& finding : findings) {
    const std::string status = fmt::format("{:<8}", name_of(finding.status));
    text += fmt::format("{} {:<19} {}\n", coloured(colour_of(finding.status), status, is_coloured),
                        finding.name, finding.found);
    if (!finding.advice.empty()) text += fmt::format("{:<28} -> {}\n", "", finding.advice);
  }
  return text;
}

nlohmann::ordered_json json_of(const std::vector<Finding>& findings) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Finding& finding : findings) list.push_back(json_of(finding));
  return {{"version", kVersion},
          {"checks", list},
          {"versions", counters::versions()},
          {"topology", counters::topology()}};
}

}  // namespace

nlohmann::ordered_json json_of(const Finding& finding) {
  return {{"name", finding.name},
          {"status", name_of(finding.status)},
          {"found", finding.found},
          {"advice", finding.advice}};
}

Finding finding_of(const nlohmann::ordered_json& json) {
  const std::string status = json["status"];
  return {json["name"],
          status == "ok"        ? Status::ok
          : status == "warning" ? Status::warning
                                : Status::error,
          json["found"], json["advice"]};
}

ExitCode run_doctor(const GlobalOptions& global, const DoctorArguments& arguments) {
  const Finding cpu = check_cpu_backend(global);
  std::vector<Finding> findings = {
      {"version", Status::ok, fmt::format("tutti {}", kVersion)},
      check_threads(global),
      check_memory(),
      check_topology(),
      check_counters(),
      cpu,
      check_cache(),
      check_disk(),
      check_models(),
  };
  for (Finding& finding : check_plugins(global)) findings.push_back(std::move(finding));
  if (!arguments.model.model_name_or_path.empty())
    for (Finding& finding : check_sizes(global, arguments.model))
      findings.push_back(std::move(finding));
  if (arguments.distributed) {
    auto found = check_job(arguments, cpu.found);
    // One of several has sent rank 0 its findings.
    if (found.empty()) return ExitCode::done;
    std::move(found.begin(), found.end(), std::back_inserter(findings));
  }
  if (global.json)
    write_result_json(json_of(findings));
  else
    write_text(finding_lines(findings));
  const bool failed = std::any_of(findings.begin(), findings.end(), [](const Finding& finding) {
    return finding.status == Status::error;
  });
  return failed ? ExitCode::check_failed : ExitCode::done;
}

}  // namespace tutti::app
