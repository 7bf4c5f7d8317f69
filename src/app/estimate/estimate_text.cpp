// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/estimate/estimate_arguments.h"
#include "app/process/terminal.h"
#include "base/text.h"

namespace tutti::app {
namespace {

using Json = nlohmann::ordered_json;

std::string bytes_in(const Json& object, const char* name) {
  return human_bytes(static_cast<size_t>(object[name].get<int64_t>()));
}

std::string seconds_in(const Json& object, const char* name) {
  const double seconds = object[name].get<double>();
  return seconds < 10 ? fmt::format("{:.3g} s", seconds) : human_seconds(seconds);
}

/// "12.34 USD"; below a tenth, two significant digits, because 0.00 would be no price.
std::string cost_in(const Json& cost) {
  const double run = cost["run"].get<double>();
  return fmt::format("{} {}", run < 0.1 ? fmt::format("{:.2g}", run) : fmt::format("{:.2f}", run),
                     cost["currency"].get<std::string>());
}

std::string row_text(const char* name, const std::string& value) {
  return fmt::format("  {:<28}{}\n", name, value);
}

std::string memory_lines(const Json& memory) {
  if (!memory["fits"].get<bool>())
    return fmt::format("memory: it does not fit: {}\n", memory["reason"].get<std::string>());
  std::string text =
      fmt::format("memory: {} at the peak, {} with code and mapped files\n",
                  bytes_in(memory, "total_bytes"), bytes_in(memory, "with_code_bytes"));
  for (const auto& [name, key] : {std::pair("parameters", "parameters_bytes"),
                                  {"moments", "moments_bytes"},
                                  {"sums of gradients", "gradient_sums_bytes"},
                                  {"a step", "step_bytes"},
                                  {"an evaluation", "evaluation_bytes"},
                                  {"saving", "saving_bytes"},
                                  {"copy for checkpoints", "checkpoint_copy_bytes"},
                                  {"data and program", "data_and_program_bytes"},
                                  {"compiled programs", "compiled_bytes"},
                                  {"moments of the host, apart", "host_moments_bytes"},
                                  {"that copy, on the host", "host_checkpoint_copy_bytes"}})
    if (memory[key].get<int64_t>() > 0) text += row_text(name, bytes_in(memory, key));
  if (memory.contains("largest_train_batch"))
    text +=
        row_text("largest micro-batch",
                 fmt::format("{} features{}", memory["largest_train_batch"].get<int64_t>(),
                             memory.value("largest_is_all_data", false) ? ", all there are" : ""));
  return text;
}

std::string time_lines(const Json& time) {
  std::string text = fmt::format("time, from {} measured:\n",
                                 counted(time["measured_steps"].get<int64_t>(), "step"));
  text += row_text("to the end of step 1", seconds_in(time, "first_step_seconds"));
  text += row_text("a step", seconds_in(time, "step_seconds"));
  text += row_text("an epoch", seconds_in(time, "epoch_seconds"));
  if (time["evaluation_seconds"].get<double>() > 0)
    text += row_text("an evaluation", seconds_in(time, "evaluation_seconds"));
  return text + row_text("the run", seconds_in(time, "run_seconds"));
}

/// For an absent device: its compiler's figures.
std::string target_lines(const Json& estimate) {
  const Json& target = estimate["target"];
  std::string text = fmt::format("compiled by {} for {}", target["compiler"].get<std::string>(),
                                 target["name"].get<std::string>());
  if (const auto arrangement = target["arrangement"].get<std::string>(); !arrangement.empty())
    text += fmt::format(" ({})", arrangement);
  text += fmt::format(", which has {}\n", bytes_in(target, "memory_bytes"));
  for (const Json& program : target["programs"])
    text += row_text(
        program["function"].get<std::string>().c_str(),
        fmt::format("{}: arguments {}, results {}, temporaries {}; compiled in {}",
                    bytes_in(program, "peak_bytes"), bytes_in(program, "arguments_bytes"),
                    bytes_in(program, "results_bytes"), bytes_in(program, "temporaries_bytes"),
                    seconds_in(program, "compile_seconds")));
  const Json& memory = estimate["memory"];
  if (!memory["fits"].get<bool>())
    return text + fmt::format("memory: it does not fit: {}\n", memory["reason"].get<std::string>());
  text += fmt::format("memory: {} at the peak\n", bytes_in(memory, "total_bytes"));
  text += row_text("largest micro-batch",
                   fmt::format("{} features{}; {} compiled now, the rest known from before",
                               memory["largest_train_batch"].get<int64_t>(),
                               memory["largest_is_all_data"].get<bool>() ? ", all there are" : "",
                               counted(target["compilations"].get<int64_t>(), "program")));
  if (!estimate.contains("time")) return text;
  const Json& time = estimate["time"];
  text += fmt::format("minimum time, from the compiled program's work; most of it waits for {}:\n",
                      time["limit"].get<std::string>());
  text += row_text("a step", seconds_in(time, "step_seconds"));
  text += row_text("an epoch", seconds_in(time, "epoch_seconds"));
  if (time["evaluation_seconds"].get<double>() > 0)
    text += row_text("an evaluation", seconds_in(time, "evaluation_seconds"));
  text += row_text("the run", seconds_in(time, "run_seconds"));
  text += row_text(
      "FLOPs a step",
      fmt::format("{:.4g} in matrix products, {:.4g} besides; {:.4g} bytes",
                  time["compiled_flops_a_step"].get<double>(),
                  time["other_flops_a_step"].get<double>(), time["bytes_a_step"].get<double>()));
  if (time.contains("cost"))
    text += row_text("cost", fmt::format("{} (price of {})", cost_in(time["cost"]),
                                         time["cost"]["date"].get<std::string>()));
  return text;
}

/// "nvidia-h100 x 8"; devices rented together have the number in their name.
std::string name_of_devices(const Json& device) {
  const auto name = device["name"].get<std::string>();
  const std::string count = fmt::format("{}", device["devices"].get<int64_t>());
  return count == "1" || name.ends_with("-" + count) ? name : name + " x " + count;
}

std::string cheapest_line(const Json& estimate) {
  for (const Json& device : estimate["devices"])
    if (estimate.contains("cheapest_device") && device["name"] == estimate["cheapest_device"])
      return fmt::format("  the cheapest that fits: {}, {} and {} at least\n",
                         name_of_devices(device), seconds_in(device["time"], "run_seconds"),
                         cost_in(device["cost"]));
  return "";
}

std::string device_line(const Json& device) {
  const auto cell = [&](bool known, auto make) { return known ? make() : std::string("-"); };
  const bool has_time = device.contains("time"), has_cost = device.contains("cost");
  const std::string fits =
      cell(device.contains("fits"), [&] { return std::string(device["fits"] ? "yes" : "no"); });
  const std::string batch = cell(device.contains("largest_train_batch"), [&] {
    return fmt::format("{}", device["largest_train_batch"].get<int64_t>());
  });
  const std::string run = cell(has_time, [&] { return seconds_in(device["time"], "run_seconds"); });
  const std::string cost = cell(has_cost, [&] {
    return fmt::format("{} ({})", cost_in(device["cost"]),
                       device["cost"]["date"].get<std::string>());
  });
  return fmt::format("  {:<20}{:>6}{:>10}{:>16}  {}\n", name_of_devices(device), fits, batch, run,
                     cost);
}

std::string recorded_lines(const Json& recorded) {
  std::string text = "as recorded:\n";
  for (const Json& device : recorded) {
    text += fmt::format("  {}, {}\n", device["device"].get<std::string>(),
                        counted(device["runs"].get<int64_t>(), "run"));
    text += row_text("a step", seconds_in(device["time"], "step_seconds"));
    text += row_text("the run", seconds_in(device["time"], "run_seconds"));
    if (device.contains("cost")) text += row_text("cost", cost_in(device["cost"]));
  }
  return text;
}

std::string device_table(const Json& estimate) {
  std::string text = fmt::format(
      "minimum time on other devices, by a roofline of this program:\n  {:<20}{:>6}{:>10}{:>16}  "
      "{}\n",
      "device", "fits", "largest", "the run", "cost (price of)");
  for (const Json& device : estimate["devices"]) text += device_line(device);
  return text + cheapest_line(estimate);
}

}  // namespace

std::string estimate_text(const Json& estimate) {
  const auto devices = estimate["devices_together"].get<int64_t>();
  std::string text = fmt::format(
      "{}{}, {}: {} ({} an epoch)\n", devices > 1 ? fmt::format("one of {}: ", devices) : "",
      estimate["device"].get<std::string>(), estimate["precision"].get<std::string>(),
      counted(estimate["steps"].get<int64_t>(), "step"),
      estimate["steps_per_epoch"].get<int64_t>());
  const bool is_target = estimate.contains("target");
  text += is_target ? target_lines(estimate) : memory_lines(estimate["memory"]);
  if (estimate.contains("time") && !is_target) text += time_lines(estimate["time"]);
  const Json& files = estimate["files"];
  text += fmt::format("files: data {}, a checkpoint {}, the output folder up to {}\n",
                      bytes_in(files, "data_bytes"), bytes_in(files, "checkpoint_bytes"),
                      bytes_in(files, "output_bytes"));
  if (!is_target) text += device_table(estimate);
  if (estimate.contains("recorded")) text += recorded_lines(estimate["recorded"]);
  return text;
}

}  // namespace tutti::app
