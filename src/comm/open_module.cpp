// SPDX-License-Identifier: Apache-2.0
#include "comm/open_module.h"

#include <dlfcn.h>

#include "base/error.h"
#include "base/files.h"
#include "base/text.h"

namespace tutti::comm {

void* open_module(const ModuleFile& module) {
  std::error_code failure;
  const Path folder = std::filesystem::read_symlink("/proc/self/exe", failure).parent_path();
  const Path installed = folder.parent_path() / TUTTI_LIBRARY_FOLDER / module.name;
  std::string problem;
  for (const Path& path : {folder / module.name, installed}) {
    if (!std::filesystem::exists(path, failure)) continue;
    // Never closed: its threads may outlive its use.
    void* const opened =
        ::dlopen(path.c_str(), RTLD_NOW | (module.shared ? RTLD_GLOBAL : RTLD_LOCAL));
    if (opened == nullptr) {
      problem = ::dlerror();
      continue;
    }
    if (void* const function = ::dlsym(opened, module.function)) return function;
    problem = fmt::format("{} has no {}", path.string(), module.function);
  }
  if (problem.empty())
    problem = fmt::format("there is neither {} nor {}", (folder / module.name).string(),
                          installed.string());
  throw UserError(ExitCode::missing_backend,
                  fmt::format("several processes need {}, which cannot be opened: {}. {}",
                              module.library, escaped(problem), module.remedy));
}

}  // namespace tutti::comm
