// SPDX-License-Identifier: Apache-2.0
#include "comm/mpi_transport.h"

#include <dlfcn.h>

#include "base/error.h"
#include "base/text.h"
#include "comm/mpi_module.h"
#include "comm/open_module.h"

namespace tutti::comm {
namespace {

struct MpiLibrary {
  const char* name;
  const char* file;    // of the library's version whose headers the module is compiled with
  const char* module;  // of ours
  const char* package;
  const char* headers;  // the package with which the module is built
};

constexpr MpiLibrary kOpenMpiLibrary = {"OpenMPI", "libmpi.so.40", "tutti_comm_openmpi.so",
                                        "libopenmpi3", "libopenmpi-dev"};
constexpr MpiLibrary kMpichLibrary = {"MPICH", "libmpich.so.12", "tutti_comm_mpich.so",
                                      "libmpich12", "libmpich-dev"};

}  // namespace

std::unique_ptr<Transport> open_mpi(Engine mpi, int rank, int size, int launcher) {
  const MpiLibrary& library = mpi == Engine::openmpi ? kOpenMpiLibrary : kMpichLibrary;
  // The module finds its symbols in the process, and so do the plugins of OpenMPI.
  if (::dlopen(library.file, RTLD_NOW | RTLD_GLOBAL) == nullptr)
    throw UserError(
        ExitCode::missing_backend,
        fmt::format("{} cannot be opened: {}. Debian's package is {}; --comm_engine tcp needs "
                    "no MPI",
                    library.name, escaped(::dlerror()), library.package));
  auto* const open = reinterpret_cast<OpenMpi*>(open_module(
      {library.module, kOpenMpi, library.name,
       fmt::format("It is built where Debian's package {} is installed", library.headers),
       /*shared=*/true}));
  try {
    return std::unique_ptr<Transport>(open(rank, size, launcher));
  } catch (const std::exception& error) {
    io_error("rank {} of {} cannot begin {}: {}", rank, size, library.name, escaped(error.what()));
  }
}

}  // namespace tutti::comm
