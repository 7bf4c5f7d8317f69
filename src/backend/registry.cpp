// SPDX-License-Identifier: Apache-2.0
#include "backend/registry.h"

#include "backend/cpu/cpu_backend.h"
#include "backend/reference/reference_backend.h"
#include "base/text.h"

namespace tutti::backend {
namespace {

bool is_planned(std::string_view name) {
  for (const std::string_view later : {"cuda", "rocm", "tpu", "xpu", "mps", "neuron"})
    if (name == later) return true;
  return name.starts_with("pjrt=");
}

}  // namespace

std::unique_ptr<Backend> make_backend(std::string_view name, const BackendOptions& options) {
  const int threads = options.threads > 0 ? options.threads : available_cpus();
  if (name == "reference") return std::make_unique<ReferenceBackend>(threads, op::Rounding::wide);
  if (name == "cpu")
    return std::make_unique<CpuBackend>(CpuOptions{threads, options.memory_limit_bytes});
  constexpr std::string_view kPresent = "reference, cpu";
  if (is_planned(name))
    throw UserError(ExitCode::missing_backend,
                    fmt::format("backend {} is not part of this build yet; there are: {}",
                                escaped(name), kPresent));
  user_error("there is no backend \"{}\"; there are: {}", escaped(name), kPresent);
}

}  // namespace tutti::backend
