// SPDX-License-Identifier: Apache-2.0
#include "comm/tree_sum.h"

#include <algorithm>

#include "base/error.h"
#include "comm/sum_schedule.h"

namespace tutti::comm {
namespace {

constexpr std::string_view kWhat = "the sums of a step";

template <typename T>
std::span<T> part_of(std::span<T> all, const Slice& slice) {
  return all.subspan(static_cast<size_t>(slice.begin), static_cast<size_t>(slice.size()));
}

}  // namespace

std::vector<Slice> TreeSum::chunks_of(int64_t rank) const {
  return comm::chunks_of({0, count_}, rank, communicator_.size());
}

void TreeSum::begin(std::vector<Node> nodes, int64_t count) {
  count_ = count;
  result_.resize(static_cast<size_t>(count));
  const int64_t rank = communicator_.rank(), size = communicator_.size();
  nodes_ = std::move(nodes);
  order_ = adding_order(nodes_);
  tag_ = communicator_.next_tag();
  check(nodes_.size() < kTagsAtOnce - 1, "{} nodes", nodes_.size());
  place_.clear();
  size_t own = 0;
  for (size_t k = 0; k < nodes_.size(); k++) {
    place_.push_back(is_own(k) ? own : k - own);
    own += is_own(k);
  }
  own_.resize(std::max(own_.size(), own));
  received_.resize(std::max(received_.size(), nodes_.size() - own));
  arriving_.clear();
  arriving_.resize(nodes_.size());
  const Slice slice = slice_of(count_, rank, size);
  for (size_t k = 0; k < nodes_.size(); k++) {
    if (is_own(k)) continue;
    std::vector<float>& to = received_[place_[k]];
    to.resize(static_cast<size_t>(slice.size()));
    for (const Slice& chunk : chunks_of(rank))
      arriving_[k].push_back(communicator_.receive(
          nodes_[k].owner, tag_ + 1 + k,
          std::as_writable_bytes(
              part_of(std::span(to), {chunk.begin - slice.begin, chunk.end - slice.begin})),
          kWhat));
  }
  for (int64_t step = 1; step < size; step++) {
    const int64_t peer = (rank + step) % size;
    for (const Slice& chunk : chunks_of(peer))
      results_.push_back(communicator_.receive(
          peer, tag_, std::as_writable_bytes(part_of(std::span(result_), chunk)), kWhat));
  }
}

std::span<float> TreeSum::part(size_t node) {
  check(is_own(node), "node {} is computed by rank {}", node, nodes_[node].owner);
  std::vector<float>& own = own_[place_[node]];
  own.resize(static_cast<size_t>(count_));
  return own;
}

void TreeSum::send(size_t node) {
  const int64_t rank = communicator_.rank(), size = communicator_.size();
  std::vector<std::vector<Slice>> chunks;
  size_t most = 0;
  for (int64_t peer = 0; peer < size; peer++) {
    chunks.push_back(chunks_of(peer));
    most = std::max(most, chunks.back().size());
  }
  for (int64_t n = 0; n < static_cast<int64_t>(most) * (size - 1); n++) {
    const ChunkMessage message = nth_message(n, rank, size);
    const auto& of_peer = chunks[static_cast<size_t>(message.to)];
    if (message.chunk < static_cast<int64_t>(of_peer.size()))
      sent_.push_back(
          communicator_.send(message.to, tag_ + 1 + node,
                             std::as_bytes(part_of(std::span(own_[place_[node]]),
                                                   of_peer[static_cast<size_t>(message.chunk)])),
                             kWhat));
  }
}

void TreeSum::add_chunk(const Slice& chunk) {
  const int64_t first = slice_of(count_, communicator_.rank(), communicator_.size()).begin;
  const auto length = static_cast<size_t>(chunk.size());
  std::vector<const float*> stack;
  for (const int64_t step : order_) {
    if (step != kAdd) {
      const auto k = static_cast<size_t>(step);
      stack.push_back(is_own(k) ? own_[place_[k]].data() + chunk.begin
                                : received_[place_[k]].data() + (chunk.begin - first));
      continue;
    }
    const float* const upper = stack.back();
    stack.pop_back();
    const float* const lower = stack.back();
    if (scratch_.size() < stack.size()) scratch_.resize(stack.size());
    std::vector<float>& sum = scratch_[stack.size() - 1];
    sum.resize(static_cast<size_t>(kChunk));
    for (size_t i = 0; i < length; i++) sum[i] = lower[i] + upper[i];
    stack.back() = sum.data();
  }
  std::copy_n(stack.at(0), length, result_.data() + chunk.begin);
}

std::span<const float> TreeSum::finish() {
  const int64_t rank = communicator_.rank(), size = communicator_.size();
  const auto chunks = chunks_of(rank);
  for (size_t i = 0; i < chunks.size(); i++) {
    for (auto& transfers : arriving_)
      if (!transfers.empty()) communicator_.wait(transfers[i]);
    add_chunk(chunks[i]);
    const auto first = static_cast<int64_t>(i) * (size - 1);
    for (int64_t n = first; n < first + size - 1; n++)
      sent_.push_back(communicator_.send(
          nth_message(n, rank, size).to, tag_,
          std::as_bytes(part_of(std::span(std::as_const(result_)), chunks[i])), kWhat));
  }
  communicator_.wait(results_);
  communicator_.wait(sent_);
  return result_;
}

}  // namespace tutti::comm
