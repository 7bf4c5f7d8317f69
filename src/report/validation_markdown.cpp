// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>
#include <cmath>

#include "base/text.h"
#include "report/validation.h"

namespace tutti::report {
namespace {

using validate::Role;
using validate::Verdict;

constexpr size_t kMostRows = 40;  // of tests that passed; those that failed are all shown

std::string upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

const char* outcome(bool passed) {
  return passed ? "PASSED" : "FAILED";
}

/// Text inside a table's cell.
std::string cell(const std::string& text) {
  std::string result;
  for (const char c : escaped(text, 300)) {
    if (c == '|') result += '\\';
    result += c;
  }
  return result;
}

std::string cosine_text(const Verdict& verdict) {
  return verdict.cosine_asked ? fmt::format("{:.6f}", verdict.difference.cosine) : "-";
}

const Verdict* worst(const BackendResult& result, Role role) {
  const Verdict* most = nullptr;
  const auto share = [](const Verdict& v) {
    return v.bound > 0 ? v.difference.maximum / v.bound : v.passed ? 0 : INFINITY;
  };
  for (const Verdict& verdict : result.verdicts)
    if (verdict.role == role && (!most || share(verdict) > share(*most))) most = &verdict;
  return most;
}

std::string summary_part(const Validation& validation, const BackendResult& result) {
  const auto& checks = result.checks;
  const auto passed = std::count_if(checks.begin(), checks.end(),
                                    [](const validate::Check& check) { return check.passed; });
  return fmt::format(
      "## Summary\n\n| Item | Status |\n|---|---|\n| Overall Status | **{}** |\n| Consistency "
      "checks | {} of {} passed |\n| Cross-Backend | {} |\n| Tolerance | {:.0e}, cosine {} |\n\n",
      result.passed() && validation.is_self_check() ? "SELF-CHECK PASSED"
                                                    : outcome(result.passed()),
      passed, checks.size(),
      result.compared() ? outcome(validate::all_passed(result.verdicts)) : "NOT COMPARED",
      result.thresholds.difference, result.thresholds.cosine);
}

std::string hardware_part(const BackendResult& result) {
  std::string text = "## Hardware Configuration\n\n| Device | Name | Memory |\n|---|---|---|\n";
  for (const backend::Device& device : result.devices)
    text +=
        fmt::format("| {}:{} | {} | {} |\n", device.backend, device.index, cell(device.description),
                    device.memory_bytes > 0 ? human_bytes(static_cast<size_t>(device.memory_bytes))
                                            : "unknown");
  return text + "\n";
}

std::string gradients_part(const Validation& validation) {
  if (validation.no_gradients.empty()) return "";
  return "No gradients were compared: " + cell(validation.no_gradients) + "\n\n";
}

std::string comparison_part(const Validation& validation, const BackendResult& result) {
  std::string text = fmt::format("## Cross-Backend Consistency\n\n{} against {}.\n\n",
                                 result.backend, validation.reference);
  if (!result.failure.empty()) return text + "Not compared: " + cell(result.failure) + "\n\n";
  text +=
      "| Tensor | Max Diff | Bound | Mean Diff | Cosine | Max ULP | Status |\n"
      "|---|---|---|---|---|---|---|\n";
  const auto row = [&](const std::string& name, const Verdict& v) {
    const auto& d = v.difference;
    text += fmt::format("| {} | {:.2e} | {:.2e} | {:.2e} | {} | {:.0f} | {}{} |\n", cell(name),
                        d.maximum, v.bound, d.mean, cosine_text(v), d.ulps, outcome(v.passed),
                        v.why.empty() ? "" : ": " + cell(v.why));
  };
  for (const Verdict& verdict : result.verdicts)
    if (verdict.role == Role::output || verdict.role == Role::loss) row(verdict.name, verdict);
  for (const Role role : {Role::gradient, Role::parameter}) {
    const Verdict* most = worst(result, role);
    if (!most) continue;
    const auto count = std::count_if(result.verdicts.begin(), result.verdicts.end(),
                                     [&](const Verdict& verdict) { return verdict.role == role; });
    row(fmt::format("worst of {} {}s: {}", count, name_of(role), most->name), *most);
    for (const Verdict& verdict : result.verdicts)
      if (verdict.role == role && !verdict.passed && &verdict != most)
        row(fmt::format("{} {}", name_of(role), verdict.name), verdict);
  }
  return text + "\n" + gradients_part(validation) + "![Differences per layer](differences.svg)\n\n";
}

std::string bisection_part(const BackendResult& result) {
  if (!result.bisection) return "";
  std::string text = "## Where It Diverges\n\n";
  const auto* first = result.bisection->first();
  if (!first)
    return text + fmt::format(
                      "None of {} operations is over its bound, each given the reference's own "
                      "operands.\n\n",
                      result.bisection->operations.size());
  return text + fmt::format(
                    "The first operation over its bound is `{}` `{}` in {} ({}), at {}: its result "
                    "differs by {:.2e}, bound {:.2e}, given the reference's own operands, and by "
                    "{:.2e} given its own.\n\n",
                    first->op, first->types,
                    first->layer.empty() ? "no named layer" : "`" + first->layer + "`", first->part,
                    first->location, first->local, first->bound, first->accumulated);
}

std::string numerics_part(const BackendResult& result) {
  if (result.numerics.empty()) return "";
  std::string text =
      "## Numerics of the Device\n\nCompared programs ask for strict arithmetic where the device "
      "can be asked for it.\n\n| What | In This Comparison | By Default |\n|---|---|---|\n";
  for (const validate::Numeric& one : result.numerics)
    text += fmt::format("| {} | {} | {} |\n", one.name, one.strict, one.by_default);
  return text + "\n";
}

std::string inference_part(const BackendResult& result) {
  if (!result.inference.contains("benchmark")) return "";
  const auto& b = result.inference["benchmark"];
  const auto figure = [&](const char* key) { return b[key].get<double>(); };
  return fmt::format(
      "## Inference Performance\n\n| Metric | Value |\n|---|---|\n| Mean | {:.2f} ms |\n| P50 | "
      "{:.2f} ms |\n| P95 | {:.2f} ms |\n| P99 | {:.2f} ms |\n| Throughput | {:.1f} queries/s "
      "|\n\n",
      figure("mean_ms"), figure("p50_ms"), figure("p95_ms"), figure("p99_ms"),
      figure("throughput_qps"));
}

std::string tests_part(const BackendResult& result) {
  std::string text = "## Test Details\n\n| Test | Outcome |\n|---|---|\n";
  const auto results = test_results_json(result);
  size_t left_out = 0, shown = 0;
  for (const auto& test : results["tests"]) {
    const bool passed = test["outcome"] == "passed";
    if (passed && ++shown > kMostRows) {
      left_out++;
      continue;
    }
    text += fmt::format("| {} | {} |\n", cell(test["nodeid"].get<std::string>()), outcome(passed));
  }
  if (left_out > 0)
    text += fmt::format("\n{} more passed; test_results.json lists them.\n", left_out);
  return text + "\n";
}

}  // namespace

std::string file_part(const std::string& backend) {
  std::string result;
  for (const char c : backend) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_';
    result += plain ? c : '_';
  }
  return result;
}

