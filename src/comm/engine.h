// SPDX-License-Identifier: Apache-2.0
// The engines: the libraries that move bytes between the processes of a job.
#pragma once

namespace tutti::comm {

enum class Engine { tcp, gloo, openmpi, mpich, nccl, rccl };

/// Whether MPI's launcher already knows the processes, so that they need no rendezvous.
constexpr bool is_mpi(Engine engine) {
  return engine == Engine::openmpi || engine == Engine::mpich;
}

/// Whether the remaining processes can regroup and continue when one dies.
constexpr bool has_survivors(Engine engine) {
  return engine == Engine::tcp || engine == Engine::gloo;
}

}  // namespace tutti::comm
