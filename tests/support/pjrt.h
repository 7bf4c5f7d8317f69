// SPDX-License-Identifier: Apache-2.0
// XLA's PJRT plugin for the CPU, and programs on a plugin.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "backend/pjrt/pjrt_backend.h"
#include "ir/parse.h"
#include "op/catalogue.h"
#include "support/data.h"

namespace tutti::test {

/// XLA's plugin for the CPU: $TUTTI_TEST_PJRT_PLUGIN, or where ./dev keeps it. It is told not to
/// optimize, unless $XLA_FLAGS says something else: it then needs half the time to compile what
/// tests run once.
inline std::optional<std::filesystem::path> xla_cpu_plugin() {
  const char* set = std::getenv("TUTTI_TEST_PJRT_PLUGIN");
  const std::filesystem::path library = set ? set
                                            : std::filesystem::path(TUTTI_SOURCE_DIR) / ".cache" /
                                                  "plugins" / "xla-cpu-pjrt-0.0.1" / "xla_plugins" /
                                                  "xla_cpu_pjrt" / "xla_cpu_pjrt.so";
  if (!std::filesystem::exists(library)) return std::nullopt;
  ::setenv("XLA_FLAGS", "--xla_backend_optimization_level=0 --xla_cpu_use_fusion_emitters=false",
           /*overwrite=*/0);
  return library;
}

inline ir::Module module_of(const std::string& text) {
  return ir::parse_module(text, "test", op::catalogue());
}

/// Runs a program of one device on tensors.
inline std::vector<ir::Tensor> run_on(backend::Backend& backend, const ir::Module& module,
                                      const backend::CompileOptions& options,
                                      const std::vector<ir::Tensor>& inputs) {
  const auto executable = backend.compile(module, options);
  std::vector<backend::Buffer> arguments;
  for (const ir::Tensor& input : inputs)
    arguments.push_back(backend.upload(input, backend.devices()[0]));
  std::vector<backend::Buffer> results(module.get(options.function).result_types.size());
  const std::span<backend::Buffer> in[] = {arguments}, out[] = {results};
  executable->run(in, out);
  std::vector<ir::Tensor> tensors;
  for (const backend::Buffer& result : results) tensors.push_back(backend.download(result));
  return tensors;
}

}  // namespace tutti::test

/// Declares `name` as the path of XLA's plugin for the CPU, or skips the test.
#define TUTTI_PLUGIN_OR_SKIP(name)                                            \
  const auto name##_found = ::tutti::test::xla_cpu_plugin();                  \
  if (!name##_found)                                                          \
    TUTTI_SKIP_FOR_DATA(                                                      \
        "the plugin xla-cpu-pjrt is not here: ./dev test fetches it, or set " \
        "TUTTI_TEST_PJRT_PLUGIN");                                            \
  const std::filesystem::path name = *name##_found
