// SPDX-License-Identifier: Apache-2.0
#include "comm/job.h"

#include "base/error.h"
#include "comm/gloo_transport.h"

namespace tutti::comm {
namespace {

/// Gloo takes any connection, so what is at its other end has to prove itself before it is sent
/// anything else.
void expect_proofs(Communicator& communicator, const Rendezvous& meeting) {
  constexpr std::string_view kWhat = "the proof of a connection";
  const int64_t rank = communicator.rank();
  const uint64_t tag = communicator.next_tag();
  std::vector<std::string> mine, theirs;
  for (int64_t peer = 0; peer < communicator.size(); peer++) {
    mine.push_back(meeting.proof(rank, peer));
    theirs.emplace_back(mine.back().size(), '\0');
  }
  const auto bytes_of = [](std::string& text) { return std::as_writable_bytes(std::span(text)); };
  std::vector<Transfer> transfers;
  for (int64_t peer = 0; peer < communicator.size(); peer++) {
    if (peer == rank) continue;
    const auto k = static_cast<size_t>(peer);
    transfers.push_back(communicator.receive(peer, tag, bytes_of(theirs[k]), kWhat));
    transfers.push_back(communicator.send(peer, tag, bytes_of(mine[k]), kWhat));
  }
  communicator.wait(transfers);
  for (int64_t peer = 0; peer < communicator.size(); peer++)
    if (peer != rank &&
        !equal_secrets(theirs[static_cast<size_t>(peer)], meeting.proof(peer, rank)))
      io_error("what connected with rank {} as rank {} does not have this job's token", rank, peer);
}

}  // namespace

std::unique_ptr<Communicator> join_job(const MeetingPlace& place, double limit) {
  Rendezvous meeting(place);
  auto transport =
      open_gloo(static_cast<int>(place.rank), static_cast<int>(place.size), meeting.address(),
                [&](const std::string& mine) { return meeting.exchange(mine); });
  auto communicator =
      std::make_unique<Communicator>(std::move(transport), place.rank, place.size, limit);
  expect_proofs(*communicator, meeting);
  return communicator;
}

}  // namespace tutti::comm
