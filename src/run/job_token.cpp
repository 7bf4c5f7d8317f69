// SPDX-License-Identifier: Apache-2.0
#include "run/job_token.h"

#include "base/text.h"

namespace tutti::run {
namespace {

constexpr size_t kShortestToken = 16;
constexpr size_t kLongestToken = 4096;

/// Anybody who can read the token can join the job.
void expect_private(const Path& file) {
  namespace fs = std::filesystem;
  std::error_code failure;
  const fs::file_status status = fs::status(file, failure);
  constexpr fs::perms kOthers = fs::perms::group_all | fs::perms::others_all;
  if (failure || !fs::is_regular_file(status) ||
      (status.permissions() & kOthers) == fs::perms::none)
    return;
  const std::string name = escaped(file.string(), 1000);
  user_error(
      "{}: other users of this machine may read or change this file (mode {:o}), expected one that "
      "only you can read: chmod 600 {}. Where a disk keeps no modes, set TUTTI_TOKEN to the secret",
      name, static_cast<unsigned>(status.permissions()), name);
}

}  // namespace

std::string token_of(const JobSettings& settings, const Variables& variables) {
  std::string token = variables("TUTTI_TOKEN").value_or("");
  std::string where = "TUTTI_TOKEN";
  if (!settings.token_file.empty()) {
    where = escaped(settings.token_file, 1000);
    expect_private(settings.token_file);
    token = read_file(settings.token_file, kLongestToken);
  }
  while (!token.empty() && std::isspace(static_cast<unsigned char>(token.back())) != 0)
    token.pop_back();
  if (token.empty())
    user_error(
        "several processes need a shared secret to recognize each other: write one with `openssl "
        "rand -hex 16` into a file that only you can read and give --token_file FILE to each, or "
        "set TUTTI_TOKEN to it");
  if (token.size() < kShortestToken)
    user_error("{}: a token of {} characters, expected at least {}", where, token.size(),
               kShortestToken);
  return token;
}

}  // namespace tutti::run
