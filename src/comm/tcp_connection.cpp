// SPDX-License-Identifier: Apache-2.0
#include "comm/tcp_connection.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>

#include "base/text.h"
#include "comm/sum_schedule.h"

namespace tutti::comm {
namespace {

constexpr size_t kRecord = 65536;          // bytes per tag: they fit a core's cache
constexpr size_t kLongestUnasked = 65536;  // bytes of a message that is sent without a request
constexpr size_t kTurn = 1 << 20;          // bytes that are read or written in a row
// Bytes that the system may keep unsent: a request has to wait for them.
constexpr int kUnsent = 1 << 18;
// Bytes a second, more than any link carries.
constexpr unsigned long kUnlimitedPace = 1UL << 40;

/// Makes the system pace packets at the link's rate, whatever its congestion control is: bursts of
/// several connections overflow a switch, and each loss slows one of them, for which a sum then
/// waits. Within a machine nothing is lost.
void pace_packets(const Socket& socket) {
  if (socket.own_address() == socket.peer_address()) return;
  ::setsockopt(socket.descriptor(), SOL_SOCKET, SO_MAX_PACING_RATE, &kUnlimitedPace,
               sizeof kUnlimitedPace);
}

const char* const kDamaged = "a message from it was damaged in transit";

}  // namespace

class TcpConnection::Message final : public Operation {
 public:
  Message(std::shared_ptr<TcpConnection> connection, uint64_t its_tag, void* its_data,
          size_t its_bytes)
      : tag(its_tag),
        data(static_cast<std::byte*>(its_data)),
        bytes(its_bytes),
        connection_(std::move(connection)) {}
  ~Message() override { connection_->forget(*this); }
  Message(const Message&) = delete;
  Message& operator=(const Message&) = delete;

  bool wait() override { return connection_->wait(*this); }
  void cancel() override { connection_->cancel(*this); }

  void end() {
    is_done = true;
    changed.notify_all();
  }

  const uint64_t tag;
  std::byte* const data;
  const size_t bytes;
  bool is_done = false, is_cancelled = false;
  std::condition_variable changed;