std::string report_name(const Validation& validation, const std::string& backend) {
  return (validation.is_model ? upper(validation.model_kind) + "_" : "") +
         upper(file_part(backend)) + "_REPORT.md";
}

std::string backend_text(const BackendResult& result) {
  std::string text = fmt::format("{:<10} {}\n", result.backend,
                                 result.compared() ? outcome(result.passed()) : "NOT COMPARED");
  for (const Role role : {Role::output, Role::loss, Role::gradient, Role::parameter}) {
    const Verdict* most = worst(result, role);
    if (!most) continue;
    text += fmt::format("  {:<10} {}  max diff {:.2e} (bound {:.2e})  cosine {}  {}\n",
                        name_of(role), outcome(most->passed), most->difference.maximum, most->bound,
                        cosine_text(*most), escaped(most->name));
    if (most->passed && !most->why.empty()) text += fmt::format("    {}\n", most->why);
  }
  for (const Verdict& verdict : result.verdicts)
    if (!verdict.passed)
      text +=
          fmt::format("  {} {}: {}\n", name_of(verdict.role), escaped(verdict.name), verdict.why);
  for (const validate::Check& check : result.checks)
    if (!check.passed) text += fmt::format("  {}: {}\n", check.name, check.detail);
  if (const auto* first = result.bisection ? result.bisection->first() : nullptr)
    text += fmt::format("  first over its bound: {} {} in {} ({}) at {}: {:.2e}, bound {:.2e}\n",
                        first->op, first->types, first->layer.empty() ? "?" : first->layer,
                        first->part, first->location, first->local, first->bound);
  else if (result.bisection)
    text +=
        fmt::format("  {} operations, none over its bound\n", result.bisection->operations.size());
  return text;
}

