// SPDX-License-Identifier: Apache-2.0
#include "launch/secrets.h"

#include "base/error.h"

namespace tutti::launch {
namespace {

constexpr size_t kShortestSecret = 8;

}  // namespace

bool is_secret(std::string_view name, std::string_view value) {
  if (value.size() < kShortestSecret || value[0] == '/') return false;
  for (const std::string_view word :
       {"KEY", "TOKEN", "SECRET", "PASSWORD", "PASSPHRASE", "CREDENTIAL"})
    if (name.find(word) != name.npos) return true;
  return false;
}

void DiscreetClients::expect_none(std::string_view text, std::string_view what) const {
  for (const std::string& secret : secrets_)
    if (text.find(secret) != text.npos)
      user_error(
          "{}: there is a secret of the environment in it; expected none, as others can read "
          "it",
          what);
}

std::string DiscreetClients::without(std::string text) const {
  constexpr std::string_view kHidden = "***";
  for (const std::string& secret : secrets_)
    for (size_t at = 0; (at = text.find(secret, at)) != std::string::npos; at += kHidden.size())
      text.replace(at, secret.size(), kHidden);
  return text;
}

ClientEnd DiscreetClients::run(const ClientCommand& command) {
  for (const std::string& word : command.words)
    expect_none(word, "a command of " + command.words[0]);
  expect_none(command.input, "what " + command.words[0] + " reads");
  ClientEnd end = clients_.run(command);
  end.out = without(std::move(end.out));
  end.error = without(std::move(end.error));
  return end;
}

}  // namespace tutti::launch
