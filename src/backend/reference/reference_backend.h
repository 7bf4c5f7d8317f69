// SPDX-License-Identifier: Apache-2.0
// The reference backend interprets a module by the definitions of its ops, in double precision. It
// is slow and simple enough to be right; the other backends are compared with it.
#pragma once

#include "backend/backend.h"
#include "base/threads.h"
#include "op/interpreter.h"

namespace tutti::backend {

class ReferenceBackend final : public Backend {
 public:
  /// `rounding` says whether each result is rounded to its type or stays in double precision.
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
