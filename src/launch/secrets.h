// SPDX-License-Identifier: Apache-2.0
// Keeps the secrets of the environment out of commands, logs and files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/secrets.h"
#include "launch/client.h"

namespace tutti::launch {

/// Runs commands through `clients`. Throws a UserError for a command that contains a secret,
/// because other users of the machine see commands. Replaces each secret in the output by "***".
class DiscreetClients : public Clients {
 public:
  DiscreetClients(Clients& clients, std::vector<std::string> secrets)
      : clients_(clients), secrets_(std::move(secrets)) {}
  ClientEnd run(const ClientCommand& command) override;

  /// Throws UserError if a text contains a secret; `what` names the text.
  void expect_none(std::string_view text, std::string_view what) const;

 private:
  Clients& clients_;
  std::vector<std::string> secrets_;
};

}  // namespace tutti::launch
