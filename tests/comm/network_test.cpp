// SPDX-License-Identifier: Apache-2.0
#include "comm/network.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "comm/socket.h"

namespace tutti::comm {
namespace {

TEST(Network, EveryInterfaceCanBeListenedAt) {
  const std::vector<Interface> all = interfaces();
  EXPECT_TRUE(std::any_of(all.begin(), all.end(), [](const Interface& one) {
    return one.is_loopback && one.address == "127.0.0.1";
  }));
  for (const Interface& one : all) {
    if (one.address.find(':') != std::string::npos) continue;  // may be of one link only
    EXPECT_GT(port_of(listen_at(one.address, 0)), 0) << one.name;
  }
}

TEST(Network, OthersReachThisMachineByItsAddresses) {
  const Socket listener = listen_at("", 0);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(5);
  const auto addresses = own_addresses();
  ASSERT_FALSE(addresses.empty());
  for (const std::string& address : addresses) {
    if (address.find(':') != std::string::npos) continue;  // it may listen at IPv4's alone
    EXPECT_TRUE(connect_to(address, port_of(listener), end).is_open()) << address;
    EXPECT_TRUE(addresses.size() == 1 || !address.starts_with("127.")) << address;
  }
}

TEST(Network, NamesHaveAddresses) {
  EXPECT_FALSE(host_name().empty());
  EXPECT_EQ(addresses_of("127.0.0.1"), std::vector<std::string>{"127.0.0.1"});
  EXPECT_TRUE(addresses_of("no-such-host.invalid").empty());
}

}  // namespace
}  // namespace tutti::comm
