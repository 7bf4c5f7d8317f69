// SPDX-License-Identifier: Apache-2.0
#include "comm/reachability.h"

#include <future>

#include "base/text.h"

namespace tutti::comm {
namespace {

constexpr std::string_view kAll = "-";  // sent by a process that reaches all others

/// The first rank whose door does not answer; -1: all do.
int64_t first_unreached(const ProcessGroup& group, const std::string& id, const std::string& token,
                        const std::set<std::string>& reached, TimePoint end) {
  std::vector<std::future<Life>> lives(group.members.size());
  for (size_t rank = 0; rank < lives.size(); rank++) {
    const Member& member = group.members[rank];
    if (member.id == id || reached.contains(member.id)) continue;
    lives[rank] = std::async(std::launch::async, [&] { return ask_life(member, id, token, end); });
  }
  int64_t found = -1;
  for (size_t rank = 0; rank < lives.size(); rank++) {
    if (!lives[rank].valid()) continue;
    const Life life = lives[rank].get();
    // With address translation (NAT), another machine may report that nothing listens.
    if (found < 0 && (life == Life::silent || life == Life::gone))
      found = static_cast<int64_t>(rank);
  }
  return found;
}

}  // namespace

std::string unreached_pair(const ProcessGroup& group, const std::string& id,
                           const std::string& token, const std::set<std::string>& reached,
                           const ExchangeTexts& exchange, TimePoint end) {
  const int64_t own = first_unreached(group, id, token, reached, end);
  const auto texts = exchange(own < 0 ? std::string(kAll) : std::to_string(own));
  for (size_t rank = 0; rank < texts.size(); rank++) {
    if (texts[rank] == kAll) continue;
    const size_t other = std::strtoull(texts[rank].c_str(), nullptr, 10);
    const Member& member = group.members.at(other);
    return fmt::format(
        "rank {} cannot connect with rank {} at {} port {}, but every process must accept "
        "connections from all others: a firewall or address translation blocks that machine; open "
        "the ports of --comm_ports there, or train without it",
        rank, other, escaped(member.host), member.port);
  }
  return {};
}

}  // namespace tutti::comm
