// SPDX-License-Identifier: Apache-2.0
// The messages between this process and another one, over one TCP connection.
//
// A message is a header with its tag and its length, and its bytes. The header is a record of its
// own (comm/record_seal.h), and its bytes are as many as they need. A short message is sent at
// once, and kept by the receiver until somebody asks for it. A long one waits in the sender until
// the receiver has asked for its tag: then its bytes go where they belong, and no process has to
// keep what another one computed faster.
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

/// Bytes that are sent beside a chunk of a sum (comm/sum_schedule.h): its header, the wish for it
/// and tags.
inline constexpr int64_t kTcpHeaders = 112;

class TcpConnection : public std::enable_shared_from_this<TcpConnection> {
 public:
  /// `epoll` is the descriptor of who calls handle() when it says that there is something to do.
  TcpConnection(Socket socket, int epoll);

  std::unique_ptr<Operation> send(uint64_t tag, const void* data, size_t bytes);
  std::unique_ptr<Operation> receive(uint64_t tag, void* data, size_t bytes);
  /// Reads and writes what can be without waiting; `events` are epoll's.
  void handle(uint32_t events);
  /// Ends the connection: each operation that is not done fails with the reason.
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
  /// A record on its way, and how many bytes of it and its tag have gone or come.
  template <typename Bytes>
  struct Record {
    std::span<Bytes> bytes;
    Tag tag{};
    size_t done = 0;

    bool is_whole() const { return done == bytes.size() + tag.size(); }
    /// What is left of it, for the system's calls.
    std::array<iovec, 2> rest();
  };
  using Messages = std::map<uint64_t, std::deque<Message*>>;  // by tag

  static Message* take(Messages& messages, uint64_t tag);
  static void remove(Messages& messages, const Message& message);
  /// The same with the lock.
  void fail(const std::string& reason);
  void expect_open() const;
  bool may_go(const Message& message);
  void begin(Message& message);
  void wish_for(uint64_t tag);
  void write();
  /// Seals what is sent next, once all before it has gone; false: there is nothing.
  bool has_record();
  void seal(const void* data, size_t bytes);
  void watch_writing(bool is_awaited);
  void read();
  /// Reads some bytes of the record, and gives their number; 0: there are none, or the connection
  /// has failed.
  size_t read_some();
  /// What is read next.
  void await_header();
  void await_bytes();
  void end_record();
  void begin_incoming();
  void end_incoming();
  bool wait(Message& message);
  void cancel(Message& message);
  /// The memory of the message is about to go.
  void forget(Message& message);

  Socket socket_;
  const int epoll_;
  std::mutex mutex_;  // of all that follows
  Seals seals_;
  std::optional<std::string> failure_;
  // Messages to be sent: those whose turn has come, and long ones that were not asked for.
  std::deque<Outgoing> outgoing_;
  Header sent_header_;
  Record<const std::byte> sent_;
  Messages unwished_;
  std::map<uint64_t, size_t> wishes_;  // that came before their messages were there, by tag
  bool awaits_writing_ = false;
  // Messages to be received, and short ones for which nobody has asked.
  Messages expected_;
  std::map<uint64_t, std::deque<std::vector<std::byte>>> arrived_;
  // What is being read: a header, then its bytes into a message's memory, or into `buffer_`.
  Header header_;
  Record<std::byte> read_;
  size_t bytes_read_ = 0;  // of the message's
  Message* incoming_ = nullptr;
  std::vector<std::byte> buffer_;
};

}  // namespace tutti::comm
