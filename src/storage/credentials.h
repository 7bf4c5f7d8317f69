// SPDX-License-Identifier: Apache-2.0
// Where keys and tokens come from, in the order in which the vendors' own clients look. They stay
// in memory: no message, file or command line has them.
#pragma once

#include <chrono>
#include <functional>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "http/client.h"

namespace tutti::storage {

/// Looks up a variable of the environment; nothing where it is not set or empty.
using Variables = std::function<std::optional<std::string>(const char* name)>;

/// For services that lend keys to this machine: they are near, or are not there.
inline const http::Options kNearby{
    .ca_file = "", .connect_seconds = 2, .silence_seconds = 5, .goes_direct = true};

/// What such a service answers. No error shows any of it, as it may have a secret.
nlohmann::json secret_json(const std::string& text, const std::string& where);

/// A secret with the time at which it ends.
template <typename Secret>
struct Lent {
  Secret secret;
  std::optional<std::chrono::system_clock::time_point> end = std::nullopt;  // nothing: never

  /// Whether it has to be fetched again before it is used.
  bool is_due() const {
    return end && std::chrono::system_clock::now() + std::chrono::minutes(5) >= *end;
  }
};

}  // namespace tutti::storage
