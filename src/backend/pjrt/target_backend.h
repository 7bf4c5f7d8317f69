// SPDX-License-Identifier: Apache-2.0
// A backend that compiles for an absent device, by the device's own compiler, and runs nothing: it
// says what a training would need and cost on it.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "backend/pjrt/compiled_bytes.h"
#include "backend/pjrt/program_cache.h"
#include "backend/pjrt/program_text.h"
#include "backend/pjrt/topology.h"

namespace tutti::backend {

/// A device to compile for.
struct Target {
  std::string name;  // "tpu:v5e:2x4", "cuda:h100"
  std::string kind;  // of pjrt::device_kinds(): "tpu"
  pjrt::Topology topology;
  int64_t devices = 1;       // that the topology has
  int64_t memory_bytes = 0;  // of each of them
};

struct TargetOptions {
  Target target;
  Path library;  // the plugin
  pjrt::CompileCommand command;
  Path cache_folder = {};  // of what was compiled before; empty: none
};

class TargetBackend final : public Backend {
 public:
  explicit TargetBackend(TargetOptions options);

  /// The same programs are compiled as on the device itself.
  std::string_view name() const override { return options_.target.name; }
  std::string_view device_kind() const override { return options_.target.kind; }
  std::vector<Device> devices() const override;
  Capabilities capabilities() const override;
  bool supports(const ir::Operation& op) const override;
  /// The program can be asked for its memory, and not be run.
  Compilation try_compile(const ir::Module& module, const CompileOptions& options) override;

  /// A bug: nothing runs on an absent device.
  Buffer upload(const ir::Tensor& tensor, const Device& device) override;
  ir::Tensor download(const Buffer& buffer) override;

  const Target& target() const { return options_.target; }
  const Path& library() const { return options_.library; }
  /// What was compiled, in its order, by this object or by one before it. A program is not compiled
  /// twice.
  const std::vector<pjrt::CompiledProgram>& programs() const { return programs_; }
  /// How often the compiler was asked, as no answer of before was kept.
  int64_t compilations() const { return compilations_; }
  /// The program that was asked for last; null if it could not be compiled for lack of memory.
  const pjrt::CompiledProgram* latest() const;
  /// Keeps what is compiled after this call in a folder, for PjrtOptions::compiled_folder. A folder
  /// that cannot be made, or that is open to others, is a UserError of exit code 5.
  void keep_in(const Path& folder);

 private:
  /// A program by its text and options: its place in programs_, or why the compiler lacks memory.
  struct Known {
    std::optional<size_t> place;
    std::string lack;
  };
  const Known& known(const pjrt::ProgramText& program, bool strict);
  /// From the cache, or from the compiler.
  pjrt::CompileAnswer answer_for(const std::string& name, const pjrt::CompileRequest& request);
  void keep(const pjrt::ProgramText& program, const pjrt::CompiledProgram& compiled, bool strict);

  TargetOptions options_;
  std::optional<pjrt::ProgramCache> cache_;  // of answers, for the next command
  std::vector<pjrt::CompiledProgram> programs_;
  int64_t compilations_ = 0;
  std::map<std::pair<std::string, bool>, Known> known_;  // by the text's hash, and whether strict
  std::optional<size_t> latest_;
  std::optional<pjrt::ProgramCache> kept_;  // of programs, for the device
  std::string library_hash_;                // where programs are kept
};

}  // namespace tutti::backend
