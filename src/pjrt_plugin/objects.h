// SPDX-License-Identifier: Apache-2.0
// What the handles of the PJRT C API are here. There is one device: the cpu backend of this
// process. Whatever a function computes is there when it returns, so every event is ready.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "backend/backend.h"
#include "pjrt_plugin/arguments.h"

namespace tutti::backend::pjrt::c {

/// Codes of absl::StatusCode.
enum Code {
  kInvalidArgument = 3,
  kNotFound = 5,
  kExhausted = 8,
  kUnimplemented = 12,
  kInternal = 13
};

struct Error {
  std::string text;
  int code = kInternal;
};

struct Event {};
struct ExecuteContext {};

struct DeviceDescription {
  std::string kind = "cpu", text = "TuttiCpuDevice(id=0)";
};

struct Memory {
  std::string kind = "device", text = "TuttiMemory(id=0, kind=device)";
  Client* client = nullptr;
};

struct Device {
  DeviceDescription description;
  Client* client = nullptr;
};

struct Topology {
  std::vector<DeviceDescription*> devices;
};

/// Runs and compilations of a client follow one another: a program has one arena, and the
/// backend's threads are one team.
struct Client {
  explicit Client(int threads);

  std::string platform = "cpu", version;
  std::unique_ptr<backend::Backend> backend;
  Device device;
  Memory memory;
  std::vector<Device*> devices;
  std::vector<Memory*> memories;
  Topology topology;
  std::mutex mutex;
};

struct Buffer {
  Buffer(Client& owner, ir::Type of, backend::Buffer elements)
      : client(owner), type(std::move(of)), data(std::move(elements)) {}

  Client& client;
  ir::Type type;
  backend::Buffer data;                     // null once it is deleted or donated
  std::atomic<int> external_references{0};  // who reads its memory: it is not donated meanwhile
  std::vector<int64_t> minor_to_major;      // of its layout, made when it is asked for
};

/// What a compilation found; a loaded executable and its Executable share it.
struct Compiled {
  std::string name, source, fingerprint;
  std::unique_ptr<backend::Executable> program;
  std::vector<ir::Type> inputs, outputs;
  std::vector<bool> is_donated;  // an argument whose memory a result takes
  std::vector<int> output_types;
  std::vector<int64_t> output_dims;
  std::vector<size_t> output_ranks, kind_sizes;
  std::vector<const char*> kinds;
  std::vector<NamedValue> costs;
};

struct Executable {
  std::shared_ptr<Compiled> compiled;
};

struct LoadedExecutable {
  Client& client;
  std::shared_ptr<Compiled> compiled;  // null once it is deleted
};

struct SerializedExecutable {
  std::string bytes;
};

/// The API's number of an element type, and the type of a number. A type that it lacks is a
/// UserError.
int number_of(ir::ElementType element);
ir::ElementType element_of(int number);

/// Compiles a program, StableHLO text or portable bytecode.
std::shared_ptr<Compiled> compile(Client& client, std::string source);

/// The functions of each kind of object.
void add_client_functions(void** table);
void add_buffer_functions(void** table);
void add_executable_functions(void** table);

/// The version of the API that the table has, and how many functions that is.
inline constexpr int kMinor = 81;
inline constexpr size_t kFunctions = 118;

/// The error of a caller with a smaller struct of arguments than this version's.
Error* too_old(const char* function);

/// Runs a function's body; what it throws becomes the error that the caller owns.
Error* caught(void (*body)(void*), void* args) noexcept;

/// Puts a function into the table. Its body fills the struct of arguments, or throws.
template <typename Args, void (*kBody)(Args&)>
void add(void** table) {
  constexpr auto call = [](Args* args) -> Error* {
    if (args->struct_size < size_for<Args>(kMinor)) return too_old(Args::kFunction.name);
    return caught([](void* given) { kBody(*static_cast<Args*>(given)); }, args);
  };
  Error* (*const function)(Args*) = call;
  table[Args::kFunction.index] = reinterpret_cast<void*>(function);
}

}  // namespace tutti::backend::pjrt::c
