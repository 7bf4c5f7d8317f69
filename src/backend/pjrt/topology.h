// SPDX-License-Identifier: Apache-2.0
// Compiles for devices that are described and not there: a plugin's compiler needs no device.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "backend/backend.h"
#include "backend/pjrt/compile_options.h"
#include "base/files.h"

namespace tutti::backend::pjrt {

/// Devices as they are described to a plugin's compiler.
struct Topology {
  std::string name;  // as the plugin knows it: "v5e:2x4"; empty if the options say all
  std::vector<std::pair<std::string, std::string>> options;
};

/// What a compiler says of a program that it has compiled. Figures that it does not tell are 0, or
/// nothing if 0 could be meant.
struct CompiledProgram {
  std::string function;     // the name of what was compiled
  std::string text_hash;    // SHA-256 of its text, in hexadecimal digits
  std::string device_kind;  // "TPU v5 lite"
  std::string compiler;     // the platform and its version, on which a loaded program depends
  double seconds = 0;       // of compiling
  MemoryUse memory;         // code counts as a temporary
  int64_t code = 0;         // bytes
  int64_t heap_peak = 0;    // the most of arguments, results and temporaries that is alive at any
                            // time
  std::map<std::string, double> costs;  // "flops", "bytes accessed", ... of one run
  std::string optimized;                // a serialized xla.HloModuleProto, or one with its config
  std::string optimized_format;         // "hlo", "hlo_with_config"
  std::string executable;               // as Executable_Serialize gives it
};

/// Where the program of a compilation lies, and what comes of it: files of a folder that parent and
/// child share. The parent writes the program, the child the optimized program and the executable.
struct CompileFiles {
  Path folder;
  Path program() const { return folder / "program.mlir"; }
  Path options() const { return folder / "compile_options.pb"; }
  Path topology_option(const std::string& name) const { return folder / ("topology." + name); }
  Path optimized() const { return folder / "optimized.hlo"; }
  Path executable() const { return folder / "executable.bin"; }
};

/// Compiles in this process, which a plugin may end, and gives the report that compile_in_child()
/// reads. Errors are part of the report, the plugin's exceptions too.
std::string compile_and_report(const Path& library, const std::string& topology_name,
                               const CompileFiles& files);

/// How to run compile_and_report() in another process: `command LIBRARY TOPOLOGY_NAME FOLDER`
/// writes its report to stdout.
struct CompileCommand {
  std::vector<std::string> command;
  Path scratch;           // where folders for the files are made
  double seconds = 7200;  // after which the child is killed
};

/// A program to compile: its text and options, and for what.
struct CompileRequest {
  Path library;
  Topology topology;
  std::string text;
  std::string options;  // see compile_options()
};

/// Compiles in a child process. Nothing, with a sentence without its full stop in `lack`, where the
/// device's memory does not suffice; every other failure is a UserError, of exit code 3 where the
/// plugin cannot be opened or cannot compile without its device.
std::optional<CompiledProgram> compile_in_child(const CompileCommand& command,
                                                const CompileRequest& request, std::string& lack);

}  // namespace tutti::backend::pjrt
