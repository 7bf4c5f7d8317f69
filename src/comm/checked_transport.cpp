// SPDX-License-Identifier: Apache-2.0
#include "comm/checked_transport.h"

#include <cstring>
#include <stdexcept>
#include <vector>

#include "base/fast_hash.h"
#include "base/text.h"

namespace tutti::comm {
namespace {

using Hash = uint64_t;

// Messages up to this size are copied and sent together with their hash: a second message would
// take longer than the copy.
constexpr size_t kSmallBytes = 16384;

void expect_hash(const void* data, size_t bytes, Hash sent) {
  if (fast_hash(data, bytes) != sent)
    throw std::runtime_error(
        fmt::format("a message of {} bytes from it was damaged in transit", bytes));
}

/// Sends a copy of a message followed by its hash. `begin(data, bytes)` begins the send.
class SmallSend final : public Operation {
 public:
  template <typename Begin>
  SmallSend(const void* data, size_t bytes, const Begin& begin) : buffer_(bytes + sizeof(Hash)) {
    const Hash hash = fast_hash(data, bytes);
    if (bytes > 0) std::memcpy(buffer_.data(), data, bytes);
    std::memcpy(buffer_.data() + bytes, &hash, sizeof hash);
    operation_ = begin(buffer_.data(), buffer_.size());
  }

  bool wait() override { return operation_->wait(); }
  void cancel() override { operation_->cancel(); }

 private:
  std::vector<std::byte> buffer_;
  std::unique_ptr<Operation> operation_;  // ends before the buffer does
};

/// Receives such a message.
class SmallReceive final : public Operation {
 public:
  template <typename Begin>
  SmallReceive(void* data, size_t bytes, const Begin& begin)
      : data_(data), bytes_(bytes), buffer_(bytes + sizeof(Hash)) {
    operation_ = begin(buffer_.data(), buffer_.size());
  }

  bool wait() override {
    if (!operation_->wait()) return false;
    Hash hash;
    std::memcpy(&hash, buffer_.data() + bytes_, sizeof hash);
    expect_hash(buffer_.data(), bytes_, hash);
    if (bytes_ > 0) std::memcpy(data_, buffer_.data(), bytes_);
    return true;
  }
  void cancel() override { operation_->cancel(); }

 private:
  void* data_;
  size_t bytes_;
  std::vector<std::byte> buffer_;
  std::unique_ptr<Operation> operation_;  // ends before the buffer does
};

/// A message, and its hash as a second one of the same tag.
class LargeMessage final : public Operation {
 public:
  /// `begin(data, bytes)` as above, first for `data`, then for the hash.
  template <typename Data, typename Begin>
  LargeMessage(Data* data, size_t bytes, bool is_sent, const Begin& begin)
      : received_(is_sent ? nullptr : data), bytes_(bytes) {
    if (is_sent) hash_ = fast_hash(data, bytes);
    message_ = begin(data, bytes);
    check_ = begin(&hash_, sizeof hash_);
  }

  bool wait() override {
    if (!message_->wait() || !check_->wait()) return false;
    if (received_) expect_hash(received_, bytes_, hash_);
    return true;
  }

  void cancel() override {
    message_->cancel();
    check_->cancel();
  }

 private:
  const void* received_;  // null where the message is sent
  size_t bytes_;
  Hash hash_ = 0;
  std::unique_ptr<Operation> message_, check_;  // end before the hash does
};

class CheckedTransport final : public Transport {
 public:
  explicit CheckedTransport(std::unique_ptr<Transport> transport)
      : transport_(std::move(transport)) {}

  std::unique_ptr<Operation> send(int to, uint64_t tag, const void* data,
                                  std::size_t bytes) override {
    const auto begin = [&](const void* from, size_t count) {
      return transport_->send(to, tag, from, count);
    };
    if (bytes <= kSmallBytes) return std::make_unique<SmallSend>(data, bytes, begin);
    return std::make_unique<LargeMessage>(data, bytes, true, begin);
  }

  std::unique_ptr<Operation> receive(int from, uint64_t tag, void* data,
                                     std::size_t bytes) override {
    const auto begin = [&](void* to, size_t count) {
      return transport_->receive(from, tag, to, count);
    };
    if (bytes <= kSmallBytes) return std::make_unique<SmallReceive>(data, bytes, begin);
    return std::make_unique<LargeMessage>(data, bytes, false, begin);
  }

  void finish() override { transport_->finish(); }

 private:
  std::unique_ptr<Transport> transport_;
};

}  // namespace

std::unique_ptr<Transport> checked_transport(std::unique_ptr<Transport> transport) {
  if (transport->finds_damage()) return transport;
  return std::make_unique<CheckedTransport>(std::move(transport));
}

}  // namespace tutti::comm
