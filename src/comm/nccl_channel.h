// SPDX-License-Identifier: Apache-2.0
// One direction between two GPUs: the large messages that this process sends to another one by
// NCCL, or receives from it. A thread moves one after the other through a piece of the GPU's
// memory.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "comm/nccl_library.h"
#include "comm/transport.h"

namespace tutti::comm {

class NcclChannel {
 public:
  /// `small` carries what the two processes agree on. It and the library must outlive the channel.
  NcclChannel(const NcclLibrary& library, int device, Transport& small, int peer, bool sends);
  /// Ends what is under way.
  ~NcclChannel();
  NcclChannel(const NcclChannel&) = delete;
  NcclChannel& operator=(const NcclChannel&) = delete;

  /// Connects with the other end, which calls it with the same id. Throws a std::runtime_error
  /// where NCCL refuses, or has not connected them at that time.
  void connect(const NcclId& id, std::chrono::steady_clock::time_point end);
  /// Begins to send or to receive a message, see Transport.
  std::unique_ptr<Operation> begin(uint64_t tag, std::byte* data, size_t bytes);

 private:
  struct Message;
  class ChannelOperation;

  void run();
  void run_sends();
  void run_receives();
  /// The next message to send, or the one with this tag to receive; null at the channel's end.
  std::shared_ptr<Message> next_to_send();
  std::shared_ptr<Message> take(uint64_t tag);
  /// Waits for a small message; false at the channel's end.
  bool await(std::unique_ptr<Operation> operation);
  void move(Message& message);
  void move_pieces(const Message& message);
  /// Asks until `is_done` says so, in pauses that get longer. Throws at the channel's end, and
  /// where NCCL has found an error.
  template <typename IsDone>
  void poll(const IsDone& is_done) const;
  /// Waits until a call that gave this result has been done.
  void settle(int result, const char* call) const;
  void expect_running() const;
  void fail(const std::string& problem);

  const NcclLibrary& library_;
  const int device_;
  Transport& small_;
  const int peer_;
  const bool sends_;
  NcclComm comm_ = nullptr;
  DeviceStream stream_ = nullptr;
  void* piece_ = nullptr;  // of the GPU's memory

  std::atomic<bool> ends_ = false;
  std::mutex mutex_;  // of what follows
  std::condition_variable changed_;
  std::deque<std::shared_ptr<Message>> messages_;  // that have not begun to move
  Operation* awaited_ = nullptr;
  std::string problem_;  // why no message moves any more
  std::thread thread_;
};

}  // namespace tutti::comm
