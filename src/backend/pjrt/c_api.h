// SPDX-License-Identifier: Apache-2.0
// Our own declarations of the part of the PJRT C API that we use: major version 0, minor versions
// 40 to 114.
//
// A plugin has one table of functions. Each function takes a struct that begins with its own size,
// counted up to the end of the last field of a given minor version, so it may be smaller than
// sizeof. Some plugins refuse sizes that are smaller than their own, others all that differ, so we
// always give the size of the plugin's minor version. New versions only ever append fields and
// functions, except 0.56, which moved Buffer_ToHostBuffer and all functions after it by one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>

namespace tutti::backend::pjrt::c {

// Objects of the plugin.
struct Buffer;
struct Client;
struct Device;
struct DeviceDescription;
struct Error;
struct Event;
struct Executable;
struct LoadedExecutable;
struct Memory;
struct SerializedExecutable;

constexpr int kMajor = 0;
constexpr int kOldestMinor =
    40;  // the first with StableHLO programs and compiled memory statistics

struct ApiVersion {
  size_t struct_size;
  void* extension_start;
  int major_version;
  int minor_version;
};

/// What GetPjrtApi() points to. The table of functions ends at struct_size.
struct Api {
  size_t struct_size;
  void* extension_start;
  ApiVersion version;
  void* functions[1];
};

/// From this minor version on, a struct has this size.
struct SizeSince {
  int minor;
  size_t size;
};

/// A function of the table: its index, and its name without "PJRT_".
struct FunctionInfo {
  size_t index;
  const char* name;
  bool required = true;
};

/// The size of an argument struct for a plugin of that minor version.
template <typename Args>
constexpr size_t size_for(int minor) {
  size_t size = 0;
  for (const SizeSince& since : Args::kSizes)
    if (minor >= since.minor) size = since.size;
  return size;
}

/// The size in the newest version that we know; our own struct must be at least as large.
template <typename Args>
constexpr size_t largest_size() {
  return std::end(Args::kSizes)[-1].size;
}

// ---- Values ----

enum class NamedValueType : int { string, int64, int64_list, float32, boolean };

struct NamedValue {
  static constexpr SizeSince kSizes[] = {{29, 56}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  const char* name = nullptr;
  size_t name_size = 0;
  NamedValueType type = NamedValueType::string;
  union {
    const char* string_value;
    int64_t int64_value = 0;
    const int64_t* int64_array_value;
    float float_value;
    bool bool_value;
  };
  size_t value_size = 0;  // characters, or elements; 1 for a scalar
};

struct Program {
  static constexpr SizeSince kSizes[] = {{29, 48}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  char* code = nullptr;
  size_t code_size = 0;
  const char* format = nullptr;  // "mlir"
  size_t format_size = 0;
};

/// A row-major host layout is given by minor_to_major = n-1 ... 0 without tiles.
struct TiledLayout {
  static constexpr SizeSince kSizes[] = {{29, 56}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  const int64_t* minor_to_major = nullptr;
  size_t minor_to_major_size = 0;
  const int64_t* tile_dims = nullptr;
  const size_t* tile_dim_sizes = nullptr;
  size_t num_tiles = 0;
};

struct MemoryLayout {
  static constexpr SizeSince kSizes[] = {{29, 76}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  TiledLayout tiled;
  int type = 0;  // tiled
};

// ---- Errors, plugin, events ----

struct ErrorDestroyArgs {
  static constexpr FunctionInfo kFunction{0, "Error_Destroy"};
  static constexpr SizeSince kSizes[] = {{29, 24}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  Error* object = nullptr;
};

struct ErrorMessageArgs {
  static constexpr FunctionInfo kFunction{1, "Error_Message"};
  static constexpr SizeSince kSizes[] = {{29, 40}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  const Error* error = nullptr;
  const char* message = nullptr;
  size_t message_size = 0;
};

struct ErrorGetCodeArgs {
  static constexpr FunctionInfo kFunction{2, "Error_GetCode"};
  static constexpr SizeSince kSizes[] = {{29, 28}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  const Error* error = nullptr;
  int code = 0;
};

struct PluginInitializeArgs {
  static constexpr FunctionInfo kFunction{3, "Plugin_Initialize"};
  static constexpr SizeSince kSizes[] = {{29, 16}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
};

struct PluginAttributesArgs {
  static constexpr FunctionInfo kFunction{4, "Plugin_Attributes", false};
  static constexpr SizeSince kSizes[] = {{29, 24}, {71, 32}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  const NamedValue* attributes = nullptr;
  size_t num_attributes = 0;
};

struct EventDestroyArgs {
  static constexpr FunctionInfo kFunction{5, "Event_Destroy"};
  static constexpr SizeSince kSizes[] = {{29, 24}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  Event* object = nullptr;
};

struct EventAwaitArgs {
  static constexpr FunctionInfo kFunction{8, "Event_Await"};
  static constexpr SizeSince kSizes[] = {{29, 24}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  Event* event = nullptr;
};

/// The callback owns the error, which is null on success.
struct EventOnReadyArgs {
  static constexpr FunctionInfo kFunction{9, "Event_OnReady"};
  static constexpr SizeSince kSizes[] = {{29, 40}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  Event* event = nullptr;
  void (*callback)(Error* error, void* user) = nullptr;
  void* user = nullptr;
};

// ---- Client and devices ----

struct ClientCreateArgs {
  static constexpr FunctionInfo kFunction{10, "Client_Create"};
  static constexpr SizeSince kSizes[] = {{29, 72}, {61, 88}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  const NamedValue* create_options = nullptr;
  size_t num_options = 0;
  void* key_value_callbacks[4] = {};  // of several hosts
  Client* client = nullptr;
  void* key_value_try_get[2] = {};
};

struct ClientDestroyArgs {
  static constexpr FunctionInfo kFunction{11, "Client_Destroy"};
  static constexpr SizeSince kSizes[] = {{29, 24}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  Client* object = nullptr;
};

struct ClientPlatformNameArgs {
  static constexpr FunctionInfo kFunction{12, "Client_PlatformName"};
  static constexpr SizeSince kSizes[] = {{29, 40}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  Client* object = nullptr;
  const char* text = nullptr;
  size_t text_size = 0;
};

struct ClientPlatformVersionArgs {
  static constexpr FunctionInfo kFunction{14, "Client_PlatformVersion"};
  static constexpr SizeSince kSizes[] = {{29, 40}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  Client* object = nullptr;
  const char* text = nullptr;
  size_t text_size = 0;
};

struct ClientAddressableDevicesArgs {
  static constexpr FunctionInfo kFunction{16, "Client_AddressableDevices"};
  static constexpr SizeSince kSizes[] = {{29, 40}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  Client* client = nullptr;
  Device* const* devices = nullptr;
  size_t num_devices = 0;
};

/// `options` is a serialized xla.CompileOptionsProto.
struct ClientCompileArgs {
  static constexpr FunctionInfo kFunction{20, "Client_Compile"};
  static constexpr SizeSince kSizes[] = {{29, 56}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  Client* client = nullptr;
  const Program* program = nullptr;
  const char* options = nullptr;
  size_t options_size = 0;
  LoadedExecutable* executable = nullptr;
};

enum class HostBufferSemantics : int {
  only_during_call,
  until_transfer_completes,
  immutable_zero_copy,
  mutable_zero_copy
};

struct BufferFromHostBufferArgs {
  static constexpr FunctionInfo kFunction{22, "Client_BufferFromHostBuffer"};
  static constexpr SizeSince kSizes[] = {{29, 120}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  Client* client = nullptr;
  const void* data = nullptr;
  int type = 0;
  const int64_t* dims = nullptr;
  size_t num_dims = 0;
  const int64_t* byte_strides = nullptr;  // null: row-major
  size_t num_byte_strides = 0;
  HostBufferSemantics semantics = HostBufferSemantics::only_during_call;
  Device* device = nullptr;
  Memory* memory = nullptr;               // null: the device's default memory
  MemoryLayout* device_layout = nullptr;  // null: as the device likes
  Event* done_with_host_buffer = nullptr;
  Buffer* buffer = nullptr;
};

struct DescriptionIdArgs {
  static constexpr FunctionInfo kFunction{23, "DeviceDescription_Id"};
  static constexpr SizeSince kSizes[] = {{29, 28}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  DeviceDescription* description = nullptr;
  int id = 0;  // the same on all hosts
};

struct DescriptionKindArgs {
  static constexpr FunctionInfo kFunction{26, "DeviceDescription_Kind"};
  static constexpr SizeSince kSizes[] = {{29, 40}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  DeviceDescription* object = nullptr;
  const char* text = nullptr;
  size_t text_size = 0;
};

struct DescriptionToStringArgs {
  static constexpr FunctionInfo kFunction{28, "DeviceDescription_ToString"};
  static constexpr SizeSince kSizes[] = {{29, 40}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  DeviceDescription* object = nullptr;
  const char* text = nullptr;
  size_t text_size = 0;
};

struct DeviceGetDescriptionArgs {
  static constexpr FunctionInfo kFunction{29, "Device_GetDescription"};
  static constexpr SizeSince kSizes[] = {{29, 32}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  Device* device = nullptr;
  DeviceDescription* description = nullptr;
};

struct Statistic {
  int64_t value = 0;
  bool is_set = false;
};

struct DeviceMemoryStatsArgs {
  static constexpr FunctionInfo kFunction{34, "Device_MemoryStats", false};
  static constexpr SizeSince kSizes[] = {{29, 185}, {113, 201}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  Device* device = nullptr;
  int64_t bytes_in_use = 0;
  Statistic peak_bytes_in_use, num_allocs, largest_alloc_size, bytes_limit;
  Statistic others[7];
  int64_t newer[2] = {};
};

// ---- Executables ----

struct ExecutableDestroyArgs {
  static constexpr FunctionInfo kFunction{40, "Executable_Destroy"};
  static constexpr SizeSince kSizes[] = {{29, 24}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  Executable* object = nullptr;
};

struct ExecutableNumOutputsArgs {
  static constexpr FunctionInfo kFunction{44, "Executable_NumOutputs"};
  static constexpr SizeSince kSizes[] = {{29, 32}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  Executable* executable = nullptr;
  size_t num_outputs = 0;
};

struct ExecutableSerializeArgs {
  static constexpr FunctionInfo kFunction{49, "Executable_Serialize", false};
  static constexpr SizeSince kSizes[] = {{29, 56}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  const Executable* executable = nullptr;
  const char* bytes = nullptr;
  size_t bytes_size = 0;
  SerializedExecutable* serialized = nullptr;  // owns the bytes
  void (*destroy_serialized)(SerializedExecutable*) = nullptr;
};

struct LoadedExecutableDestroyArgs {
  static constexpr FunctionInfo kFunction{50, "LoadedExecutable_Destroy"};
  static constexpr SizeSince kSizes[] = {{29, 24}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  LoadedExecutable* object = nullptr;
};

struct GetExecutableArgs {
  static constexpr FunctionInfo kFunction{51, "LoadedExecutable_GetExecutable"};
  static constexpr SizeSince kSizes[] = {{29, 32}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  LoadedExecutable* loaded_executable = nullptr;
  Executable* executable = nullptr;
};

struct ExecuteOptions {
  static constexpr SizeSince kSizes[] = {{29, 52},  {46, 72},  {64, 80},   {76, 88},
                                         {78, 112}, {97, 120}, {108, 121}, {112, 144}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  void* send_callbacks = nullptr;
  void* recv_callbacks = nullptr;
  size_t num_send_ops = 0;
  size_t num_recv_ops = 0;
  int launch_id = 0;
  const int64_t* non_donatable_input_indices = nullptr;
  size_t num_non_donatable_input_indices = 0;
  void* newer[9] = {};
};

struct ExecuteArgs {
  static constexpr FunctionInfo kFunction{55, "LoadedExecutable_Execute"};
  static constexpr SizeSince kSizes[] = {{29, 80}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  LoadedExecutable* executable = nullptr;
  ExecuteOptions* options = nullptr;               // never null: XLA crashes
  Buffer* const* const* argument_lists = nullptr;  // [device][argument]
  size_t num_devices = 0;
  size_t num_args = 0;
  Buffer** const* output_lists = nullptr;  // [device][result], filled
  Event** device_complete_events = nullptr;
  Device* execute_device = nullptr;
};

struct DeserializeAndLoadArgs {
  static constexpr FunctionInfo kFunction{56, "Executable_DeserializeAndLoad", false};
  static constexpr SizeSince kSizes[] = {{29, 48}, {71, 64}, {111, 72}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  Client* client = nullptr;
  const char* bytes = nullptr;
  size_t bytes_size = 0;
  LoadedExecutable* executable = nullptr;
  const char* options = nullptr;  // null: those it was compiled with
  size_t options_size = 0;
  void* newer = nullptr;
};

struct OutputElementTypesArgs {
  static constexpr FunctionInfo kFunction{90, "Executable_OutputElementTypes", false};
  static constexpr SizeSince kSizes[] = {{29, 40}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  Executable* executable = nullptr;
  const int* types = nullptr;
  size_t num_types = 0;
};

struct CompiledMemoryStatsArgs {
  static constexpr FunctionInfo kFunction{96, "Executable_GetCompiledMemoryStats", false};
  static constexpr SizeSince kSizes[] = {{40, 64}, {43, 104}, {72, 112}, {90, 120}, {104, 144}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  Executable* executable = nullptr;
  int64_t code = 0;
  int64_t arguments = 0;
  int64_t results = 0;
  int64_t aliased = 0;  // bytes of arguments that results take over
  int64_t temporaries = 0;
  int64_t newer[10] = {};
};

// ---- Buffers ----

struct BufferDestroyArgs {
  static constexpr FunctionInfo kFunction{58, "Buffer_Destroy"};
  static constexpr SizeSince kSizes[] = {{29, 24}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  Buffer* object = nullptr;
};

struct BufferToHostBufferArgs {
  static constexpr FunctionInfo kFunction{70, "Buffer_ToHostBuffer"};
  static constexpr SizeSince kSizes[] = {{29, 56}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  Buffer* source = nullptr;
  MemoryLayout* host_layout = nullptr;  // null: the device's own, which may be tiled
  void* destination = nullptr;
  size_t destination_size = 0;
  Event* event = nullptr;
};

struct BufferReadyEventArgs {
  static constexpr FunctionInfo kFunction{72, "Buffer_ReadyEvent", false};
  static constexpr SizeSince kSizes[] = {{29, 32}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  Buffer* buffer = nullptr;
  Event* event = nullptr;
};

}  // namespace tutti::backend::pjrt::c
