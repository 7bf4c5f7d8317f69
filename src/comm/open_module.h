// SPDX-License-Identifier: Apache-2.0
// Opens our modules that are compiled against a communication library (comm/module), so that the
// program itself starts without that library.
#pragma once

#include <string>

namespace tutti::comm {

struct ModuleFile {
  std::string name;      // "tutti_comm_gloo.so"
  const char* function;  // its entry point
  const char* library;   // the one it needs, as users know it: "Gloo"
  std::string remedy;    // what to do if it cannot be opened
  bool shared = false;   // its library's plugins resolve symbols from the whole process
};

/// The module's function. The module is beside the program in a build tree and in its lib folder
/// once installed; it is never closed. Throws a UserError of exit code 3 that says why it cannot be
/// opened.
void* open_module(const ModuleFile& module);

}  // namespace tutti::comm
