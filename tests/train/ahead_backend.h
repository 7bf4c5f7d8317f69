// SPDX-License-Identifier: Apache-2.0
// The CPU, which says that it runs ahead of the host, as accelerators do.
#pragma once

#include "backend/cpu/cpu_backend.h"

namespace tutti::train {

/// wait() is what tests replace.
class AheadBackend : public backend::Backend {
 public:
  std::string_view name() const override { return cpu_.name(); }
  std::vector<backend::Device> devices() const override { return cpu_.devices(); }
  backend::Capabilities capabilities() const override {
    backend::Capabilities can = cpu_.capabilities();
    can.asynchronous = true;
    return can;
  }
  bool supports(const ir::Operation& op) const override { return cpu_.supports(op); }
  backend::Compilation try_compile(const ir::Module& module,
                                   const backend::CompileOptions& options) override {
    return cpu_.try_compile(module, options);
  }
  backend::Buffer upload(const ir::Tensor& tensor, const backend::Device& device) override {
    return cpu_.upload(tensor, device);
  }
  ir::Tensor download(const backend::Buffer& buffer) override { return cpu_.download(buffer); }
  void wait(const backend::Buffer&) override { waits++; }

  int waits = 0;

 private:
  backend::CpuBackend cpu_{{2, 0, {}}};
};

}  // namespace tutti::train
