// SPDX-License-Identifier: Apache-2.0
// A function compiled for the CPU: instructions with addresses, and the memory they need.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "backend/backend.h"
#include "backend/cpu/arena.h"
#include "backend/cpu/kept_forms.h"
#include "backend/cpu/program.h"
#include "backend/profile.h"

namespace tutti::backend::cpu {

/// What a backend's executables share.
struct Machine {
  explicit Machine(int threads) : team(threads) {}
  Team team;
  Arena arena;
  int64_t memory_limit = 0;    // bytes for one program; 0 if unknown
  Profile* profile = nullptr;  // of all its programs, if any
};

/// A tensor in host memory, row-major.
class CpuBuffer final : public BufferStorage {
 public:
  explicit CpuBuffer(ir::Type given);
  std::byte* data() const { return memory_.data(); }
  KeptForms kept;

 private:
  HostMemory memory_;
};

/// One step with its addresses.
struct Instruction {
  Run run;  // null: nothing is to be done
  std::vector<int64_t> targets = {};
  std::optional<View> selector = {};
  size_t number = 0;   // in the profile
  bool alone = false;  // one thread does it before a second one would have come

  /// The instruction that follows this one at `at`.
  size_t next(size_t at, const Frame& frame) const;
};

class CpuExecutable final : public Executable {
 public:
  /// `function` has no calls. Throws UserError of exit code 4 where it needs more than the limit.
  CpuExecutable(const ir::Function& function, std::shared_ptr<Machine> machine,
                const CompileOptions& options);

  /// After an error the donated arguments are still in their slots, but may have been written.
  void run(Slots arguments, Slots results) override;
  MemoryUse memory() const override { return memory_; }

 private:
  void measure(const Program& program);
  void check_memory() const;
  void take_arguments(std::span<Buffer> arguments);
  void take_results(std::span<Buffer> results);
  void run_instruction(const Instruction& instruction, const Frame& frame) const;

  std::string name_;
  std::shared_ptr<Machine> machine_;
  std::vector<ir::Type> argument_types_;
  std::vector<ir::Type> result_types_;
  std::vector<int> donors_;
  std::vector<bool> donated_;  // for each argument
  int64_t constant_bytes_ = 0;
  MemoryUse memory_;
  HostMemory constants_;
  std::vector<Instruction> instructions_;
  std::vector<std::byte*> argument_data_;
  std::vector<KeptForms*> kept_;  // of the arguments
  std::vector<std::byte*> result_data_;
};

}  // namespace tutti::backend::cpu
