// SPDX-License-Identifier: Apache-2.0
// The launchers of MPI on this machine.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <ostream>
#include <string>
#include <vector>

#include "comm/engine.h"
#include "support/data.h"

namespace tutti::test {

struct Mpi {
  std::string name;  // "OpenMPI"
  comm::Engine engine = comm::Engine::openmpi;
  std::string launcher;             // of Debian, where several MPIs may be installed
  std::vector<std::string> before;  // words before the launcher's name
  std::vector<std::string> flags;

  bool is_here() const { return std::filesystem::exists("/usr/bin/" + launcher); }

  /// The words before a command that is to run in so many processes. All end after `seconds`.
  std::vector<std::string> words(int64_t ranks, int seconds = 120) const {
    std::vector<std::string> all = {"env", "ASAN_OPTIONS=detect_leaks=0"};
    all.insert(all.end(), before.begin(), before.end());
    all.insert(all.end(), {"timeout", std::to_string(seconds), launcher});
    all.insert(all.end(), flags.begin(), flags.end());
    all.insert(all.end(), {"-n", std::to_string(ranks)});
    return all;
  }
};

/// OpenMPI begins nothing as root, and no more processes than processors, unless it is told to.
inline const std::vector<Mpi> kMpis = {
    {"OpenMPI",
     comm::Engine::openmpi,
     "mpirun.openmpi",
     {"OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1"},
     {"--oversubscribe"}},
    {"MPICH", comm::Engine::mpich, "mpiexec.mpich", {}, {}}};

inline void PrintTo(const Mpi& mpi, std::ostream* stream) {
  *stream << mpi.name;
}

inline std::string name_of(const testing::TestParamInfo<Mpi>& info) {
  return info.param.name;
}

}  // namespace tutti::test

/// Skips the test where this MPI is not here.
#define TUTTI_MPI_OR_SKIP(mpi) \
  if (!(mpi).is_here())        \
  TUTTI_SKIP_FOR_DATA((mpi).name << " is not here: ./dev test installs it, or its Debian package")
