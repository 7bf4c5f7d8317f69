// SPDX-License-Identifier: Apache-2.0
// A function compiled for the CPU: its steps with their places in memory, and what runs them.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "backend/backend.h"
#include "backend/cpu/memory/arena.h"
#include "backend/cpu/memory/tensor_memory.h"
#include "backend/cpu/plan/plan.h"
#include "backend/profile.h"
#include "ir/process.h"

namespace tutti::backend::cpu {

/// What all executables of a backend share.
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
  TensorMemory memory;
};

/// A step of the plan, ready to run.
struct CompiledStep {
  Run run;                            // null: there is nothing to do
  std::vector<int64_t> targets = {};  // of a jump, see Step::targets
  std::optional<View> selector = {};  // of a jump: the number that chooses among them
  size_t number = 0;                  // in the profile
  bool on_one_thread = false;         // it is done before a second thread would have begun

  /// The index of the step that follows this one, whose own index is `at`.
  size_t next(size_t at, const Frame& frame) const;
};

class CpuExecutable final : public Executable {
 public:
  /// `function` has no calls. Where it needs more memory than the machine's limit, it takes none
  /// and cannot be run: lack() says why.
  CpuExecutable(const ir::Function& function, const std::shared_ptr<Machine>& machine,
                const CompileOptions& options);
  ~CpuExecutable() override;

  /// After an error the donated arguments are still in their slots, but may have been overwritten.
  void run(Slots arguments, Slots results) override;
  void run_reporting(std::span<Buffer> arguments, std::span<Buffer> results,
                     const OnFinal& on_final) override;
  MemoryUse memory() const override { return memory_; }
  std::vector<int64_t> temporaries_over_time() const override { return temporaries_over_time_; }
  /// What is needed and what is available; empty if the memory suffices.
  const std::string& lack() const { return lack_; }

 private:
  /// What each process of the grid has for itself. The process of a program that runs alone uses
  /// the whole machine; where there are several, each has a team of threads and an arena.
  struct Process {
    std::shared_ptr<Machine> machine;
    std::vector<std::byte*> argument_data;
    std::vector<TensorMemory*> memories;  // of the arguments
    std::vector<std::byte*> result_data;
    std::vector<int64_t> starts;  // see Place::moving
  };

  void make_processes(const std::shared_ptr<Machine>& machine, int workers, int64_t arena_bytes);
  void measure(const Plan& plan);
  bool fits_in_memory();
  void take_arguments(Process& process, std::span<Buffer> arguments) const;
  void take_results(Process& process, std::span<Buffer> results) const;
  /// The member of a grid, or alone. Reports results where there is somebody to tell.
  struct Part {
    op::Grid* grid = nullptr;
    int64_t number = 0;
    const OnFinal* on_final = nullptr;
  };
  void run_process(Process& process, std::span<Buffer> arguments, std::span<Buffer> results,
                   const Part& part) const;
  void run_step(const CompiledStep& step, const Frame& frame) const;

  std::string name_;
  ir::GridSize grid_;
  int64_t memory_limit_;
  Profile* profile_;
  std::vector<Process> processes_;
  std::vector<ir::Type> argument_types_;
  std::vector<ir::Type> result_types_;
  std::vector<int> donors_;
  std::vector<bool> donated_;  // for each argument
  std::vector<bool> moved_;    // each argument that is read packed only
  int64_t arena_bytes_ = 0;    // of each process
  int64_t starts_ = 0;         // how many a run computes
  int64_t constant_bytes_ = 0;
  MemoryUse memory_;
  std::vector<int64_t> temporaries_over_time_;
  std::string lack_;
  HostMemory constants_;
  std::vector<CompiledStep> steps_;
  std::vector<LastUse> given_back_;                 // see CompileOptions::returns_memory
  std::vector<std::pair<int64_t, size_t>> finals_;  // see final_steps(); ascending, with the result
};

}  // namespace tutti::backend::cpu
