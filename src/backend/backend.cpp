// SPDX-License-Identifier: Apache-2.0
#include "backend/backend.h"

#include <algorithm>

#include "base/error.h"

namespace tutti::backend {

void Executable::run_reporting(std::span<Buffer> arguments, std::span<Buffer> results,
                               const OnFinal& on_final) {
  run({&arguments, 1}, {&results, 1});
  for (size_t result = 0; result < results.size(); result++) on_final(result);
}

std::unique_ptr<Executable> Backend::compile(const ir::Module& module,
                                             const CompileOptions& options) {
  Compilation compilation = try_compile(module, options);
  if (!compilation.executable) throw UserError(ExitCode::out_of_memory, compilation.lack);
  return std::move(compilation.executable);
}

void Backend::download_into(const Buffer& buffer, std::span<std::byte> out) {
  const std::vector<std::byte> bytes = download(buffer).expanded();
  check(bytes.size() == out.size(), "{} bytes for a buffer of {}", out.size(), bytes.size());
  std::copy(bytes.begin(), bytes.end(), out.begin());
}

}  // namespace tutti::backend
