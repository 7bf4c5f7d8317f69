// SPDX-License-Identifier: Apache-2.0
// Opens the modules of ours that are compiled against a communication library (comm/module), so
// that the program itself starts without that library.
#pragma once

#include <string>

namespace tutti::comm {

struct ModuleFile {
  std::string name;      // "tutti_comm_gloo.so"
  const char* function;  // what it offers
  const char* library;   // that it needs, as users know it: "Gloo"
  std::string remedy;    // what to do where it cannot be opened
  bool shared = false;   // the plugins of its library look for their symbols in the whole process
};

/// The module's function. The module is beside the program where that was built, and in its lib
/// folder where it is installed; it is never closed. A UserError of exit code 3 says why it cannot
/// be opened.
void* open_module(const ModuleFile& module);

}  // namespace tutti::comm
