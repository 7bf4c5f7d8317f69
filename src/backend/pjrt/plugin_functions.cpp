// SPDX-License-Identifier: Apache-2.0
#include "backend/pjrt/plugin_functions.h"

namespace tutti::backend::pjrt {
namespace {

/// Every function that we cannot do without.
template <typename... Args>
std::vector<c::FunctionInfo> required_of() {
  std::vector<c::FunctionInfo> list;
  for (const c::FunctionInfo& info : {Args::kFunction...})
    if (info.required) list.push_back(info);
  return list;
}

}  // namespace

std::vector<c::FunctionInfo> required_functions() {
  using namespace c;
  return required_of<ErrorDestroyArgs, ErrorMessageArgs, ErrorGetCodeArgs, PluginInitializeArgs,
                     EventDestroyArgs, EventAwaitArgs, EventOnReadyArgs, ClientCreateArgs,
                     ClientDestroyArgs, ClientPlatformNameArgs, ClientPlatformVersionArgs,
                     ClientAddressableDevicesArgs, ClientCompileArgs, BufferFromHostBufferArgs,
                     DescriptionIdArgs, DescriptionKindArgs, DescriptionToStringArgs,
                     DeviceGetDescriptionArgs, ExecutableDestroyArgs, ExecutableNumOutputsArgs,
                     LoadedExecutableDestroyArgs, GetExecutableArgs, ExecuteArgs, BufferDestroyArgs,
                     BufferToHostBufferArgs>();
}

}  // namespace tutti::backend::pjrt
