// SPDX-License-Identifier: Apache-2.0
#include "comm/nccl_library.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>
#include <stdexcept>

#include "base/error.h"
#include "base/text.h"

namespace tutti::comm {
namespace {

constexpr int kOldestVersion = 21700;

/// As many queues as GPUs have: the default is lower, and streams that share a queue wait for each
/// other. A value set by the user stays.
void ask_for_queues(Engine engine) {
  ::setenv(engine == Engine::nccl ? "CUDA_DEVICE_MAX_CONNECTIONS" : "GPU_MAX_HW_QUEUES", "32", 0);
}

const char* device_prefix(Engine engine) {
  return engine == Engine::nccl ? "cuda" : "hip";
}

/// What to install if a library cannot be used.
std::string remedy(Engine engine) {
  return engine == Engine::nccl
             ? "Install NVIDIA's driver, CUDA's runtime and NCCL 2.17 or newer, or take "
               "--comm_engine tcp"
             : "Install AMD's driver, HIP's runtime and RCCL 2.17 or newer, or take "
               "--comm_engine tcp";
}

[[noreturn]] void refuse(Engine engine, const std::string& problem) {
  throw UserError(ExitCode::missing_backend,
                  fmt::format("--comm_engine {}: {}. {}", engine == Engine::nccl ? "nccl" : "rccl",
                              escaped(problem), remedy(engine)));
}

/// A library that stays open because its threads may outlive its use.
void* open_first(Engine engine, const std::vector<std::string>& files) {
  std::string problem;
  for (const std::string& file : files) {
    if (void* const library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)) return library;
    problem += (problem.empty() ? "" : "; ") + std::string(::dlerror());
  }
  refuse(engine, problem);
}

class SymbolLookup {
 public:
  SymbolLookup(Engine engine, const std::vector<std::string>& files, std::string prefix)
      : engine_(engine), library_(open_first(engine, files)), prefix_(std::move(prefix)) {}

  template <typename Function>
  void operator()(Function*& function, const char* name) const {
    const std::string whole = prefix_ + name;
    function = reinterpret_cast<Function*>(::dlsym(library_, whole.c_str()));
    if (function == nullptr) refuse(engine_, "its library has no function " + whole);
  }

 private:
  const Engine engine_;
  void* const library_;
  const std::string prefix_;
};

void look_up_device(DeviceFunctions& device, const SymbolLookup& look_up) {
  look_up(device.get_device_count, "GetDeviceCount");
  look_up(device.set_device, "SetDevice");
  look_up(device.malloc, "Malloc");
  look_up(device.free, "Free");
  look_up(device.memcpy_async, "MemcpyAsync");
  look_up(device.stream_create_with_flags, "StreamCreateWithFlags");
  look_up(device.stream_destroy, "StreamDestroy");
  look_up(device.stream_query, "StreamQuery");
  look_up(device.get_error_string, "GetErrorString");
}

void ask_for_version(NcclLibrary& library, Engine engine) {
  if (library.nccl.get_version(&library.version) != kNcclSuccess)
    refuse(engine, library.name + " does not say its version");
  // Versions before 2.9 use thousands, and still compare as older.
  if (library.version < kOldestVersion)
    refuse(engine, fmt::format("{} has version {}, expected {} or newer", library.name,
                               library.version, kOldestVersion));
}

}  // namespace

NcclFiles files_of(Engine engine) {
  if (engine == Engine::nccl)
    return {{"libnccl.so.2"},
            {"libcudart.so.13", "libcudart.so.12", "libcudart.so.11.0", "libcudart.so"}};
  return {{"librccl.so.1"},
          {"libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5", "libamdhip64.so"}};
}

void NcclLibrary::expect(int nccl_result, const char* call) const {
  if (nccl_result != kNcclSuccess && nccl_result != kNcclInProgress)
    throw std::runtime_error(
        fmt::format("{} of {}: {}", call, name, nccl.get_error_string(nccl_result)));
}

void NcclLibrary::expect_device(int result, const char* call) const {
  if (result != 0)
    throw std::runtime_error(
        fmt::format("{} of the GPU's runtime: {}", call, device.get_error_string(result)));
}

NcclLibrary open_collectives(Engine engine, const NcclFiles& files) {
  NcclLibrary library;
  library.name = engine == Engine::nccl ? "NCCL" : "RCCL";
  const SymbolLookup look_up(engine, files.collectives, "nccl");
  NcclFunctions& nccl = library.nccl;
  look_up(nccl.get_version, "GetVersion");
  look_up(nccl.get_error_string, "GetErrorString");
  ask_for_version(library, engine);
  look_up(nccl.get_unique_id, "GetUniqueId");
  look_up(nccl.comm_init_rank_config, "CommInitRankConfig");
  look_up(nccl.comm_get_async_error, "CommGetAsyncError");
  look_up(nccl.comm_abort, "CommAbort");
  look_up(nccl.send, "Send");
  look_up(nccl.recv, "Recv");
  return library;
}

NcclLibrary open_nccl_library(Engine engine, const NcclFiles& files) {
  NcclLibrary library = open_collectives(engine, files);
  ask_for_queues(engine);
  look_up_device(library.device, SymbolLookup(engine, files.runtime, device_prefix(engine)));
  const int result = library.device.get_device_count(&library.devices);
  if (result != 0)
    refuse(engine, fmt::format("there is no GPU: {}", library.device.get_error_string(result)));
  if (library.devices < 1) refuse(engine, "there is no GPU");
  return library;
}

}  // namespace tutti::comm
