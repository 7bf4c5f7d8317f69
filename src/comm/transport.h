// SPDX-License-Identifier: Apache-2.0
// What a communication library does for Tutti: it moves bytes from one process to another. A
// library with a C++ interface is linked by a small module of ours (comm/module) that is opened at
// run time, so this header includes nothing else of Tutti.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace tutti::comm {

/// Tags of one collective operation: it takes a range of this many, which begins at a multiple of
/// this number.
inline constexpr uint64_t kTagsAtOnce = uint64_t{1} << 20;

/// A send or a receive that was begun. Its memory must stay as it is until wait() has returned true
/// or the operation is destroyed.
class Operation {
 public:
  virtual ~Operation() = default;
  /// True when all bytes are sent or received; false when the operation was cancelled. Throws a
  /// std::exception when the other process is gone.
  virtual bool wait() = 0;
  /// Makes wait() return false, now or later, in whichever thread.
  virtual void cancel() = 0;
};

/// Connects a process with each of the others. Its members can be called by several threads.
class Transport {
 public:
  virtual ~Transport() = default;
  /// Begins to send. Messages from one process to another that have the same tag arrive in the
  /// order in which they were sent. The receiver has to give the same number of bytes.
  virtual std::unique_ptr<Operation> send(int to, uint64_t tag, const void* data,
                                          std::size_t bytes) = 0;
  virtual std::unique_ptr<Operation> receive(int from, uint64_t tag, void* data,
                                             std::size_t bytes) = 0;
  /// Whether it finds out itself that bytes were damaged on their way, so that a wait throws.
  virtual bool finds_damage() const { return false; }
  /// Every process is done, and none has failed: what all have to end together may be ended when
  /// the transport is destroyed.
  virtual void finish() {}
};

}  // namespace tutti::comm