 private:
  const std::shared_ptr<TcpConnection> connection_;
};

TcpConnection::TcpConnection(Socket socket, int epoll)
    : socket_(std::move(socket)), epoll_(epoll), seals_(socket_.take_seals()) {
  static_assert(2 * (sizeof(Header) + sizeof(Tag)) +
                    kChunk * sizeof(float) / kRecord * sizeof(Tag) ==
                kTcpHeaders);
  await_header();
  ::setsockopt(socket_.descriptor(), IPPROTO_TCP, TCP_NOTSENT_LOWAT, &kUnsent, sizeof kUnsent);
  pace_packets(socket_);
  epoll_event event{EPOLLIN, {this}};
  ::epoll_ctl(epoll_, EPOLL_CTL_ADD, socket_.descriptor(), &event);
}

template <typename Bytes>
std::array<iovec, 2> TcpConnection::Record<Bytes>::rest() {
  const size_t of_bytes = std::min(done, bytes.size()), of_tag = done - of_bytes;
  return {{{const_cast<std::byte*>(bytes.data()) + of_bytes, bytes.size() - of_bytes},
           {tag.data() + of_tag, tag.size() - of_tag}}};
}

TcpConnection::Message* TcpConnection::take(Messages& messages, uint64_t tag) {
  const auto found = messages.find(tag);
  if (found == messages.end()) return nullptr;
  Message* const first = found->second.front();
  found->second.pop_front();
  if (found->second.empty()) messages.erase(found);
  return first;
}

void TcpConnection::remove(Messages& messages, const Message& message) {
  const auto found = messages.find(message.tag);
  if (found == messages.end()) return;
  std::erase(found->second, &message);
  if (found->second.empty()) messages.erase(found);
}

void TcpConnection::close(const std::string& reason) {
  const std::lock_guard lock(mutex_);
  fail(reason);
}

void TcpConnection::fail(const std::string& reason) {
  if (failure_) return;
  failure_ = reason;
  ::epoll_ctl(epoll_, EPOLL_CTL_DEL, socket_.descriptor(), nullptr);
  ::shutdown(socket_.descriptor(), SHUT_RDWR);
  const auto tell = [](Message* message) {
    if (message) message->changed.notify_all();
  };
  tell(std::exchange(incoming_, nullptr));
  for (const Outgoing& outgoing : outgoing_) tell(outgoing.message);
  for (const Messages* messages : {&unwished_, &expected_})
    for (const auto& [tag, waiting] : *messages)
      std::for_each(waiting.begin(), waiting.end(), tell);
}

void TcpConnection::expect_open() const {
  if (failure_) throw std::runtime_error(*failure_);
}

std::unique_ptr<Operation> TcpConnection::send(uint64_t tag, const void* data, size_t bytes) {
  // One class serves reads and writes; a send only reads.
  auto message = std::make_unique<Message>(shared_from_this(), tag, const_cast<void*>(data), bytes);
  const std::lock_guard lock(mutex_);
  expect_open();
  if (unwished_.contains(tag) || !may_go(*message))
    unwished_[tag].push_back(message.get());
  else
    begin(*message);
  return message;
}

std::unique_ptr<Operation> TcpConnection::receive(uint64_t tag, void* data, size_t bytes) {
  auto message = std::make_unique<Message>(shared_from_this(), tag, data, bytes);
  const std::lock_guard lock(mutex_);
  // Arrived data may be received even if the connection has ended since.
  if (const auto arrived = arrived_.find(tag); arrived != arrived_.end()) {
    const std::vector<std::byte> came = std::move(arrived->second.front());
    arrived->second.pop_front();
    if (arrived->second.empty()) arrived_.erase(arrived);
    if (came.size() != bytes) throw std::runtime_error("it sent a message of another size");
    std::copy(came.begin(), came.end(), message->data);
    message->end();
    return message;
  }
  expect_open();
  expected_[tag].push_back(message.get());
  if (bytes > kLongestUnasked) wish_for(tag);
  return message;
}

/// Whether a message is short, or its request has arrived.
bool TcpConnection::may_go(const Message& message) {
  if (message.bytes <= kLongestUnasked) return true;
  const auto wish = wishes_.find(message.tag);
  if (wish == wishes_.end()) return false;
  if (--wish->second == 0) wishes_.erase(wish);
  return true;
}

void TcpConnection::begin(Message& message) {
  outgoing_.push_back({{message.tag, message.bytes, Kind::data}, &message});
  if (outgoing_.size() == 1) write();
}

/// Requests a message ahead of queued sends.
void TcpConnection::wish_for(uint64_t tag) {
  const bool is_under_way = !outgoing_.empty() && outgoing_.front().is_begun;
  outgoing_.insert(outgoing_.begin() + (is_under_way ? 1 : 0), {{tag, 0, Kind::wish}});
  if (!awaits_writing_) write();
}

void TcpConnection::write() {
  for (size_t turn = 0; !failure_ && turn < kTurn && has_record();) {
    auto parts = sent_.rest();
    msghdr all{};
    all.msg_iov = parts.data();
    all.msg_iovlen = parts.size();
    // A short message and its header go in one packet.
    const Outgoing& first = outgoing_.front();
    const int flags = MSG_NOSIGNAL | (first.sealed < first.header.bytes ? MSG_MORE : 0);
    const ssize_t sent = ::sendmsg(socket_.descriptor(), &all, flags);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0 && errno == EAGAIN) break;
    if (sent < 0) return fail(std::strerror(errno));
    turn += static_cast<size_t>(sent);
    sent_.done += static_cast<size_t>(sent);
  }
  if (!failure_) watch_writing(!outgoing_.empty());
}

bool TcpConnection::has_record() {
  for (; !outgoing_.empty(); outgoing_.pop_front()) {
    Outgoing& first = outgoing_.front();
    if (!std::exchange(first.is_begun, true)) {
      sent_header_ = first.header;  // it stays where it is
      seal(&sent_header_, sizeof sent_header_);
      return true;
    }
    if (!sent_.is_whole()) return true;
    const size_t bytes = std::min<size_t>(first.header.bytes - first.sealed, kRecord);
    if (bytes > 0) {
      seal(first.message->data + first.sealed, bytes);
      first.sealed += bytes;
      return true;
    }
    if (first.message) first.message->end();
  }
  return false;
}

void TcpConnection::seal(const void* data, size_t bytes) {
  sent_.bytes = seals_.sent->seal({static_cast<const std::byte*>(data), bytes}, sent_.tag);
  sent_.done = 0;
}

