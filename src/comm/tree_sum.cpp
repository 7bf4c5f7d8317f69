// SPDX-License-Identifier: Apache-2.0
#include "comm/tree_sum.h"

#include <algorithm>

#include "base/error.h"
#include "comm/sum_schedule.h"

namespace tutti::comm {
namespace {

constexpr std::string_view kSumsOfStep = "the sums of a step";

template <typename T>
std::span<T> part_of(std::span<T> all, const Slice& slice) {
  return all.subspan(static_cast<size_t>(slice.begin), static_cast<size_t>(slice.size()));
}

}  // namespace

std::vector<Slice> TreeSum::chunks_of(size_t bucket, int64_t rank) const {
  return comm::chunks_of(buckets_[bucket], rank, communicator_.size());
}

void TreeSum::begin(std::vector<Node> nodes, std::vector<Slice> buckets) {
  nodes_ = std::move(nodes);
  buckets_ = std::move(buckets);
  order_ = adding_order(nodes_);
  tag_ = communicator_.next_tag();
  check((nodes_.size() + 1) * buckets_.size() <= kTagsAtOnce, "{} nodes in {} buckets",
        nodes_.size(), buckets_.size());
  give_places();
  make_room_for_buckets();
  arriving_.clear();
  arriving_.resize(buckets_.size());
  for (size_t bucket = 0; bucket < buckets_.size(); bucket++) begin_to_receive(bucket);
}

void TreeSum::give_places() {
  place_.clear();
  size_t own = 0;
  for (size_t k = 0; k < nodes_.size(); k++) {
    place_.push_back(is_own(k) ? own : k - own);
    own += is_own(k);
  }
  own_.resize(std::max(own_.size(), own));
  received_.resize(std::max(received_.size(), nodes_.size() - own));
}

void TreeSum::make_room_for_buckets() {
  count_ = 0;
  int64_t owned = 0;
  received_begin_.clear();
  for (const Slice& bucket : buckets_) {
    received_begin_.push_back(owned);
    owned += slice_of(bucket.size(), communicator_.rank(), communicator_.size()).size();
    count_ += bucket.size();
  }
  result_.resize(static_cast<size_t>(count_));
  for (size_t k = 0; k < nodes_.size(); k++)
    if (!is_own(k)) received_[place_[k]].resize(static_cast<size_t>(owned));
}

void TreeSum::begin_to_receive(size_t bucket) {
  const int64_t rank = communicator_.rank(), size = communicator_.size();
  const auto chunks = chunks_of(bucket, rank);
  arriving_[bucket].resize(nodes_.size());
  for (size_t k = 0; k < nodes_.size(); k++) {
    if (is_own(k)) continue;
    int64_t at = received_begin_[bucket];
    for (const Slice& chunk : chunks) {
      const Slice to = {at, at + chunk.size()};
      at = to.end;
      arriving_[bucket][k].push_back(communicator_.receive(
          nodes_[k].owner, tag_of(bucket, k),
          std::as_writable_bytes(part_of(std::span(received_[place_[k]]), to)), kSumsOfStep));
    }
  }
  for (int64_t step = 1; step < size; step++) {
    const int64_t peer = (rank + step) % size;
    for (const Slice& chunk : chunks_of(bucket, peer))
      results_.push_back(communicator_.receive(
          peer, tag_of(bucket), std::as_writable_bytes(part_of(std::span(result_), chunk)),
          kSumsOfStep));
  }
}

std::span<float> TreeSum::part(size_t node) {
  check(is_own(node), "node {} is computed by rank {}", node, nodes_[node].owner);
  std::vector<float>& own = own_[place_[node]];
  own.resize(static_cast<size_t>(count_));
  return own;
}

void TreeSum::send(size_t node, size_t bucket) {
  const int64_t rank = communicator_.rank(), size = communicator_.size();
  const std::span<const float> own = own_[place_[node]];
  std::vector<std::vector<Slice>> chunks;
  size_t most = 0;
  for (int64_t peer = 0; peer < size; peer++) {
    chunks.push_back(chunks_of(bucket, peer));
    most = std::max(most, chunks.back().size());
  }
  for (int64_t n = 0; n < static_cast<int64_t>(most) * (size - 1); n++) {
    const ChunkMessage message = nth_message(n, rank, size);
    const auto& of_peer = chunks[static_cast<size_t>(message.to)];
    if (message.chunk < static_cast<int64_t>(of_peer.size()))
      sent_.push_back(communicator_.send(
          message.to, tag_of(bucket, node),
          std::as_bytes(part_of(own, of_peer[static_cast<size_t>(message.chunk)])), kSumsOfStep));
  }
}

std::vector<float>& TreeSum::scratch(size_t place) {
  if (scratch_.size() <= place) scratch_.resize(place + 1);
  scratch_[place].resize(static_cast<size_t>(kChunk));
  return scratch_[place];
}

/// For others' nodes, the chunk begins at `received`.
void TreeSum::add_chunk(const Slice& chunk, int64_t received) {
  const auto length = static_cast<size_t>(chunk.size());
  std::vector<const float*> stack;
  for (const int64_t step : order_) {
    if (step != kAdd) {
      const auto k = static_cast<size_t>(step);
      stack.push_back(is_own(k) ? own_[place_[k]].data() + chunk.begin
                                : received_[place_[k]].data() + received);
      continue;
    }
    const float* const upper = stack.back();
    stack.pop_back();
    const float* const lower = stack.back();
    std::vector<float>& sum = scratch(stack.size() - 1);
    for (size_t i = 0; i < length; i++) sum[i] = lower[i] + upper[i];
    stack.back() = sum.data();
  }
  std::copy_n(stack.at(0), length, result_.data() + chunk.begin);
}

void TreeSum::add(size_t bucket) {
  const int64_t rank = communicator_.rank(), size = communicator_.size();
  const auto chunks = chunks_of(bucket, rank);
  int64_t received = received_begin_[bucket];
  for (size_t i = 0; i < chunks.size(); i++) {
    for (auto& transfers : arriving_[bucket])
      if (!transfers.empty()) communicator_.wait(transfers[i]);
    add_chunk(chunks[i], received);
    received += chunks[i].size();
    const auto first = static_cast<int64_t>(i) * (size - 1);
    for (int64_t n = first; n < first + size - 1; n++)
      returned_.push_back(communicator_.send(
          nth_message(n, rank, size).to, tag_of(bucket),
          std::as_bytes(part_of(std::span(std::as_const(result_)), chunks[i])), kSumsOfStep));
  }
}

std::span<const float> TreeSum::finish() {
  for (std::vector<Transfer>* transfers : {&results_, &sent_, &returned_})
    communicator_.wait(*transfers);
  return result_;
}

}  // namespace tutti::comm
