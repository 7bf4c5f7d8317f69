// SPDX-License-Identifier: Apache-2.0
// A PJRT plugin that computes nothing and fails as it is told. $TUTTI_FAKE_PJRT contains words
// name=value, read when the plugin is opened: minor, major, functions (how many the table has),
// missing, abort, hang (the index of a function), fail (index:code), devices, outputs, exact (1:
// refuse struct sizes other than ours), await (unimplemented, never, error), echo (wrong), kind (of
// its devices).
// A program gives back its first arguments.
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "backend/pjrt/c_api_compile.h"

namespace tutti::backend::pjrt::c {

struct Error {
  std::string text;
  int code = 0;
};
struct Event {};
struct DeviceDescription {
  int id = 0;
  std::string text;
};
struct Device {
  DeviceDescription description;
};
struct Client {
  std::vector<Device> devices;
  std::vector<Device*> pointers;
};
struct Buffer {
  std::vector<std::byte> bytes;
};
struct LoadedExecutable {};
struct Executable {};
struct SerializedExecutable {};
struct Topology {
  std::vector<DeviceDescription> devices;
  std::vector<DeviceDescription*> pointers;
};

}  // namespace tutti::backend::pjrt::c

namespace {

using namespace tutti::backend::pjrt::c;

std::map<std::string, std::string> g_words;
Executable g_executable;
constexpr char kBlob[] = "a compiled program";
constexpr char kOptimized[] = "an optimized program";
const int64_t kVersion[] = {1, 2, 3};

std::string word(const std::string& name) {
  const auto found = g_words.find(name);
  return found == g_words.end() ? "" : found->second;
}
int number(const std::string& name, int fallback) {
  return word(name).empty() ? fallback : std::atoi(word(name).c_str());
}

void read_words() {
  g_words.clear();
  const char* set = std::getenv("TUTTI_FAKE_PJRT");
  std::string rest = set ? set : "";
  while (!rest.empty()) {
    const std::string one = rest.substr(0, rest.find(' '));
    rest.erase(0, one.size() + 1);
    const size_t equals = one.find('=');
    if (equals != std::string::npos) g_words[one.substr(0, equals)] = one.substr(equals + 1);
  }
}

/// What the API of this minor says, for the structs whose size moved; 0 for the others.
size_t expected_size(size_t index, int minor) {
  if (index == 4) return minor >= 71 ? 32 : 24;
  if (index == 10) return minor >= 61 ? 88 : 72;
  if (index == 34) return minor >= 113 ? 201 : 185;
  if (index == 56) return minor >= 111 ? 72 : minor >= 71 ? 64 : 48;
  if (index == 96) return minor >= 104 ? 144 : minor >= 90 ? 120 : minor >= 72 ? 112 : 104;
  return 0;
}

Error* checked(size_t index, size_t size) {
  if (word("hang") == std::to_string(index))
    for (;;) ::pause();
  if (word("abort") == std::to_string(index)) std::abort();
  const std::string fail = word("fail");
  if (fail.starts_with(std::to_string(index) + ":"))
    return new Error{"told to fail\nat once", std::atoi(fail.c_str() + fail.find(':') + 1)};
  const size_t expected = expected_size(index, number("minor", 81));
  if (word("exact") == "1" && expected && size != expected)
    return new Error{"size " + std::to_string(size) + ", expected " + std::to_string(expected), 3};
  return nullptr;
}

Error* act(PluginInitializeArgs&) {
  return nullptr;
}
Error* act(PluginAttributesArgs& args) {
  static NamedValue values[2];
  values[0].name = "stablehlo_current_version";
  values[0].name_size = std::strlen(values[0].name);
  values[0].type = NamedValueType::int64_list;
  values[0].int64_array_value = kVersion;
  values[0].value_size = 3;
  values[1].name = "mood";
  values[1].name_size = 4;
  values[1].string_value = "good";
  values[1].value_size = 4;
  args.attributes = values;
  args.num_attributes = 2;
  return nullptr;
}
Error* act(EventDestroyArgs& args) {
  delete args.object;
  return nullptr;
}
Error* act(EventAwaitArgs&) {
  if (word("await") == "unimplemented") return new Error{"no waiting here", 12};
  if (word("await") == "error") return new Error{"the transfer broke", 15};
  if (word("await") == "never")
    for (;;) ::pause();
  return nullptr;
}
Error* act(EventOnReadyArgs& args) {
  if (word("await") == "never") return nullptr;
  args.callback(nullptr, args.user);
  return nullptr;
}
Error* act(ClientCreateArgs& args) {
  auto client = std::make_unique<Client>();
  int count = number("devices", 2);
  for (size_t i = 0; i < args.num_options; i++)
    if (std::string(args.create_options[i].name, args.create_options[i].name_size) == "devices") {
      if (args.create_options[i].type != NamedValueType::int64) std::abort();
      count = static_cast<int>(args.create_options[i].int64_value);
    }
  for (int i = 0; i < count; i++)
    client->devices.push_back({{7 + i, "fake device " + std::to_string(i)}});
  for (Device& device : client->devices) client->pointers.push_back(&device);
  args.client = client.release();
  return nullptr;
}
Error* act(ClientDestroyArgs& args) {
  delete args.object;
  return nullptr;
}
Error* act(ClientPlatformNameArgs& args) {
  args.text = "fake";
  args.text_size = 4;
  return nullptr;
}
Error* act(ClientPlatformVersionArgs& args) {
  args.text = "v1";
  args.text_size = 2;
  return nullptr;
}
Error* act(ClientAddressableDevicesArgs& args) {
  args.devices = args.client->pointers.data();
  args.num_devices = args.client->pointers.size();
  return nullptr;
}
Error* act(ClientCompileArgs& args) {
  args.executable = new LoadedExecutable;
  return nullptr;
}
Error* act(BufferFromHostBufferArgs& args) {
  size_t bytes = 4;
  for (size_t i = 0; i < args.num_dims; i++) bytes *= static_cast<size_t>(args.dims[i]);
  const auto* data = static_cast<const std::byte*>(args.data);
  args.buffer = new Buffer{{data, data + bytes}};
  args.done_with_host_buffer = new Event;
  return nullptr;
}
Error* act(DescriptionIdArgs& args) {
  args.id = args.description->id;
  return nullptr;
}
Error* act(DescriptionKindArgs& args) {
  static std::string kind;
  kind = word("kind").empty() ? "paper" : word("kind");
  args.text = kind.data();
  args.text_size = kind.size();
  return nullptr;
}
Error* act(DescriptionToStringArgs& args) {
  args.text = args.object->text.data();
  args.text_size = args.object->text.size();
  return nullptr;
}
Error* act(DeviceGetDescriptionArgs& args) {
  args.description = &args.device->description;
  return nullptr;
}
Error* act(DeviceMemoryStatsArgs& args) {
  if (number("memory", 0) == 0) return new Error{"unknown", 12};
  args.bytes_limit = {number("memory", 0), true};
  return nullptr;
}
Error* act(ExecutableDestroyArgs&) {
  return nullptr;
}
Error* act(ExecutableNumOutputsArgs& args) {
  args.num_outputs = static_cast<size_t>(number("outputs", 1));
  return nullptr;
}
Error* act(ExecutableSerializeArgs& args) {
  args.bytes = kBlob;
  args.bytes_size = sizeof kBlob - 1;
  args.serialized = new SerializedExecutable;
  args.destroy_serialized = [](SerializedExecutable* serialized) { delete serialized; };
  return nullptr;
}
Error* act(LoadedExecutableDestroyArgs& args) {
  delete args.object;
  return nullptr;
}
Error* act(GetExecutableArgs& args) {
  args.executable = &g_executable;
  return nullptr;
}
Error* act(ExecuteArgs& args) {
  for (size_t d = 0; d < args.num_devices; d++)
    for (int i = 0; i < number("outputs", 1); i++)
      args.output_lists[d][i] = new Buffer(*args.argument_lists[d][i]);
  return nullptr;
}
Error* act(DeserializeAndLoadArgs& args) {
  if (std::string(args.bytes, args.bytes_size) != kBlob) return new Error{"no program of mine", 13};
  args.executable = new LoadedExecutable;
  return nullptr;
}
/// As many devices as the name says, or as the option "topology" does; at least one.
Error* act(TopologyCreateArgs& args) {
  std::string said(args.name, args.name_size);
  for (size_t i = 0; i < args.num_options; i++)
    if (std::string(args.create_options[i].name, args.create_options[i].name_size) == "topology")
      said = {args.create_options[i].string_value, args.create_options[i].value_size};
  auto topology = std::make_unique<Topology>();
  for (int i = 0; i < std::max(1, std::atoi(said.c_str())); i++)
    topology->devices.push_back({i, "described device"});
  for (DeviceDescription& device : topology->devices) topology->pointers.push_back(&device);
  args.topology = topology.release();
  return nullptr;
}
Error* act(TopologyDestroyArgs& args) {
  delete args.object;
  return nullptr;
}
Error* act(TopologyPlatformNameArgs& args) {
  args.text = "fake";
  args.text_size = 4;
  return nullptr;
}
Error* act(TopologyPlatformVersionArgs& args) {
  args.text = "v1";
  args.text_size = 2;
  return nullptr;
}
Error* act(TopologyDevicesArgs& args) {
  args.devices = args.topology->pointers.data();
  args.num_devices = args.topology->pointers.size();
  return nullptr;
}
Error* act(CompileArgs& args) {
  if (std::string(args.program->code, args.program->code_size).find("@main") == std::string::npos)
    return new Error{"no program", 3};
  args.executable = &g_executable;
  return nullptr;
}
Error* act(CostAnalysisArgs& args) {
  static NamedValue values[3];
  constexpr const char* kNames[] = {"flops", "bytes accessed", "bytes accessed0{}"};
  for (size_t i = 0; i < 3; i++) {
    values[i].name = kNames[i];
    values[i].name_size = std::strlen(kNames[i]);
    values[i].type = NamedValueType::float32;
    values[i].float_value = static_cast<float>(1500 * (i + 1));
    values[i].value_size = 1;
  }
  args.properties = values;
  args.num_properties = 3;
  return nullptr;
}
Error* act(OptimizedProgramArgs& args) {
  args.program->format = "hlo";
  args.program->format_size = 3;
  args.program->code_size = sizeof kOptimized - 1;
  if (args.program->code) std::memcpy(args.program->code, kOptimized, sizeof kOptimized - 1);
  return nullptr;
}
Error* act(CompiledMemoryStatsArgs& args) {
  args.code = 3;
  args.arguments = 100;
  args.results = 50;
  args.aliased = 20;
  args.temporaries = 7;
  return nullptr;
}
Error* act(BufferDestroyArgs& args) {
  delete args.object;
  return nullptr;
}
Error* act(BufferToHostBufferArgs& args) {
  if (args.destination_size < args.source->bytes.size()) return new Error{"too small", 3};
  std::memcpy(args.destination, args.source->bytes.data(), args.source->bytes.size());
  if (word("echo") == "wrong") static_cast<char*>(args.destination)[0] ^= 1;
  args.event = new Event;
  return nullptr;
}

Error* act(BufferReadyEventArgs& args) {
  args.event = new Event;
  return nullptr;
}

template <typename Args>
Error* entry(Args* args) {
  if (Error* error = checked(Args::kFunction.index, args->struct_size)) return error;
  return act(*args);
}

/// Api with a table as long as that of 0.114.
struct Table {
  size_t struct_size;
  void* extension_start;
  ApiVersion version;
  void* functions[138];
};

template <typename... Args>
void fill(std::vector<void*>& functions) {
  ((functions[Args::kFunction.index] = reinterpret_cast<void*>(&entry<Args>)), ...);
}

std::vector<void*> all_functions() {
  std::vector<void*> functions(138);
  functions[0] = reinterpret_cast<void*>(+[](ErrorDestroyArgs* args) { delete args->object; });
  functions[1] = reinterpret_cast<void*>(+[](ErrorMessageArgs* args) {
    args->message = args->error->text.data();
    args->message_size = args->error->text.size();
  });
  functions[2] = reinterpret_cast<void*>(+[](ErrorGetCodeArgs* args) -> Error* {
    args->code = args->error->code;
    return nullptr;
  });
  fill<PluginInitializeArgs, PluginAttributesArgs, EventDestroyArgs, EventAwaitArgs,
       EventOnReadyArgs, ClientCreateArgs, ClientDestroyArgs, ClientPlatformNameArgs,
       ClientPlatformVersionArgs, ClientAddressableDevicesArgs, ClientCompileArgs,
       BufferFromHostBufferArgs, DescriptionIdArgs, DescriptionKindArgs, DescriptionToStringArgs,
       DeviceGetDescriptionArgs, DeviceMemoryStatsArgs, ExecutableDestroyArgs,
       ExecutableNumOutputsArgs, ExecutableSerializeArgs, LoadedExecutableDestroyArgs,
       GetExecutableArgs, ExecuteArgs, DeserializeAndLoadArgs, CompiledMemoryStatsArgs,
       BufferDestroyArgs, BufferToHostBufferArgs, BufferReadyEventArgs, TopologyCreateArgs,
       TopologyDestroyArgs, TopologyPlatformNameArgs, TopologyPlatformVersionArgs,
       TopologyDevicesArgs, CompileArgs, CostAnalysisArgs, OptimizedProgramArgs>(functions);
  return functions;
}

}  // namespace

extern "C" __attribute__((visibility("default"))) const Api* GetPjrtApi() {
  static std::vector<std::unique_ptr<Table>> tables;
  read_words();
  if (word("api") == "null") return nullptr;
  std::vector<void*> functions = all_functions();
  if (!word("missing").empty()) functions[static_cast<size_t>(number("missing", 0))] = nullptr;
  // 0.56 had Buffer_CopyRawToHost at 69.
  if (number("minor", 81) == 56) functions.insert(functions.begin() + 69, nullptr);
  tables.push_back(std::make_unique<Table>());
  Table& table = *tables.back();
  table.version = {24, nullptr, number("major", 0), number("minor", 81)};
  table.struct_size =
      offsetof(Api, functions) + static_cast<size_t>(number("functions", 138)) * sizeof(void*);
  std::copy_n(functions.begin(), 138, table.functions);
  return reinterpret_cast<const Api*>(&table);
}
