// SPDX-License-Identifier: Apache-2.0
#include "comm/nccl_transport.h"

#include "base/error.h"
#include "base/text.h"
#include "comm/nccl_channel.h"
#include "comm/time.h"

namespace tutti::comm {
namespace {

constexpr size_t kLeastBytes = 64 << 10;  // of a message sent through NCCL

class NcclTransport final : public Transport {
 public:
  NcclTransport(NcclLibrary library, int rank, int size, int device,
                std::unique_ptr<Transport> small)
      : library_(std::move(library)), rank_(rank), size_(size), small_(std::move(small)) {
    for (int peer = 0; peer < size; peer++) {
      out_.push_back(peer == rank ? nullptr : make_channel(device, peer, /*sends=*/true));
      in_.push_back(peer == rank ? nullptr : make_channel(device, peer, /*sends=*/false));
    }
  }

  void connect(const ExchangeTexts& exchange, double limit) {
    std::string own;  // the ids of what this process sends, by receiver
    for (int peer = 0; peer < size_; peer++) {
      NcclId id;
      library_.expect(library_.nccl.get_unique_id(&id), "GetUniqueId");
      own.append(id.bytes.data(), id.bytes.size());
    }
    const std::vector<std::string> all = exchange(own);
    // All processes connect in one order, so that no two wait for each other.
    for (int from = 0; from < size_; from++)
      for (int to = 0; to < size_; to++)
        if (from != to && (from == rank_ || to == rank_))
          connect_pair(from, to, all[static_cast<size_t>(from)], limit);
  }

  std::unique_ptr<Operation> send(int to, uint64_t tag, const void* data, size_t bytes) override {
    if (bytes < kLeastBytes) return small_->send(to, tag, data, bytes);
    // One class serves reads and writes; a send only reads.
    return out_[static_cast<size_t>(to)]->begin(
        tag, static_cast<std::byte*>(const_cast<void*>(data)), bytes);
  }

  std::unique_ptr<Operation> receive(int from, uint64_t tag, void* data, size_t bytes) override {
    if (bytes < kLeastBytes) return small_->receive(from, tag, data, bytes);
    return in_[static_cast<size_t>(from)]->begin(tag, static_cast<std::byte*>(data), bytes);
  }

 private:
  std::unique_ptr<NcclChannel> make_channel(int device, int peer, bool sends) {
    return std::make_unique<NcclChannel>(library_, device, *small_, peer, sends);
  }

  void connect_pair(int from, int to, const std::string& ids, double limit) {
    NcclId id;
    if (ids.size() != static_cast<size_t>(size_) * id.bytes.size())
      io_error("rank {} is another version of Tutti", from);
    ids.copy(id.bytes.data(), id.bytes.size(), static_cast<size_t>(to) * id.bytes.size());
    const auto end = after(limit);
    NcclChannel& channel =
        from == rank_ ? *out_[static_cast<size_t>(to)] : *in_[static_cast<size_t>(from)];
    try {
      channel.connect(id, end);
    } catch (const std::runtime_error& error) {
      io_error("ranks {} and {} cannot connect by {}: {}", from, to, library_.name,
               escaped(error.what()));
    }
  }

  const NcclLibrary library_;
  const int rank_, size_;
  std::unique_ptr<Transport> small_;
  std::vector<std::unique_ptr<NcclChannel>> out_, in_;  // by rank
};

}  // namespace

std::unique_ptr<Transport> open_nccl(NcclLibrary library, int rank, int size, int device,
                                     std::unique_ptr<Transport> small,
                                     const ExchangeTexts& exchange, double limit) {
  const std::string name = library.name;
  if (size > kMostNcclRanks)
    user_error("{} with {} processes: expected at most {}; --comm_engine tcp takes more", name,
               size, kMostNcclRanks);
  if (device >= library.devices)
    user_error(
        "{}: this process is number {} of its machine, which has {} GPUs; expected one for "
        "each process",
        name, device, library.devices);
  try {
    auto transport =
        std::make_unique<NcclTransport>(std::move(library), rank, size, device, std::move(small));
    transport->connect(exchange, limit);
    return transport;
  } catch (const UserError&) {
    throw;
  } catch (const std::runtime_error& error) {
    io_error("rank {} cannot use {}: {}", rank, name, escaped(error.what()));
  }
}

}  // namespace tutti::comm
