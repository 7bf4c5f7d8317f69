// SPDX-License-Identifier: Apache-2.0
#include "backend/pjrt/topology.h"

#include <chrono>

#include "backend/pjrt/c_api_compile.h"
#include "backend/pjrt/child_process.h"
#include "backend/pjrt/child_report.h"
#include "backend/pjrt/client.h"
#include "backend/pjrt/plugin_programs.h"
#include "base/passing_folder.h"
#include "base/text.h"

namespace tutti::backend::pjrt {
namespace {

constexpr std::string_view kTitle = "tutti compilation";

using TopologyHandle = Owned<c::TopologyDestroyArgs>;
using ExecutableHandle = Owned<c::ExecutableDestroyArgs>;

/// The options of a topology, which are files of the folder: each is a text.
TopologyHandle created_topology(const Plugin& plugin, const std::string& name,
                                const CompileFiles& files) {
  std::vector<ClientOption> options;
  const std::string prefix = files.topology_option("").filename().string();
  for (const auto& entry : std::filesystem::directory_iterator(files.folder)) {
    const std::string file = entry.path().filename().string();
    if (file.starts_with(prefix))
      options.push_back({file.substr(prefix.size()), read_file(entry.path())});
  }
  const std::vector<c::NamedValue> values = named_values(plugin, options);
  c::TopologyCreateArgs args;
  args.name = name.data();
  args.name_size = name.size();
  args.create_options = values.data();
  args.num_options = values.size();
  if (const auto failure = plugin.attempt(args))
    throw UserError(ExitCode::missing_backend,
                    fmt::format("{}: compiles for no device that is not there: {}: {}",
                                escaped(plugin.library().string()), name_of(failure->code),
                                shown(failure->text)));
  return {plugin, args.topology};
}

std::string device_kind_of(const Plugin& plugin, c::Topology* topology) {
  c::TopologyDevicesArgs devices;
  devices.topology = topology;
  plugin.call(devices);
  return devices.num_devices == 0 ? "" : plugin.text_of<c::DescriptionKindArgs>(devices.devices[0]);
}

void report_memory(ReportLines& lines, const Plugin& plugin, c::Executable* executable) {
  c::CompiledMemoryStatsArgs stats;
  stats.executable = executable;
  if (plugin.attempt(stats)) return;
  for (const auto& [key, bytes] : {std::pair{"arguments", stats.arguments},
                                   {"results", stats.results - stats.aliased},
                                   {"temporaries", stats.temporaries},
                                   {"code", stats.code},
                                   {"heap_peak", stats.newer[5]}})
    lines.emplace_back(key, std::to_string(bytes));
}

void report_costs(ReportLines& lines, const Plugin& plugin, c::Executable* executable) {
  c::CostAnalysisArgs costs;
  costs.executable = executable;
  if (plugin.attempt(costs)) return;
  for (size_t i = 0; i < costs.num_properties; i++) {
    const c::NamedValue& cost = costs.properties[i];
    const std::string_view name(cost.name, cost.name_size);
    if (cost.type == c::NamedValueType::float32 && name.find('{') == std::string_view::npos)
      lines.emplace_back("cost", fmt::format("{} {}", cost.float_value, name));
  }
}

/// Writes the optimized program, where the plugin gives it.
void write_optimized(ReportLines& lines, const Plugin& plugin, c::Executable* executable,
                     const Path& file) {
  auto program = plugin.sized<c::Program>();
  c::OptimizedProgramArgs args;
  args.executable = executable;
  args.program = &program;
  if (plugin.attempt(args)) return;
  std::string code(program.code_size, '\0');
  program.code = code.data();
  if (plugin.attempt(args)) return;
  write_file_atomically(file, [&](const WritePiece& write) { write(code); });
  lines.emplace_back("optimized", std::string(program.format, program.format_size));
}

void write_executable(ReportLines& lines, const Plugin& plugin, c::Executable* executable,
                      const Path& file) {
  static_cast<void>(serialize(plugin, executable, [&](std::string_view bytes) {
    write_file_atomically(file, [&](const WritePiece& write) { write(bytes); });
    lines.emplace_back("executable", std::to_string(bytes.size()));
  }));  // programs that are not given cannot be kept
}

void compile(ReportLines& lines, const Plugin& plugin, const std::string& name,
             const CompileFiles& files) {
  const TopologyHandle topology = created_topology(plugin, name, files);
  lines.emplace_back("device_kind", device_kind_of(plugin, topology.get()));
  lines.emplace_back(
      "compiler", fmt::format("{} {}", plugin.text_of<c::TopologyPlatformNameArgs>(topology.get()),
                              plugin.text_of<c::TopologyPlatformVersionArgs>(topology.get())));
  std::string code = read_file(files.program());
  const std::string options = read_file(files.options());
  const c::Program program = mlir_program(plugin, code);
  c::CompileArgs args;
  args.topology = topology.get();
  args.program = &program;
  args.options = options.data();
  args.options_size = options.size();
  const auto begin = std::chrono::steady_clock::now();
  if (const auto failure = plugin.attempt(args)) {
    lines.emplace_back(failure->code == StatusCode::resource_exhausted ? "lack" : "refused",
                       plugin.text_of_failure(args.kFunction.name, *failure));
    return;
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  lines.emplace_back("seconds", fmt::format("{}", seconds.count()));
  const ExecutableHandle executable(plugin, args.executable);
  report_memory(lines, plugin, executable.get());
  report_costs(lines, plugin, executable.get());
  write_optimized(lines, plugin, executable.get(), files.optimized());
  write_executable(lines, plugin, executable.get(), files.executable());
}

void write_request(const CompileRequest& request, const CompileFiles& files) {
  const auto write = [](const Path& file, const std::string& text) {
    write_file_atomically(file, [&](const WritePiece& piece) { piece(text); });
  };
  write(files.program(), request.text);
  write(files.options(), request.options);
  for (const auto& [name, text] : request.topology.options)
    write(files.topology_option(name), text);
}

CompiledProgram program_of(const ReportLines& lines, const CompileFiles& files) {
  CompiledProgram program;
  const auto bytes = [](const std::string& text) { return std::stoll(text); };
  for (const auto& [key, value] : lines) {
    if (key == "device_kind") program.device_kind = value;
    if (key == "compiler") program.compiler = value;
    if (key == "seconds") program.seconds = std::stod(value);
    if (key == "arguments") program.memory.arguments = bytes(value);
    if (key == "results") program.memory.results = bytes(value);
    if (key == "temporaries") program.memory.temporaries += bytes(value);
    if (key == "code") program.memory.temporaries += program.code = bytes(value);
    if (key == "heap_peak") program.heap_peak = bytes(value);
    if (key == "cost") {
      const auto [number, name] = split_at(value, ' ');
      program.costs[std::string(name)] = std::stod(std::string(number));
    }
    if (key == "optimized") {
      program.optimized_format = value;
      program.optimized = read_file(files.optimized());
    }
    if (key == "executable") program.executable = read_file(files.executable());
  }
  MemoryUse& memory = program.memory;
  memory.peak = memory.arguments + memory.results + memory.temporaries;
  return program;
}

}  // namespace

std::string compile_and_report(const Path& library, const std::string& topology_name,
                               const CompileFiles& files) {
  ReportLines lines;
  try {
    compile(lines, *Plugin::open(library), topology_name, files);
  } catch (const UserError& error) {
    lines.emplace_back(error.code() == ExitCode::missing_backend ? "absent" : "refused",
                       error.what());
  } catch (const std::exception& error) {
    lines.emplace_back("refused", fmt::format("{}: the plugin threw: {}", escaped(library.string()),
                                              error.what()));
  }
  return report_text(kTitle, lines);
}

std::optional<CompiledProgram> compile_in_child(const CompileCommand& command,
                                                const CompileRequest& request, std::string& lack) {
  const PassingFolder folder(command.scratch);
  const CompileFiles files{folder.path()};
  write_request(request, files);
  std::vector<std::string> words = command.command;
  for (const std::string& word : {std::filesystem::absolute(request.library).string(),
                                  request.topology.name, files.folder.string()})
    words.push_back(word);
  const ChildResult child = run_child(words, command.seconds);
  const auto lines = read_report(kTitle, child.out);
  if (!lines)
    throw UserError(
        ExitCode::missing_backend,
        fmt::format("{}: the compiler {}", escaped(request.library.string()), end_text(child)));
  for (const auto& [key, value] : *lines) {
    if (key == "absent") throw UserError(ExitCode::missing_backend, value);
    if (key == "refused") throw UserError(ExitCode::usage, value);
    if (key == "lack") {
      lack = value;
      return std::nullopt;
    }
  }
  return program_of(*lines, files);
}

}  // namespace tutti::backend::pjrt
