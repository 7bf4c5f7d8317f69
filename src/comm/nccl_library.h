// SPDX-License-Identifier: Apache-2.0
// The parts of NCCL and the CUDA runtime that the `nccl` engine uses. RCCL and the HIP runtime have
// the same functions; only HIP's prefix differs. Tutti opens the libraries at run time and links
// none.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "comm/engine.h"

namespace tutti::comm {

/// NCCL's ncclUniqueId, which is passed by value.
struct NcclId {
  std::array<char, 128> bytes{};
};

/// The beginning of NCCL's ncclConfig_t, as of version 2.17; `size` tells the library its length.
struct NcclConfig {
  size_t size = sizeof(NcclConfig);
  unsigned magic = 0xcafebeef;
  unsigned version = 21700;
  int blocking = 0;  // calls return immediately and are polled
  int cluster_size = kUndefined;
  int least_blocks = 1;  // of GPU threads, which only wait and copy
  int most_blocks = 1;

  static constexpr int kUndefined = -2147483648;
};

inline constexpr int kNcclSuccess = 0, kNcclInProgress = 7, kNcclBytes = 0;  // ncclInt8
inline constexpr int kDeviceNotReady = 600, kHostToDevice = 1, kDeviceToHost = 2;
inline constexpr unsigned kNonBlockingStream = 1;

using NcclComm = void*;
using DeviceStream = void*;

/// NCCL's functions, each under its own name without `nccl`.
struct NcclFunctions {
  int (*get_version)(int* version);
  int (*get_unique_id)(NcclId* id);
  int (*comm_init_rank_config)(NcclComm* comm, int size, NcclId id, int rank, NcclConfig* config);
  int (*comm_get_async_error)(NcclComm comm, int* error);
  int (*comm_abort)(NcclComm comm);
  int (*send)(const void* data, size_t count, int type, int peer, NcclComm comm, DeviceStream);
  int (*recv)(void* data, size_t count, int type, int peer, NcclComm comm, DeviceStream);
  const char* (*get_error_string)(int result);
};

/// The runtime's functions, each under its own name without `cuda` or `hip`.
struct DeviceFunctions {
  int (*get_device_count)(int* count);
  int (*set_device)(int device);
  int (*malloc)(void** place, size_t bytes);
  int (*free)(void* place);
  int (*memcpy_async)(void* to, const void* from, size_t bytes, int kind, DeviceStream stream);
  int (*stream_create_with_flags)(DeviceStream* stream, unsigned flags);
  int (*stream_destroy)(DeviceStream stream);
  int (*stream_query)(DeviceStream stream);
  const char* (*get_error_string)(int result);
};

/// The names of the libraries' files, newest first.
struct NcclFiles {
  std::vector<std::string> collectives, runtime;
};
NcclFiles files_of(Engine engine);

struct NcclLibrary {
  std::string name;  // "NCCL"
  int version = 0;   // of NCCL or RCCL: 10000 a + 100 b + c of a.b.c
  NcclFunctions nccl{};
  DeviceFunctions device{};
  int devices = 0;

  /// Throws a std::runtime_error that names the call if the result is not success.
  void expect(int nccl_result, const char* call) const;
  void expect_device(int result, const char* call) const;
};

/// Opens only the collectives library: its functions and version. Throws a UserError of exit code 3
/// if the library or a function is missing, or the version is before 2.17.
NcclLibrary open_collectives(Engine engine, const NcclFiles& files);
/// Opens both libraries. Also throws a UserError of exit code 3 if there is no GPU.
NcclLibrary open_nccl_library(Engine engine, const NcclFiles& files);

}  // namespace tutti::comm
