// SPDX-License-Identifier: Apache-2.0
#include "backend/profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace tutti::backend {
namespace {

double seconds_of(Profile::Clock::duration time) {
  return std::chrono::duration<double>(time).count();
}

}  // namespace

size_t Profile::add(std::string op, std::string details, double flops, double bytes) {
  instructions_.push_back({std::move(op), std::move(details), flops, bytes});
  return instructions_.size() - 1;
}

void Profile::record(size_t instruction, const Moment& begin, const Moment& end) {
  Instruction& known = instructions_.at(instruction);
  known.runs++;
  known.time += end.time - begin.time;
  known.processor += end.processor - begin.processor;
  if (events_.size() < kMostEvents) events_.push_back({instruction, begin.time, end.time});
}

std::vector<Profile::Kind> Profile::kinds() const {
  std::map<std::string_view, Kind> by_op;
  for (const Instruction& instruction : instructions_) {
    Kind& kind = by_op[instruction.op];
    kind.op = instruction.op;
    kind.runs += instruction.runs;
    kind.seconds += seconds_of(instruction.time);
    kind.processor_seconds += static_cast<double>(instruction.processor) / CLOCKS_PER_SEC;
    kind.flops += instruction.flops * static_cast<double>(instruction.runs);
    kind.bytes += instruction.bytes * static_cast<double>(instruction.runs);
  }
  std::vector<Kind> kinds;
  for (auto& [op, kind] : by_op)
    if (kind.runs > 0) kinds.push_back(std::move(kind));
  std::stable_sort(kinds.begin(), kinds.end(),
                   [](const Kind& x, const Kind& y) { return x.seconds > y.seconds; });
  return kinds;
}

std::string Profile::chrome_trace() const {
  std::string text = "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[";
  for (size_t i = 0; i < events_.size(); i++) {
    const Event& event = events_[i];
    const Instruction& instruction = instructions_[event.instruction];
    fmt::format_to(
        std::back_inserter(text),
        "{}\n{{\"name\":\"{}\",\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":{:.3f},"
        "\"dur\":{:.3f},\"args\":{{\"does\":\"{}\",\"flops\":{:.0f},\"bytes\":{:.0f}}}}}",
        i == 0 ? "" : ",", instruction.op, 1e6 * seconds_of(event.begin - events_.front().begin),
        1e6 * seconds_of(event.end - event.begin), instruction.details, instruction.flops,
        instruction.bytes);
  }
  return text + "\n]}\n";
}

}  // namespace tutti::backend
