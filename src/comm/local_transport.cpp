// SPDX-License-Identifier: Apache-2.0
#include "comm/local_transport.h"

#include <condition_variable>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>
#include <stdexcept>
#include <tuple>

namespace tutti::comm {
namespace {

/// State shared by all threads: messages in flight, by sender, receiver and tag.
struct Exchange {
  using Key = std::tuple<int, int, uint64_t>;
  std::mutex mutex;
  std::condition_variable changed;
  std::map<Key, std::deque<std::vector<std::byte>>> messages;
  std::vector<bool> gone;
};

/// A send copies its bytes and is done.
class LocalSend final : public Operation {
 public:
  bool wait() override { return true; }
  void cancel() override {}
};

class LocalReceive final : public Operation {
 public:
  LocalReceive(std::shared_ptr<Exchange> exchange, Exchange::Key key, void* data, size_t bytes)
      : exchange_(std::move(exchange)), key_(key), data_(data), bytes_(bytes) {}

  bool wait() override {
    std::unique_lock lock(exchange_->mutex);
    auto found = exchange_->messages.end();
    const auto ready = [&] {
      found = exchange_->messages.find(key_);
      return cancelled_ || found != exchange_->messages.end() ||
             exchange_->gone[static_cast<size_t>(std::get<0>(key_))];
    };
    exchange_->changed.wait(lock, ready);
    if (cancelled_) return false;
    if (found == exchange_->messages.end()) throw std::runtime_error("it has ended");
    const std::vector<std::byte>& message = found->second.front();
    if (message.size() != bytes_) throw std::runtime_error("a message of another size");
    if (bytes_ > 0) std::memcpy(data_, message.data(), bytes_);
    found->second.pop_front();
    if (found->second.empty()) exchange_->messages.erase(found);
    return true;
  }

  void cancel() override {
    const std::lock_guard lock(exchange_->mutex);
    cancelled_ = true;
    exchange_->changed.notify_all();
  }

 private:
  std::shared_ptr<Exchange> exchange_;
  Exchange::Key key_;
  void* data_;
  size_t bytes_;
  bool cancelled_ = false;
};

class LocalTransport final : public Transport {
 public:
  LocalTransport(std::shared_ptr<Exchange> exchange, int rank)
      : exchange_(std::move(exchange)), rank_(rank) {}

  ~LocalTransport() override {
    const std::lock_guard lock(exchange_->mutex);
    exchange_->gone[static_cast<size_t>(rank_)] = true;
    exchange_->changed.notify_all();
  }

  std::unique_ptr<Operation> send(int to, uint64_t tag, const void* data, size_t bytes) override {
    const auto* first = static_cast<const std::byte*>(data);
    const std::lock_guard lock(exchange_->mutex);
    exchange_->messages[{rank_, to, tag}].emplace_back(first, first + bytes);
    exchange_->changed.notify_all();
    return std::make_unique<LocalSend>();
  }

  std::unique_ptr<Operation> receive(int from, uint64_t tag, void* data, size_t bytes) override {
    return std::make_unique<LocalReceive>(exchange_, Exchange::Key{from, rank_, tag}, data, bytes);
  }

 private:
  std::shared_ptr<Exchange> exchange_;
  int rank_;
};

}  // namespace

std::vector<std::unique_ptr<Transport>> local_transports(int ranks) {
  auto exchange = std::make_shared<Exchange>();
  exchange->gone.assign(static_cast<size_t>(ranks), false);
  std::vector<std::unique_ptr<Transport>> transports;
  for (int rank = 0; rank < ranks; rank++)
    transports.push_back(std::make_unique<LocalTransport>(exchange, rank));
  return transports;
}

}  // namespace tutti::comm
