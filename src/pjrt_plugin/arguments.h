// SPDX-License-Identifier: Apache-2.0
// Our own declarations of the arguments of those functions of the PJRT C API that a plugin has and
// a client of ours does not call; backend/pjrt/c_api.h has the others.
#pragma once

#include "backend/pjrt/c_api_compile.h"

namespace tutti::backend::pjrt::c {

struct ExecuteContext;
struct SerializedAssignment;

/// The beginning of every argument struct.
struct Head {
  size_t struct_size = 0;
  void* extension_start = nullptr;
};

/// Functions that give one property of one object, by the index of each.
template <size_t kIndex, typename Object, typename Property, size_t kSize>
struct GetArgs {
  static constexpr FunctionInfo kFunction{kIndex, "a property"};
  static constexpr SizeSince kSizes[] = {{29, kSize}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  Object* object = nullptr;
  Property value{};
};
template <size_t kIndex, typename Object>
using GetBoolArgs = GetArgs<kIndex, Object, bool, 25>;
template <size_t kIndex, typename Object>
using GetIntArgs = GetArgs<kIndex, Object, int, 28>;
template <size_t kIndex, typename Object, typename Property>
using GetWordArgs = GetArgs<kIndex, Object, Property, 32>;

/// A text or a list, which lives as long as the object.
template <size_t kIndex, typename Object, typename Element>
struct GetListArgs {
  static constexpr FunctionInfo kFunction{kIndex, "a list"};
  static constexpr SizeSince kSizes[] = {{29, 40}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  Object* object = nullptr;
  const Element* values = nullptr;
  size_t count = 0;
};
template <size_t kIndex, typename Object>
using GetTextArgs = GetListArgs<kIndex, Object, char>;

/// Functions that only act on an object.
template <size_t kIndex, typename Object>
struct ActArgs {
  static constexpr FunctionInfo kFunction{kIndex, "an action"};
  static constexpr SizeSince kSizes[] = {{29, 24}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  Object* object = nullptr;
};

/// Of a client: the device with a number.
template <size_t kIndex>
struct LookupArgs {
  static constexpr FunctionInfo kFunction{kIndex, "a look-up"};
  static constexpr SizeSince kSizes[] = {{29, 40}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  Client* client = nullptr;
  int id = 0;
  Device* device = nullptr;
};

struct DefaultAssignmentArgs {
  static constexpr FunctionInfo kFunction{21, "Client_DefaultDeviceAssignment"};
  static constexpr SizeSince kSizes[] = {{29, 48}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  Client* client = nullptr;
  int num_replicas = 0;
  int num_partitions = 0;
  size_t size = 0;
  int* assignment = nullptr;  // filled
};

/// Attributes of a device's description: a list whose count comes first.
template <size_t kIndex, typename Object>
struct AttributesArgs {
  static constexpr FunctionInfo kFunction{kIndex, "attributes"};
  static constexpr SizeSince kSizes[] = {{29, 40}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  Object* object = nullptr;
  size_t count = 0;
  const NamedValue* values = nullptr;
};

struct OutputMemoryKindsArgs {
  static constexpr FunctionInfo kFunction{47, "Executable_OutputMemoryKinds"};
  static constexpr SizeSince kSizes[] = {{29, 48}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  Executable* executable = nullptr;
  size_t num_outputs = 0;
  const char* const* kinds = nullptr;
  const size_t* kind_sizes = nullptr;
};

struct OutputDimensionsArgs {
  static constexpr FunctionInfo kFunction{91, "Executable_OutputDimensions"};
  static constexpr SizeSince kSizes[] = {{29, 48}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  Executable* executable = nullptr;
  size_t num_outputs = 0;
  const int64_t* dims = nullptr;  // of all outputs, one after another
  const size_t* ranks = nullptr;
};

struct DeviceAssignmentArgs {
  static constexpr FunctionInfo kFunction{117, "LoadedExecutable_GetDeviceAssignment"};
  static constexpr SizeSince kSizes[] = {{79, 56}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  LoadedExecutable* executable = nullptr;
  const char* bytes = nullptr;  // a serialized xla.DeviceAssignmentProto
  size_t bytes_size = 0;
  SerializedAssignment* serialized = nullptr;
  void (*destroy_serialized)(SerializedAssignment*) = nullptr;
};

struct BufferLayoutArgs {
  static constexpr FunctionInfo kFunction{63, "Buffer_GetMemoryLayout"};
  static constexpr SizeSince kSizes[] = {{29, 104}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  Buffer* buffer = nullptr;
  MemoryLayout layout;
};

/// To another device, or to another memory.
template <size_t kIndex, typename Target>
struct CopyArgs {
  static constexpr FunctionInfo kFunction{kIndex, "a copy"};
  static constexpr SizeSince kSizes[] = {{29, 40}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  Buffer* buffer = nullptr;
  Target* target = nullptr;
  Buffer* copy = nullptr;
};

struct CopyRawArgs {
  static constexpr FunctionInfo kFunction{100, "Buffer_CopyRawToHost"};
  static constexpr SizeSince kSizes[] = {{57, 56}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  Buffer* buffer = nullptr;
  void* destination = nullptr;
  int64_t offset = 0;
  int64_t size = 0;
  Event* event = nullptr;
};

struct ContextCreateArgs {
  static constexpr FunctionInfo kFunction{98, "ExecuteContext_Create"};
  static constexpr SizeSince kSizes[] = {{52, 24}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  ExecuteContext* context = nullptr;
};

}  // namespace tutti::backend::pjrt::c
