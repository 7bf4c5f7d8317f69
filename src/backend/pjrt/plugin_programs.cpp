// SPDX-License-Identifier: Apache-2.0
#include "backend/pjrt/plugin_programs.h"

#include "base/text.h"

namespace tutti::backend::pjrt {

c::Program mlir_program(const Plugin& plugin, std::string& code) {
  constexpr std::string_view kFormat = "mlir";
  auto program = plugin.sized<c::Program>();
  program.code = code.data();
  program.code_size = code.size();
  program.format = kFormat.data();
  program.format_size = kFormat.size();
  return program;
}

std::optional<Failure> serialize(const Plugin& plugin, c::Executable* executable,
                                 const std::function<void(std::string_view bytes)>& take) {
  c::ExecutableSerializeArgs args;
  args.executable = executable;
  if (auto failure = plugin.attempt(args)) return failure;
  take({args.bytes, args.bytes_size});
  if (args.destroy_serialized) args.destroy_serialized(args.serialized);
  return std::nullopt;
}

std::string lack_of_memory(std::string_view function, const MemoryUse& use,
                           std::string_view what_there_is) {
  const auto text = [](int64_t bytes) { return human_bytes(static_cast<size_t>(bytes)); };
  return fmt::format(
      "@{} needs {} of device memory, but {}: arguments {}, results {}, temporaries {}", function,
      text(use.peak), what_there_is, text(use.arguments), text(use.results), text(use.temporaries));
}

}  // namespace tutti::backend::pjrt
