// SPDX-License-Identifier: Apache-2.0
#include "comm/gloo_transport.h"

#include <string>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "comm/gloo_module.h"
#include "comm/open_module.h"

namespace tutti::comm {
namespace {

/// A list of byte strings as one, and back.
std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += fmt::format("{}:", part.size()) + part;
  return text;
}

std::vector<std::string> parted(const std::string& text, size_t count) {
  std::vector<std::string> parts;
  size_t at = 0;
  while (parts.size() < count) {
    const size_t colon = text.find(':', at);
    size_t size = text.size();
    if (colon != std::string::npos && colon - at <= 6)
      size = static_cast<size_t>(std::strtoul(text.c_str() + at, nullptr, 10));
    if (colon == std::string::npos || colon + 1 > text.size() || size > text.size() - colon - 1)
      io_error("the addresses of a process are malformed; is it another version of Tutti?");
    parts.push_back(text.substr(colon + 1, size));
    at = colon + 1 + size;
  }
  return parts;
}

}  // namespace

std::unique_ptr<Transport> open_gloo(int rank, int size, const std::string& address,
                                     const ExchangeTexts& exchange, double limit) {
  auto* const open = reinterpret_cast<OpenGloo*>(
      open_module({"tutti_comm_gloo.so", kOpenGloo, "Gloo", "Debian's package is libgloo0"}));
  try {
    std::unique_ptr<GlooTransport> gloo(open(rank, size, address.c_str(), limit));
    const auto all = exchange(joined(gloo->addresses()));
    std::vector<std::string> addresses;
    for (const std::string& of_peer : all)
      addresses.push_back(parted(of_peer, static_cast<size_t>(size))[static_cast<size_t>(rank)]);
    gloo->connect(addresses);
    return gloo;
  } catch (const UserError&) {
    throw;
  } catch (const std::exception& error) {
    io_error("rank {} cannot connect with the others from {}: {}", rank, escaped(address),
             escaped(error.what()));
  }
}

}  // namespace tutti::comm