void TcpConnection::watch_writing(bool is_awaited) {
  if (is_awaited == awaits_writing_) return;
  awaits_writing_ = is_awaited;
  epoll_event event{is_awaited ? uint32_t{EPOLLIN} | EPOLLOUT : uint32_t{EPOLLIN}, {this}};
  ::epoll_ctl(epoll_, EPOLL_CTL_MOD, socket_.descriptor(), &event);
}

void TcpConnection::handle(uint32_t events) {
  const std::lock_guard lock(mutex_);
  if (events & (EPOLLIN | EPOLLHUP | EPOLLERR)) read();
  if (events & EPOLLOUT) write();
}

size_t TcpConnection::read_some() {
  auto parts = read_.rest();
  const ssize_t got = ::readv(socket_.descriptor(), parts.data(), parts.size());
  if (got == 0) fail("it closed the connection");
  if (got < 0 && errno != EAGAIN && errno != EINTR) fail(std::strerror(errno));
  return got > 0 ? static_cast<size_t>(got) : 0;
}

void TcpConnection::read() {
  for (size_t turn = 0; !failure_ && turn < kTurn;) {
    const size_t got = read_some();
    if (got == 0) return;
    turn += got;
    read_.done += got;
    if (read_.is_whole()) end_record();
  }
}

void TcpConnection::await_header() {
  read_ = {std::as_writable_bytes(std::span(&header_, 1))};
  bytes_read_ = 0;
}

void TcpConnection::await_bytes() {
  std::byte* const all = incoming_ ? incoming_->data : buffer_.data();
  read_ = {{all + bytes_read_, std::min<size_t>(header_.bytes - bytes_read_, kRecord)}};
}

void TcpConnection::end_record() {
  const bool is_header = read_.bytes.data() == reinterpret_cast<std::byte*>(&header_);
  if (!seals_.received->open(read_.bytes, read_.tag)) return fail(kDamaged);
  if (is_header) return begin_incoming();
  bytes_read_ += read_.bytes.size();
  bytes_read_ < header_.bytes ? await_bytes() : end_incoming();
}

void TcpConnection::begin_incoming() {
  if (header_.kind == Kind::wish) {
    await_header();
    wishes_[header_.tag]++;
    // Short messages of the same tag may have waited for the long one.
    for (auto found = unwished_.find(header_.tag);
         found != unwished_.end() && may_go(*found->second.front());
         found = unwished_.find(header_.tag))
      begin(*take(unwished_, header_.tag));
    return;
  }
  incoming_ = take(expected_, header_.tag);
  if (incoming_ ? incoming_->bytes != header_.bytes : header_.bytes > kLongestUnasked)
    return fail(incoming_ ? "it sent a message of another size"
                          : "it sent a message that nobody has asked for");
  if (!incoming_) buffer_.resize(header_.bytes);
  header_.bytes > 0 ? await_bytes() : end_incoming();
}

void TcpConnection::end_incoming() {
  await_header();
  if (!incoming_) {
    // It may have been asked for since.
    incoming_ = take(expected_, header_.tag);
    if (!incoming_) return arrived_[header_.tag].push_back(std::exchange(buffer_, {}));
    if (incoming_->bytes != buffer_.size()) return fail("it sent a message of another size");
    std::copy(buffer_.begin(), buffer_.end(), incoming_->data);
  }
  std::exchange(incoming_, nullptr)->end();
}

bool TcpConnection::wait(Message& message) {
  std::unique_lock lock(mutex_);
  message.changed.wait(lock, [&] { return message.is_done || message.is_cancelled || failure_; });
  if (!message.is_done && !message.is_cancelled) throw std::runtime_error(*failure_);
  return message.is_done;
}

void TcpConnection::cancel(Message& message) {
  const std::lock_guard lock(mutex_);
  message.is_cancelled = true;
  message.changed.notify_all();
}

void TcpConnection::forget(Message& message) {
  const std::lock_guard lock(mutex_);
  if (message.is_done) return;
  remove(unwished_, message);
  remove(expected_, message);
  const auto sent = std::find_if(outgoing_.begin(), outgoing_.end(),
                                 [&](const Outgoing& one) { return one.message == &message; });
  const bool is_under_way = incoming_ == &message || (sent != outgoing_.end() && sent->is_begun);
  // The other end cannot know where the next message begins.
  if (is_under_way) fail("a message to it or from it was cancelled in transit");
  if (sent != outgoing_.end()) outgoing_.erase(sent);
}

}  // namespace tutti::comm
