// SPDX-License-Identifier: Apache-2.0
// A backend that compiles for a device that is not there, by the device's own compiler, and runs
// nothing: it says what a training would need and cost on it.
#pragma once

#include <memory>
#include <string>
#include <vector>

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

  /// A bug: nothing runs on a device that is not there.
  Buffer upload(const ir::Tensor& tensor, const Device& device) override;
  ir::Tensor download(const Buffer& buffer) override;

  const Target& target() const { return options_.target; }
  const Path& library() const { return options_.library; }
  /// What was compiled, in its order.
  const std::vector<pjrt::CompiledProgram>& programs() const { return programs_; }

 private:
  TargetOptions options_;
  std::vector<pjrt::CompiledProgram> programs_;
};

}  // namespace tutti::backend
