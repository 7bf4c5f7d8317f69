// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/estimate/compile_arguments.h"
#include "base/text.h"

namespace tutti::app {
namespace {

using Json = nlohmann::ordered_json;

/// 1.23e12 -> "1.23 T".
std::string with_prefix(double value, const char* unit) {
  constexpr const char* kPrefixes[] = {"", "k", "M", "G", "T", "P"};
  size_t prefix = 0;
  for (; value >= 999.5 && prefix + 1 < std::size(kPrefixes); prefix++) value /= 1000;
  return fmt::format("{:.3g} {}{}", value, kPrefixes[prefix], unit);
}

/// A table cell of a value that may be unknown.
template <typename Text>
std::string cell_of(const Json& program, const char* key, Text text) {
  return program.contains(key) && !program[key].is_null() ? text(program[key]) : "-";
}

std::string compiled_row(const Json& program) {
  const auto bytes = [](const Json& value) {
    return human_bytes(static_cast<size_t>(value.get<int64_t>()));
  };
  const auto word = [](const Json& value) { return value.get<std::string>(); };
  const bool has_shape = program["rows"].get<int64_t>() > 0;
  return fmt::format(
      "  {:<10} {:>11} {:>8} {:>10} {:>11} {:>10} {:>6} {:>10} {:>8} {:>7}  {}\n",
      word(program["function"]),
      has_shape
          ? fmt::format("{} x {}", program["rows"].get<int64_t>(), program["length"].get<int64_t>())
          : "-",
      cell_of(program, "seconds",
              [](const Json& s) { return fmt::format("{:.1f}", s.get<double>()); }),
      cell_of(program, "arguments_bytes", bytes), cell_of(program, "temporaries_bytes", bytes),
      cell_of(program, "peak_bytes", bytes),
      cell_of(program, "memory_share",
              [](const Json& share) { return fmt::format("{:.0f} %", 100 * share.get<double>()); }),
      cell_of(program, "flops",
              [](const Json& flops) { return with_prefix(flops.get<double>(), ""); }),
      cell_of(program, "bytes_accessed",
              [](const Json& moved) { return with_prefix(moved.get<double>(), "B"); }),
      cell_of(program, "matrix_share",
              [](const Json& share) { return fmt::format("{:.0f} %", 100 * share.get<double>()); }),
      cell_of(program, "limited_by", word));
}

}  // namespace

std::string compile_text(const Json& report) {
  const auto word = [&](const char* key) { return report[key].get<std::string>(); };
  std::string text = word("target");
  if (!word("device_kind").empty()) text += fmt::format(" ({})", escaped(word("device_kind")));
  text += fmt::format(", {}: {} compiled in {:.1f} s", word("precision"),
                      counted(static_cast<int64_t>(report["programs"].size()), "program"),
                      report["seconds"].get<double>());
  if (report["memory_bytes"].get<int64_t>() > 0)
    text += fmt::format("; a device has {}",
                        human_bytes(static_cast<size_t>(report["memory_bytes"].get<int64_t>())));
  text += fmt::format("\n  {:<10} {:>11} {:>8} {:>10} {:>11} {:>10} {:>6} {:>10} {:>8} {:>7}  {}\n",
                      "program", "rows", "seconds", "arguments", "temporaries", "peak", "memory",
                      "FLOPs", "bytes", "matrix", "limit");
  for (const Json& program : report["programs"]) text += compiled_row(program);
  for (const Json& program : report["programs"])
    if (const auto reason = program["reason"].get<std::string>(); !reason.empty())
      text += fmt::format("{}\n", reason);
  return text;
}

}  // namespace tutti::app
