// SPDX-License-Identifier: Apache-2.0
// The engines: which library moves the bytes between the processes of a job.
#pragma once

namespace tutti::comm {

enum class Engine { tcp, gloo, openmpi, mpich, nccl, rccl };

/// Whether MPI's launcher says who takes part, so that the processes need no other meeting.
constexpr bool is_mpi(Engine engine) {
  return engine == Engine::openmpi || engine == Engine::mpich;
}

/// Whether the processes that are left when one dies can meet again and go on.
constexpr bool has_survivors(Engine engine) {
  return engine == Engine::tcp || engine == Engine::gloo;
}

}  // namespace tutti::comm
