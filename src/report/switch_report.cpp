// SPDX-License-Identifier: Apache-2.0
#include "report/switch_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"

namespace tutti::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kWorthALine = 0.01;  // of a step's time

double number_of(const Json& object, const char* key) {
  return object.at(key).get<double>();
}

std::string text_in(const Json& object, const char* key) {
  return object.at(key).get<std::string>();
}

std::string size_in(const Json& object, const char* key) {
  return human_bytes(static_cast<size_t>(number_of(object, key)));
}

std::string gains(const Json& row) {
  if (row.contains("refused")) return "**no gain here**";
  const bool time = row["gains_time"], memory = row["gains_memory"];
  return time && memory ? "time, memory" : time ? "time" : memory ? "memory" : "**no gain here**";
}

std::string cells(const Json& row) {
  if (row.contains("refused")) return "refused, see below | | | | | | | ";
  return fmt::format(
      "{:.2f} x ({:.2f} to {:.2f}) | {:.3g} | {} + {} in {} | {:.2f} x | {:.2f} x, {} | {:.1e}, "
      "{:.1e} | {} | ",
      number_of(row, "processor_time"), number_of(row, "processor_time_least"),
      number_of(row, "processor_time_most"), number_of(row, "features_per_processor_second"),
      size_in(row, "state_bytes"), size_in(row, "needed_bytes"), size_in(row, "step_bytes"),
      number_of(row, "planned_memory"), number_of(row, "resident_memory"),
      size_in(row, "resident_peak_bytes"), number_of(row, "largest_loss_distance"),
      number_of(row, "last_loss_distance"), text_in(row, "result"));
}

std::string introduction(const Json& report) {
  const Json& plain = report["plain"];
  return fmt::format(
      "# What each switch of a step is worth: {}\n\n"
      "{}, {}, load of the machine {:.1f} at the start and {:.1f} at the end. Written "
      "by\n\n    {}\n\n"
      "Each switch ran for {}, {} after {} of warm-up, in a process of its own beside one of plain "
      "float32 steps; a figure is the median of the ratios. Times are those of the "
      "processor, as others may use the machine, with the least and the largest ratio. *state* are "
      "parameters and moments, *activations* what a step needs besides at the same time, *arena* "
      "what it takes for them; measured memory is the most that the process had, without code and "
      "mapped files. A loss is held against the plain one after each step: the largest distance, "
      "and that of the last step, as parts of the loss.\n\n"
      "The plain step takes {:.3f} s of the processor ({:.3g} samples a second of it). Its plan is "
      "{} of state and {} of activations in an arena of {}; the process had {}. Its last loss is "
      "{:.6g}.\n\n",
      text_in(report, "model"), text_in(report, "device"), text_in(report, "date"),
      number_of(report, "load_before"), number_of(report, "load_after"), text_in(report, "command"),
      counted(report["repeats"].get<int>(), "round"), counted(report["steps"].get<int>(), "step"),
      report["warm_up_steps"].get<int>(), number_of(plain, "step_processor_seconds"),
      number_of(plain, "features_per_processor_second"), size_in(plain, "state_bytes"),
      size_in(plain, "needed_bytes"), size_in(plain, "step_bytes"),
      size_in(plain, "resident_peak_bytes"), plain["losses"].back().get<double>());
}

std::string table_of_switches(const Json& report) {
  std::string text =
      "| switch | processor time | samples/s | plan: state + activations in arena | planned | "
      "measured | loss: largest, last distance | result | gain |\n"
      "|---|---|---|---|---|---|---|---|---|\n";
  for (const Json& row : report["switches"])
    text += fmt::format("| {} (`{}`) | {}{} |\n", text_in(row, "switch"), text_in(row, "flags"),
                        cells(row), gains(row));
  for (const Json& row : report["switches"])
    if (row.contains("refused"))
      text += fmt::format("\n{}: {}\n", text_in(row, "switch"), text_in(row, "refused"));
  return text;
}

