// SPDX-License-Identifier: Apache-2.0
#include "launch/secrets.h"

#include "base/error.h"

namespace tutti::launch {

void DiscreetClients::expect_none(std::string_view text, std::string_view what) const {
  for (const std::string& secret : secrets_)
    if (text.find(secret) != text.npos)
      user_error(
          "{}: it contains a secret of the environment; expected none, because others can read it",
          what);
}

ClientEnd DiscreetClients::run(const ClientCommand& command) {
  for (const std::string& word : command.words)
    expect_none(word, "a command of " + command.words[0]);
  expect_none(command.input, "what " + command.words[0] + " reads");
  ClientEnd end = clients_.run(command);
  end.out = without_secrets(std::move(end.out), secrets_);
  end.error = without_secrets(std::move(end.error), secrets_);
  return end;
}

}  // namespace tutti::launch
