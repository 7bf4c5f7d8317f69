// SPDX-License-Identifier: Apache-2.0
// Where the time of compiled programs goes, instruction by instruction. A backend fills it while
// programs run; the application shows it afterwards.
#pragma once

#include <chrono>
#include <cstdint>
#include <ctime>
#include <string>
#include <vector>

namespace tutti::backend {

/// Only one program at a time may write to it.
class Profile {
 public:
  using Clock = std::chrono::steady_clock;

  /// All runs of one op.
  struct Kind {
    std::string op;
    int64_t runs = 0;
    double seconds = 0;
    double processor_seconds = 0;  // of all threads; another process makes only `seconds` longer
    double flops = 0;              // of its matrix products; 0 where it has none
    double bytes = 0;              // of operands and results, each once
  };

  /// Adds an instruction when its program is compiled, and returns its number. `details` are shown
  /// in the trace and must have no quotes or backslashes; `flops` and `bytes` are those of one run.
  size_t add(std::string op, std::string details, double flops, double bytes);
  /// Now, by the clock and by what this process has used of its processors.
  struct Moment {
    Clock::time_point time = Clock::now();
    std::clock_t processor = std::clock();
  };
  /// Adds one run of an instruction.
  void record(size_t instruction, const Moment& begin, const Moment& end);

  /// All ops that have run; the one that took most time comes first.
  std::vector<Kind> kinds() const;
  /// The first kMostEvents runs as JSON for chrome://tracing and Perfetto.
  std::string chrome_trace() const;

  static constexpr size_t kMostEvents = 1'000'000;

 private:
  struct Instruction {
    std::string op, details;
    double flops, bytes;
    int64_t runs = 0;
    Clock::duration time{};
    std::clock_t processor = 0;
  };
  struct Event {
    size_t instruction;
    Clock::time_point begin, end;
  };
  std::vector<Instruction> instructions_;
  std::vector<Event> events_;
};

}  // namespace tutti::backend
