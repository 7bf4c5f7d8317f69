// SPDX-License-Identifier: Apache-2.0
#include "comm/network.h"

#include <ifaddrs.h>
#include <net/if.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <stdexcept>

#include "base/text.h"

namespace tutti::comm {

std::vector<Interface> interfaces() {
  ifaddrs* first = nullptr;
  if (::getifaddrs(&first) != 0) return {};
  const std::unique_ptr<ifaddrs, void (*)(ifaddrs*)> all(first, ::freeifaddrs);
  std::vector<Interface> found;
  for (const ifaddrs* at = first; at != nullptr; at = at->ifa_next) {
    if (at->ifa_addr == nullptr || (at->ifa_flags & IFF_UP) == 0) continue;
    if (at->ifa_addr->sa_family != AF_INET && at->ifa_addr->sa_family != AF_INET6) continue;
    Interface interface {
      at->ifa_name, numeric(at->ifa_addr), (at->ifa_flags & IFF_LOOPBACK) != 0
    };
    std::ifstream speed("/sys/class/net/" + interface.name + "/speed");
    if (!(speed >> interface.megabits)) interface.megabits = -1;
    found.push_back(std::move(interface));
  }
  return found;
}

std::vector<std::string> own_addresses() {
  std::vector<std::string> found;
  for (const Interface& one : interfaces())
    // Link-local addresses have a meaning only on this machine.
    if (!one.is_loopback && !one.address.starts_with("fe80:")) found.push_back(one.address);
  if (found.empty()) found.emplace_back("127.0.0.1");
  return found;
}

std::string host_name() {
  char name[256] = "";
  ::gethostname(name, sizeof name - 1);
  return name;
}

std::vector<std::string> addresses_of(const std::string& name) {
  Addresses all(nullptr, ::freeaddrinfo);
  try {
    all = resolve(name, 0);
  } catch (const std::runtime_error&) {
    return {};
  }
  std::vector<std::string> found;
  for (const addrinfo* at = all.get(); at != nullptr; at = at->ai_next) {
    const std::string address = numeric(at->ai_addr);
    if (std::find(found.begin(), found.end(), address) == found.end()) found.push_back(address);
  }
  return found;
}

Addresses resolve(const std::string& host, int port) {
  addrinfo wanted{}, *first = nullptr;
  wanted.ai_socktype = SOCK_STREAM;
  wanted.ai_flags = host.empty() ? AI_PASSIVE : 0;
  const int failure = ::getaddrinfo(host.empty() ? nullptr : host.c_str(),
                                    std::to_string(port).c_str(), &wanted, &first);
  if (failure != 0)
    throw std::runtime_error(
        fmt::format("the name {} has no address: {}", escaped(host), ::gai_strerror(failure)));
  return {first, ::freeaddrinfo};
}

std::string numeric(const sockaddr* address, bool with_port) {
  const socklen_t size =
      address->sa_family == AF_INET6 ? sizeof(sockaddr_in6) : sizeof(sockaddr_in);
  char host[NI_MAXHOST] = "", port[NI_MAXSERV] = "";
  ::getnameinfo(address, size, host, sizeof host, port, sizeof port,
                NI_NUMERICHOST | NI_NUMERICSERV);
  return with_port ? fmt::format("{} port {}", host, port) : host;
}

}  // namespace tutti::comm
