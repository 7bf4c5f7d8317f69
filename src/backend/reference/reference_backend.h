// SPDX-License-Identifier: Apache-2.0
// The reference: runs a module by its ops' own meaning, in double. Slow, obviously right, the
// judge.
#pragma once

#include "backend/backend.h"
#include "base/threads.h"
#include "op/interpreter.h"

namespace tutti::backend {

class ReferenceBackend final : public Backend {
 public:
  ReferenceBackend(int threads, op::Rounding rounding);

  static Capabilities known_capabilities();
  std::string_view name() const override { return "reference"; }
  Capabilities capabilities() const override { return known_capabilities(); }
  std::vector<Device> devices() const override;
  bool supports(const ir::Operation& op) const override;
  Compilation try_compile(const ir::Module& module, const CompileOptions& options) override;
  Buffer upload(const ir::Tensor& tensor, const Device& device) override;
  ir::Tensor download(const Buffer& buffer) override;

 private:
  std::shared_ptr<Team> team_;
  op::Rounding rounding_;
};

}  // namespace tutti::backend
