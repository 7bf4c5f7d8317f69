// SPDX-License-Identifier: Apache-2.0
#include "backend/pjrt/compiled_bytes.h"

#include <charconv>

#include "backend/pjrt/child_report.h"

namespace tutti::backend::pjrt {
namespace {

// Another form of the answer needs another title.
constexpr std::string_view kTitle = "tutti compiled program 1";
constexpr size_t kSizeDigits = 16;

std::vector<std::pair<std::string_view, int64_t*>> sizes_of(CompiledProgram& program) {
  return {{"arguments", &program.memory.arguments},
          {"results", &program.memory.results},
          {"temporaries", &program.memory.temporaries},
          {"peak", &program.memory.peak},
          {"code", &program.code},
          {"heap_peak", &program.heap_peak}};
}

template <typename Number>
bool read_number(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

/// Reads a line; false where its value is no number.
bool take(const std::string& key, const std::string& value, CompiledProgram& program,
          uint64_t& optimized_size) {
  if (key == "function") program.function = value;
  if (key == "device_kind") program.device_kind = value;
  if (key == "compiler") program.compiler = value;
  if (key == "format") program.optimized_format = value;
  if (key == "seconds") return read_number(value, program.seconds);
  if (key == "optimized") return read_number(value, optimized_size);
  if (key == "cost") {
    const auto [number, name] = split_at(value, ' ');
    return read_number(number, program.costs[std::string(name)]);
  }
  for (const auto& [name, size] : sizes_of(program))
    if (key == name) return read_number(value, *size);
  return true;
}

}  // namespace

std::string to_bytes(const CompileAnswer& answer) {
  ReportLines lines;
  if (!answer.program) lines.emplace_back("lack", answer.lack);
  CompiledProgram program = answer.program.value_or(CompiledProgram());
  if (answer.program) {
    lines = {{"function", program.function},
             {"device_kind", program.device_kind},
             {"compiler", program.compiler},
             {"format", program.optimized_format},
             {"seconds", fmt::format("{}", program.seconds)},
             {"optimized", std::to_string(program.optimized.size())}};
    for (const auto& [name, size] : sizes_of(program))
      lines.emplace_back(name, std::to_string(*size));
    for (const auto& [name, cost] : program.costs)
      lines.emplace_back("cost", fmt::format("{} {}", cost, name));
  }
  const std::string report = report_text(kTitle, lines);
  return fmt::format("{:0{}x}", report.size(), kSizeDigits) + report + program.optimized +
         program.executable;
}

std::optional<CompileAnswer> answer_of(std::string_view bytes) {
  uint64_t size = 0, optimized_size = 0;
  const char* const begin = bytes.data();
  if (bytes.size() < kSizeDigits ||
      std::from_chars(begin, begin + kSizeDigits, size, 16).ptr != begin + kSizeDigits ||
      size > bytes.size() - kSizeDigits)
    return std::nullopt;
  const auto lines = read_report(kTitle, bytes.substr(kSizeDigits, size));
  if (!lines) return std::nullopt;
  CompiledProgram program;
  for (const auto& [key, value] : *lines) {
    if (key == "lack") return CompileAnswer{std::nullopt, value};
    if (!take(key, value, program, optimized_size)) return std::nullopt;
  }
  const std::string_view blobs = bytes.substr(kSizeDigits + size);
  if (optimized_size > blobs.size()) return std::nullopt;
  program.optimized = blobs.substr(0, optimized_size);
  program.executable = blobs.substr(optimized_size);
  return CompileAnswer{std::move(program)};
}

}  // namespace tutti::backend::pjrt
