// SPDX-License-Identifier: Apache-2.0
// Keeps the secrets of the environment out of commands, logs and files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/secrets.h"
#include "launch/client.h"

namespace tutti::launch {

/// Passes commands on unless they have a secret in them, which is a UserError: others on the
/// machine see them. What clients print is passed back with "***" in each secret's place.
class DiscreetClients : public Clients {
 public:
  DiscreetClients(Clients& clients, std::vector<std::string> secrets)
      : clients_(clients), secrets_(std::move(secrets)) {}
  ClientEnd run(const ClientCommand& command) override;

  /// Throws UserError if there is a secret in a text; `what` says what it is.
  void expect_none(std::string_view text, std::string_view what) const;

 private:
  Clients& clients_;
  std::vector<std::string> secrets_;
};

}  // namespace tutti::launch
