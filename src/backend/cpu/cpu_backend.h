// SPDX-License-Identifier: Apache-2.0
// The CPU as a backend: kernels of our own, OpenBLAS's products where there is no AVX2, memory
// planned before the first run.
#pragma once

#include <memory>

#include "backend/backend.h"
#include "backend/profile.h"

namespace tutti::backend {

namespace cpu {
struct Machine;
}

struct CpuOptions {
  int threads = 0;                 // 0: as many CPUs as the process may use
  int64_t memory_limit_bytes = 0;  // for one program; 0: what the process may use
  Profile* profile = nullptr;      // takes the time of each step, where it is not null
};

class CpuBackend final : public Backend {
 public:
  explicit CpuBackend(const CpuOptions& options = {});
  ~CpuBackend() override;

  static Capabilities known_capabilities();
  std::string_view name() const override { return "cpu"; }
  Capabilities capabilities() const override { return known_capabilities(); }
  std::vector<Device> devices() const override { return devices_; }
  bool supports(const ir::Operation& op) const override;
  /// Inlines calls; the module has gone through the other passes before. An operation that is not
  /// supported is a UserError. Where memory is lacking, none has been taken.
  Compilation try_compile(const ir::Module& module, const CompileOptions& options) override;
  Buffer upload(const ir::Tensor& tensor, const Device& device) override;
  ir::Tensor download(const Buffer& buffer) override;
  void download_into(const Buffer& buffer, std::span<std::byte> out) override;
  std::byte* host_memory(const Buffer& buffer) override;

 private:
  std::shared_ptr<cpu::Machine> machine_;
  std::vector<Device> devices_;  // described once: every upload asks for its device
};

}  // namespace tutti::backend
