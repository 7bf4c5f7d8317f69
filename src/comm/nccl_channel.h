// SPDX-License-Identifier: Apache-2.0
// One direction between two GPUs: the large messages that this process sends to another one, or
// receives from it, through NCCL. A thread moves them one by one through a buffer in GPU memory.
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
  /// `small` carries the control messages of the two processes. It and the library must outlive the
  /// channel.
  NcclChannel(const NcclLibrary& library, int device, Transport& small, int peer, bool sends);
  /// Aborts transfers in progress.
  ~NcclChannel();
  NcclChannel(const NcclChannel&) = delete;
  NcclChannel& operator=(const NcclChannel&) = delete;

  /// Connects with the other end, which calls it with the same id. Throws a std::runtime_error if
  /// NCCL refuses or has not connected them by `end`.
  void connect(const NcclId& id, std::chrono::steady_clock::time_point end);
  /// Begins to send or receive a message, see Transport.
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
  /// Polls until `is_done` returns true, at growing intervals. Throws at the channel's end, or if
  /// NCCL reports an error.
  template <typename IsDone>
  void poll(const IsDone& is_done) const;
  /// Waits for the completion of the call that returned this result.
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
  void* piece_ = nullptr;  // in GPU memory

  std::atomic<bool> ends_ = false;
  std::mutex mutex_;  // guards the following
  std::condition_variable changed_;
  std::deque<std::shared_ptr<Message>> messages_;  // not yet started
  Operation* awaited_ = nullptr;
  std::string problem_;  // why messages no longer move
  std::thread thread_;
};

}  // namespace tutti::comm
