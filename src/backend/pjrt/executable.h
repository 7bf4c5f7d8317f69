// SPDX-License-Identifier: Apache-2.0
// A compiled program of a plugin.
#pragma once

#include "backend/pjrt/client.h"
#include "backend/pjrt/program_text.h"

namespace tutti::backend::pjrt {

using LoadedHandle = Owned<c::LoadedExecutableDestroyArgs>;

class PjrtExecutable final : public Executable {
 public:
  /// There is one device for each replica of the program. Throws InternalError where the plugin
  /// says that the program has other results than its text does.
  PjrtExecutable(std::shared_ptr<const Client> client, LoadedHandle loaded, ProgramText program,
                 std::vector<ClientDevice> devices);

  /// Returns as soon as the devices have queued the program; reading a result waits for it.
  void run(Slots arguments, Slots results) override;
  MemoryUse memory() const override { return memory_; }

 private:
  void check_results(c::Executable* executable) const;
  void measure(c::Executable* executable);
  std::vector<c::Buffer*> handles_of(std::span<Buffer> arguments, size_t device) const;
  /// Puts the results of a run into their slots and empties the slots of consumed arguments.
  void take_results(std::span<Buffer> arguments, std::vector<c::Buffer*>& handles,
                    std::span<Buffer> results);
  c::Buffer* handle_of(const Buffer& buffer, size_t index, size_t device) const;

  std::shared_ptr<const Client> client_;
  LoadedHandle loaded_;
  ProgramText program_;
  std::vector<ClientDevice> devices_;
  MemoryUse memory_;
  // What the last run consumed. It is destroyed after the next run has begun, as destroying a
  // buffer may wait for the program that consumed it.
  std::vector<Owned<c::BufferDestroyArgs>> consumed_;
};

}  // namespace tutti::backend::pjrt