std::string backend_markdown(const Validation& validation, const BackendResult& result) {
  std::string text = fmt::format(
      "# Validation of {} on {}\n\nGenerated: {}  \nTutti Version: {}  \nBackend: {}  \nDevice: "
      "{}\n\n",
      cell(validation.model), upper(result.backend), validation.timestamp, validation.version,
      result.backend, result.devices.empty() ? "unknown" : cell(result.devices[0].description));
  text += summary_part(validation, result) + hardware_part(result) + numerics_part(result) +
          comparison_part(validation, result) + bisection_part(result) + inference_part(result) +
          tests_part(result);
  return text + fmt::format(
                    "## Files Generated\n\n- test_results.json\n- cross_backend_validation.json\n"
                    "{}- hardware_info.json\n- differences.svg\n\n## Verification Commands\n\n"
                    "```\n{}\n```\n",
                    result.inference.is_null() ? "" : "- inference_benchmark.json\n",
                    validation.command);
}

std::string summary_markdown(const Validation& validation) {
  std::string text = fmt::format(
      "# Validation Summary\n\nGenerated: {}  \nTutti Version: {}  \nModel: {}  \nReference: {}  "
      "\nStatus: **{}**\n\n",
      validation.timestamp, validation.version, cell(validation.model), validation.reference,
      validation.status());
  if (validation.is_self_check())
    text +=
        "A self-check: only this program's own backends took part. It proves nothing about a "
        "device.\n\n";
  if (validation.backends.empty())
    text += "Nothing was compared: no backend to compare with the reference was found.\n\n";
  text += gradients_part(validation);
  text +=
      "| Backend | Device | Outputs | Gradients | Parameters | Checks | Status | Report |\n"
      "|---|---|---|---|---|---|---|---|\n";
  for (const BackendResult& result : validation.backends) {
    const auto figure = [&](Role role) {
      const Verdict* most = worst(result, role);
      return most ? fmt::format("{:.2e}", most->difference.maximum) : "-";
    };
    const auto passed = std::count_if(result.checks.begin(), result.checks.end(),
                                      [](const validate::Check& check) { return check.passed; });
    text += fmt::format(
        "| {} | {} | {} | {} | {} | {}/{} | {} | [report]({}/{}) |\n", result.backend,
        result.devices.empty() ? "-" : cell(result.devices[0].description), figure(Role::output),
        figure(Role::gradient), figure(Role::parameter), passed, result.checks.size(),
        result.compared() ? outcome(result.passed()) : "NOT COMPARED", file_part(result.backend),
        report_name(validation, result.backend));
  }
  for (const Absent& absent : validation.absent)
    text += fmt::format("| {} | {} | - | - | - | - | ABSENT | - |\n", cell(absent.backend),
                        cell(absent.reason));
  if (validation.backends.empty()) return text;
  return text + "\nFigures are largest differences of the tensor nearest its bound.\n";
}

}  // namespace tutti::report