/// A row of a profile's kernel table; all kernels take `total` seconds together.
std::string line_of_kernel(const Json& op, const Json& profile, double total) {
  const double seconds = number_of(op, "seconds");
  const double flops = number_of(op, "flops") / seconds, bytes = number_of(op, "bytes") / seconds;
  const double limit_share = std::max(flops / number_of(profile, "flops_per_second_limit"),
                                      bytes / number_of(profile, "bytes_per_second_limit"));
  return fmt::format("| `{}` | {:.2f} | {:.1f} % | {} | {:.1f} | {:.0f} % |\n", text_in(op, "op"),
                     1e3 * seconds / number_of(profile, "steps"), 100 * seconds / total,
                     flops > 0 ? fmt::format("{:.1f}", flops / 1e9) : "-", bytes / 1e9,
                     100 * limit_share);
}

std::string table_of_kernels(const std::string& name, const Json& profile) {
  double total = 0;
  for (const Json& op : profile["ops"]) total += number_of(op, "seconds");
  std::string text = fmt::format(
      "\n{}: this step's products alone can be computed at {:.1f} GFLOP/s, and memory read and "
      "written at {:.1f} GB/s.\n\n| kernel | ms a step | of the step | GFLOP/s | GB/s | of the "
      "nearer limit |\n|---|---|---|---|---|---|\n",
      name, number_of(profile, "flops_per_second_limit") / 1e9,
      number_of(profile, "bytes_per_second_limit") / 1e9);
  for (const Json& op : profile["ops"]) {
    if (number_of(op, "seconds") < kWorthALine * total) continue;
    text += line_of_kernel(op, profile, total);
  }
  return text;
}

/// Claims made elsewhere about such switches, and the rows that test them.
std::string table_of_claims(const Json& report) {
  struct Claim {
    const char *text, *row;
    bool is_of_memory;
  };
  constexpr Claim kClaims[] = {
      {"mixed precision: 2 times as fast", "fp16 and loss scaling", false},
      {"mixed precision: 2 times as fast", "bf16", false},
      {"sizes padded for matrix units: 3 times as fast", "padding 8", false},
      {"half the memory", "bf16", true},
      {"half the memory", "memory budget min", true},
      {"half the memory", "all together", true}};
  std::string text = "| claim | measured here with | |\n|---|---|---|\n";
  for (const Claim& claim : kClaims)
    for (const Json& row : report["switches"]) {
      if (row["switch"] != claim.row || row.contains("refused")) continue;
      const std::string answer =
          claim.is_of_memory
              ? fmt::format("{:.2f} x the memory measured, {:.2f} x the memory planned",
                            number_of(row, "resident_memory"), number_of(row, "planned_memory"))
              : fmt::format("{:.2f} times as fast", 1 / number_of(row, "processor_time"));
      text += fmt::format("| {} | {} | {} |\n", claim.text, claim.row, answer);
    }
  return text;
}

}  // namespace

std::string switch_markdown(const Json& report) {
  std::string text = introduction(report) + table_of_switches(report);
  text += "\n![speed](speed.svg)\n\n![memory](memory.svg)\n";
  text += "\n## Time against memory\n\n![time against memory](time_memory.svg)\n";
  const Json& profiles = report["profiles"];
  if (!profiles.empty()) {
    text +=
        "\n![memory over a step](memory_over_step.svg)\n\n## Use of the machine\n\n"
        "A kernel's limit is that of products or that of memory, whichever it is nearer to. A "
        "fused kernel may be beyond it, as it does not write a product that stands alone.\n";
    for (const auto& [name, profile] : profiles.items()) text += table_of_kernels(name, profile);
    text += "\n![roofline](roofline.svg)\n";
  }
  return text + "\n## What is claimed elsewhere\n\n" + table_of_claims(report);
}

}  // namespace tutti::report
