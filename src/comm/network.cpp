// SPDX-License-Identifier: Apache-2.0
#include "comm/network.h"

#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <memory>

namespace tutti::comm {
namespace {

std::string numeric(const sockaddr* address) {
  const bool is_6 = address->sa_family == AF_INET6;
  char host[NI_MAXHOST] = "";
  ::getnameinfo(address, is_6 ? sizeof(sockaddr_in6) : sizeof(sockaddr_in), host, sizeof host,
                nullptr, 0, NI_NUMERICHOST);
  return host;
}

}  // namespace

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

std::string host_name() {
  char name[256] = "";
  ::gethostname(name, sizeof name - 1);
  return name;
}

std::vector<std::string> addresses_of(const std::string& name) {
  addrinfo wanted{}, *first = nullptr;
  wanted.ai_socktype = SOCK_STREAM;
  if (::getaddrinfo(name.c_str(), nullptr, &wanted, &first) != 0) return {};
  const std::unique_ptr<addrinfo, void (*)(addrinfo*)> all(first, ::freeaddrinfo);
  std::vector<std::string> found;
  for (const addrinfo* at = first; at != nullptr; at = at->ai_next) {
    const std::string address = numeric(at->ai_addr);
    if (std::find(found.begin(), found.end(), address) == found.end()) found.push_back(address);
  }
  return found;
}

}  // namespace tutti::comm
