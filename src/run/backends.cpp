// SPDX-License-Identifier: Apache-2.0
#include "run/backends.h"

#include "backend/pjrt/hardware.h"
#include "run/python_folders.h"
#include "run/user_folders.h"

namespace tutti::run {

backend::BackendOptions backend_options(const Context& context) {
  backend::BackendOptions options;
  options.threads = context.threads;
  options.plugins.search.names_and_paths =
      context.variables("PJRT_NAMES_AND_LIBRARY_PATHS").value_or("");
  options.plugins.search.python_folders = python_folders(context.variables);
  options.plugins.probe.command = {context.program, std::string(kProbeCommand)};
  options.plugins.compiler.command = {context.program, std::string(kCompileCommand)};
  options.plugins.compiler.scratch = context.variables("TMPDIR").value_or(std::string("/tmp"));
  if (const auto folder = cache_folder(context.variables))
    options.plugins.cache_folder = *folder / "programs";
  return options;
}

std::unique_ptr<backend::Backend> open_backend(const std::string& name, const Context& context,
                                               backend::Profile* profile, int64_t memory_limit,
                                               const Path& compiled_folder) {
  if (context.program.empty() && name.starts_with("pjrt"))
    user_error(
        "backend {}: plugins are tried by the program tutti, and no path of it was given; set "
        "Context::program",
        name);
  backend::BackendOptions options = backend_options(context);
  options.profile = profile;
  options.memory_limit_bytes = memory_limit;
  options.plugins.compiled_folder = compiled_folder;
  return backend::make_backend(name, options);
}

std::vector<std::string> unused_lines(const std::string& backend, int64_t used,
                                      const Context& context) {
  using namespace backend::pjrt;
  return unused_devices(backend, used, seen_devices(),
                        find_plugins(backend_options(context).plugins.search));
}

}  // namespace tutti::run
