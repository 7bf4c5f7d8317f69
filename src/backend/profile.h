// SPDX-License-Identifier: Apache-2.0
// Where the time of compiled programs goes, instruction by instruction.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace tutti::backend {

/// Written by one program at a time.
class Profile {
 public:
  using Clock = std::chrono::steady_clock;

  /// All runs of one op.
  struct Kind {
    std::string op;
    int64_t runs = 0;
    double seconds = 0;
    double flops = 0;  // of its matrix products; 0 where it has none
    double bytes = 0;  // of operands and results, each once
  };

  /// Announces an instruction; gives its number. `details` are for the trace: no quotes, no
  /// backslashes. `flops` and `bytes` are those of one run.
  size_t add(std::string op, std::string details, double flops, double bytes);
  void record(size_t instruction, Clock::time_point begin, Clock::time_point end);

  /// Most time first.
  std::vector<Kind> kinds() const;
  /// For chrome://tracing and Perfetto: the first kMostEvents runs.
  std::string chrome_trace() const;

  static constexpr size_t kMostEvents = 1'000'000;

 private:
  struct Instruction {
    std::string op, details;
    double flops, bytes;
    int64_t runs = 0;
    Clock::duration time{};
  };
  struct Event {
    size_t instruction;
    Clock::time_point begin, end;
  };
  std::vector<Instruction> instructions_;
  std::vector<Event> events_;
};

}  // namespace tutti::backend
