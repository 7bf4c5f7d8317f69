// SPDX-License-Identifier: Apache-2.0
// tutti_comm_gloo.so: Gloo's messages as a Transport. Tutti uses nothing else of Gloo.
#include <gloo/transport/address.h>
#include <gloo/transport/context.h>
#include <gloo/transport/device.h>
#include <gloo/transport/pair.h>
#include <gloo/transport/tcp/device.h>
#include <gloo/transport/unbound_buffer.h>

#include "comm/gloo_module.h"
#include "comm/time.h"

namespace tutti::comm {
namespace {

// Gloo closes all connections if a wait takes longer: the caller keeps the time.
constexpr std::chrono::milliseconds kNever = std::chrono::hours(24 * 365);
constexpr int kConnectFactor = 5;  // Gloo waits for a connection so many times its time-out

class GlooSend final : public Operation {
 public:
  GlooSend(gloo::transport::Context& context, int to, uint64_t tag, void* data, std::size_t bytes)
      : buffer_(context.createUnboundBuffer(data, bytes)) {
    buffer_->send(to, tag);
  }
  bool wait() override { return buffer_->waitSend(kNever); }
  void cancel() override { buffer_->abortWaitSend(); }

 private:
  std::unique_ptr<gloo::transport::UnboundBuffer> buffer_;
};

class GlooReceive final : public Operation {
 public:
  GlooReceive(gloo::transport::Context& context, int from, uint64_t tag, void* data,
              std::size_t bytes)
      : buffer_(context.createUnboundBuffer(data, bytes)) {
    buffer_->recv(from, tag);
  }
  bool wait() override { return buffer_->waitRecv(kNever); }
  void cancel() override { buffer_->abortWaitRecv(); }

 private:
  std::unique_ptr<gloo::transport::UnboundBuffer> buffer_;
};

class Gloo final : public GlooTransport {
 public:
  Gloo(int rank, int size, const char* address, double limit) : rank_(rank), size_(size) {
    gloo::transport::tcp::attr where;
    where.hostname = address;
    device_ = gloo::transport::tcp::CreateDevice(where);
    context_ = device_->createContext(rank, size);
    context_->setTimeout(milliseconds_of(limit) / kConnectFactor);
    for (int peer = 0; peer < size; peer++)
      if (peer != rank) context_->createPair(peer);
  }

  std::vector<std::string> addresses() const override {
    std::vector<std::string> all(static_cast<std::size_t>(size_));
    for (int peer = 0; peer < size_; peer++) {
      if (peer == rank_) continue;
      const std::vector<char> bytes = context_->getPair(peer)->address().bytes();
      all[static_cast<std::size_t>(peer)].assign(bytes.begin(), bytes.end());
    }
    return all;
  }

  void connect(const std::vector<std::string>& addresses) override {
    for (int peer = 0; peer < size_; peer++) {
      if (peer == rank_) continue;
      const std::string& bytes = addresses[static_cast<std::size_t>(peer)];
      context_->getPair(peer)->connect({bytes.begin(), bytes.end()});
    }
  }

  std::unique_ptr<Operation> send(int to, uint64_t tag, const void* data,
                                  std::size_t bytes) override {
    // Gloo has one class for reads and writes; a send only reads.
    return std::make_unique<GlooSend>(*context_, to, tag, const_cast<void*>(data), bytes);
  }

  std::unique_ptr<Operation> receive(int from, uint64_t tag, void* data,
                                     std::size_t bytes) override {
    return std::make_unique<GlooReceive>(*context_, from, tag, data, bytes);
  }

 private:
  const int rank_, size_;
  std::shared_ptr<gloo::transport::Device> device_;
  std::shared_ptr<gloo::transport::Context> context_;
};

}  // namespace

extern "C" GlooTransport* tutti_open_gloo(int rank, int size, const char* address, double limit) {
  return new Gloo(rank, size, address, limit);
}

}  // namespace tutti::comm
