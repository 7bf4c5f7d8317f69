// SPDX-License-Identifier: Apache-2.0
// The messages between this process and one other, over one TCP connection.
//
// A message is a header with its tag and length, followed by its bytes. The header is one record
// (comm/record_seal.h), and the bytes are as many records as they need. A short message is sent
// immediately, and the receiver keeps it until asked for it. A long one waits at the sender until
// the receiver has asked for its tag: then its bytes go directly to their destination, and a slower
// process need not buffer a faster one's data.
#pragma once

#include <sys/uio.h>

#include <array>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "comm/socket.h"
#include "comm/transport.h"

namespace tutti::comm {

/// Bytes sent in addition to a chunk of a sum (comm/sum_schedule.h): its header, the request for it
/// and tags.
inline constexpr int64_t kTcpHeaders = 112;

class TcpConnection : public std::enable_shared_from_this<TcpConnection> {
 public:
  /// `epoll` is the descriptor of the caller that runs handle() on its events.
  TcpConnection(Socket socket, int epoll);

  std::unique_ptr<Operation> send(uint64_t tag, const void* data, size_t bytes);
  std::unique_ptr<Operation> receive(uint64_t tag, void* data, size_t bytes);
  /// Reads and writes as much as possible without waiting; `events` are epoll's.
  void handle(uint32_t events);
  /// Ends the connection: each unfinished operation fails with the reason.
  void close(const std::string& reason);

 private:
  class Message;  // an operation
  enum class Kind : uint64_t { data, wish };
  struct Header {
    uint64_t tag = 0, bytes = 0;
    Kind kind = Kind::data;
  };
  struct Outgoing {
    Header header;
    Message* message = nullptr;  // null: a wish
    bool is_begun = false;       // its header is sealed
    size_t sealed = 0;           // of its bytes
  };
  /// A record in flight, and how many bytes of it and its tag have been sent or received.
  template <typename Bytes>
  struct Record {
    std::span<Bytes> bytes;
    Tag tag{};
    size_t done = 0;

    bool is_whole() const { return done == bytes.size() + tag.size(); }
    /// The rest of it, for system calls.
    std::array<iovec, 2> rest();
  };
  using Messages = std::map<uint64_t, std::deque<Message*>>;  // by tag

  static Message* take(Messages& messages, uint64_t tag);
  static void remove(Messages& messages, const Message& message);
  /// Like close(), for callers that hold the lock.
  void fail(const std::string& reason);
  void expect_open() const;
  bool may_go(const Message& message);
  void begin(Message& message);
  void wish_for(uint64_t tag);
  void write();
  /// Seals the next record once all before it has been sent; false: there is none.
  bool has_record();
  void seal(const void* data, size_t bytes);
  void watch_writing(bool is_awaited);
  void read();
  /// Reads some bytes of the record and returns their number; 0: none are available, or the
  /// connection has failed.
  size_t read_some();
  /// Prepares the next read.
  void await_header();
  void await_bytes();
  void end_record();
  void begin_incoming();
  void end_incoming();
  bool wait(Message& message);
  void cancel(Message& message);
  /// The message is about to be destroyed.
  void forget(Message& message);

  Socket socket_;
  const int epoll_;
  std::mutex mutex_;  // guards all that follows
  Seals seals_;
  std::optional<std::string> failure_;
  // Messages to send: those whose turn has come, and long ones not yet requested.
  std::deque<Outgoing> outgoing_;
  Header sent_header_;
  Record<const std::byte> sent_;
  Messages unwished_;
  std::map<uint64_t, size_t> wishes_;  // requests that came before their messages, by tag
  bool awaits_writing_ = false;
  // Messages to receive, and short ones not yet asked for.
  Messages expected_;
  std::map<uint64_t, std::deque<std::vector<std::byte>>> arrived_;
  // The read in progress: a header, then its bytes into a message's memory or into `buffer_`.
  Header header_;
  Record<std::byte> read_;
  size_t bytes_read_ = 0;  // of the message's
  Message* incoming_ = nullptr;
  std::vector<std::byte> buffer_;
};

}  // namespace tutti::comm
