// SPDX-License-Identifier: Apache-2.0
// The part of the PJRT C API that compiles for devices that are described and not there.
#pragma once

#include "backend/pjrt/c_api.h"

namespace tutti::backend::pjrt::c {

struct Topology;

struct TopologyCreateArgs {
  static constexpr FunctionInfo kFunction{82, "TopologyDescription_Create", false};
  static constexpr SizeSince kSizes[] = {{29, 56}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  const char* name = nullptr;
  size_t name_size = 0;
  const NamedValue* create_options = nullptr;
  size_t num_options = 0;
  Topology* topology = nullptr;
};

struct TopologyDestroyArgs {
  static constexpr FunctionInfo kFunction{83, "TopologyDescription_Destroy", false};
  static constexpr SizeSince kSizes[] = {{29, 24}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  Topology* object = nullptr;
};

struct TopologyPlatformNameArgs {
  static constexpr FunctionInfo kFunction{84, "TopologyDescription_PlatformName", false};
  static constexpr SizeSince kSizes[] = {{29, 40}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  Topology* object = nullptr;
  const char* text = nullptr;
  size_t text_size = 0;
};

struct TopologyPlatformVersionArgs {
  static constexpr FunctionInfo kFunction{85, "TopologyDescription_PlatformVersion", false};
  static constexpr SizeSince kSizes[] = {{29, 40}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  Topology* object = nullptr;
  const char* text = nullptr;
  size_t text_size = 0;
};

struct TopologyDevicesArgs {
  static constexpr FunctionInfo kFunction{86, "TopologyDescription_GetDeviceDescriptions", false};
  static constexpr SizeSince kSizes[] = {{29, 40}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  Topology* topology = nullptr;
  DeviceDescription* const* devices = nullptr;
  size_t num_devices = 0;
};

/// `options` is a serialized xla.CompileOptionsProto.
struct CompileArgs {
  static constexpr FunctionInfo kFunction{89, "Compile", false};
  static constexpr SizeSince kSizes[] = {{29, 64}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  const Topology* topology = nullptr;
  const Program* program = nullptr;
  const char* options = nullptr;
  size_t options_size = 0;
  Client* client = nullptr;  // null: there is no device
  Executable* executable = nullptr;
};

struct CostAnalysisArgs {
  static constexpr FunctionInfo kFunction{46, "Executable_GetCostAnalysis", false};
  static constexpr SizeSince kSizes[] = {{29, 40}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  Executable* executable = nullptr;
  size_t num_properties = 0;
  const NamedValue* properties = nullptr;  // the executable's
};

/// Called twice: without a buffer it gives the size, with one it fills it.
struct OptimizedProgramArgs {
  static constexpr FunctionInfo kFunction{48, "Executable_OptimizedProgram", false};
  static constexpr SizeSince kSizes[] = {{29, 32}};
  size_t struct_size = 0;
  void* extension_start = nullptr;
  Executable* executable = nullptr;
  Program* program = nullptr;
};

}  // namespace tutti::backend::pjrt::c
