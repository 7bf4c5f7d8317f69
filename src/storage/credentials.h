// SPDX-License-Identifier: Apache-2.0
// The sources of keys and tokens, in the same order as in the vendors' own clients. Secrets stay in
// memory: no message, file or command line contains them.
#pragma once

#include <chrono>
#include <functional>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "http/client.h"

namespace tutti::storage {

/// Looks up an environment variable; nullopt if it is unset or empty.
using Variables = std::function<std::optional<std::string>(const char* name)>;

/// For services that lend keys to this machine: they are nearby or absent.
inline const http::Options kNearby{
    .ca_file = "", .connect_seconds = 2, .silence_seconds = 5, .goes_direct = true};

/// Parses such a service's answer. No error shows any of it, because it may contain a secret.
nlohmann::json secret_json(const std::string& text, const std::string& where);

/// A secret with its expiry time.
template <typename Secret>
struct Lent {
  Secret secret;
  std::optional<std::chrono::system_clock::time_point> end = std::nullopt;  // nullopt: never

  /// Whether it must be renewed before use.
  bool is_due() const {
    return end && std::chrono::system_clock::now() + std::chrono::minutes(5) >= *end;
  }
};

}  // namespace tutti::storage
