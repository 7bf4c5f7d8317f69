// SPDX-License-Identifier: Apache-2.0
// The interface of a communication library: it moves bytes from one process to another. Our small
// modules (comm/module) link libraries with a C++ interface and are opened at run time, so this
// header includes nothing else of Tutti.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace tutti::comm {

/// A collective operation uses a range of this many tags, beginning at a multiple of this number.
inline constexpr uint64_t kTagsAtOnce = uint64_t{1} << 20;

/// A send or receive in progress. Its memory must stay unchanged until wait() has returned true or
/// the operation is destroyed.
class Operation {
 public:
  virtual ~Operation() = default;
  /// Returns true once all bytes are sent or received; false if the operation was cancelled. Throws
  /// a std::exception if the other process is gone.
  virtual bool wait() = 0;
  /// Makes wait() return false, now or later, in any thread.
  virtual void cancel() = 0;
};

/// Connects a process with each of the others. Its members can be called by several threads.
class Transport {
 public:
  virtual ~Transport() = default;
  /// Begins to send. Messages between two processes with the same tag arrive in the order of
  /// sending. The receiver must pass the same number of bytes.
  virtual std::unique_ptr<Operation> send(int to, uint64_t tag, const void* data,
                                          std::size_t bytes) = 0;
  virtual std::unique_ptr<Operation> receive(int from, uint64_t tag, void* data,
                                             std::size_t bytes) = 0;
  /// Whether it detects bytes damaged in transit itself, so that wait() throws.
  virtual bool finds_damage() const { return false; }
  /// Every process is done and none has failed, so the destructor may perform a collective
  /// shutdown.
  virtual void finish() {}
};

}  // namespace tutti::comm
