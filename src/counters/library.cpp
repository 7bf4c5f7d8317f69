// SPDX-License-Identifier: Apache-2.0
#include "counters/library.h"

#include <dlfcn.h>

namespace tutti::counters {

Library::Library(const std::vector<std::string>& names) {
  for (const std::string& name : names)
    if (!handle_) handle_ = ::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
}

void* Library::symbol(const char* name) const {
  return handle_ ? ::dlsym(handle_, name) : nullptr;
}

}  // namespace tutti::counters
