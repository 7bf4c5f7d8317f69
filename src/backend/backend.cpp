// SPDX-License-Identifier: Apache-2.0
#include "backend/backend.h"

#include "base/error.h"

namespace tutti::backend {

std::unique_ptr<Executable> Backend::compile(const ir::Module& module,
                                             const CompileOptions& options) {
  Compilation compilation = try_compile(module, options);
  if (!compilation.executable) throw UserError(ExitCode::out_of_memory, compilation.lack);
  return std::move(compilation.executable);
}

}  // namespace tutti::backend
