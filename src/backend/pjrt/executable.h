// SPDX-License-Identifier: Apache-2.0
// A compiled program of a plugin.
#pragma once

#include "backend/pjrt/client.h"
#include "backend/pjrt/program_text.h"

namespace tutti::backend::pjrt {

using LoadedHandle = Owned<c::LoadedExecutableDestroyArgs>;

class PjrtExecutable final : public Executable {
 public:
  /// `devices` are as many as the program has replicas. Throws where the plugin's idea of the
  /// results is not the program's.
  PjrtExecutable(std::shared_ptr<const Client> client, LoadedHandle loaded, ProgramText program,
                 std::vector<ClientDevice> devices);

  /// Returns when the programs are queued; who reads a result waits.
  void run(Slots arguments, Slots results) override;
  MemoryUse memory() const override { return memory_; }

 private:
  void check_results(c::Executable* executable) const;
  void measure(c::Executable* executable);
  std::vector<c::Buffer*> handles_of(std::span<Buffer> arguments, size_t device) const;
  /// Makes buffers of what a run gave, and empties the slots of what it consumed.
  void take_results(std::span<Buffer> arguments, std::vector<c::Buffer*>& handles,
                    std::span<Buffer> results);
  c::Buffer* handle_of(const Buffer& buffer, size_t index, size_t device) const;

  std::shared_ptr<const Client> client_;
  LoadedHandle loaded_;
  ProgramText program_;
  std::vector<ClientDevice> devices_;
  MemoryUse memory_;
  // By the last run. A plugin may let who destroys one wait for the program that consumed it.
  std::vector<Owned<c::BufferDestroyArgs>> consumed_;
};

}  // namespace tutti::backend::pjrt
