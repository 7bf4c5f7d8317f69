// SPDX-License-Identifier: Apache-2.0
#include "app/job_token.h"

#include "base/text.h"

namespace tutti::app {
namespace {

constexpr size_t kShortestToken = 16;
constexpr size_t kLongestToken = 4096;

}  // namespace

std::string token_of(const JobArguments& arguments, const Variables& variables) {
  std::string token = variables("TUTTI_TOKEN").value_or("");
  std::string where = "TUTTI_TOKEN";
  if (!arguments.token_file.empty()) {
    where = escaped(arguments.token_file, 1000);
    token = read_file(arguments.token_file, kLongestToken);
  }
  while (!token.empty() && std::isspace(static_cast<unsigned char>(token.back())) != 0)
    token.pop_back();
  if (token.empty())
    user_error(
        "several processes need a secret of their own, by which they know each other: write one "
        "with `openssl rand -hex 16` into a file that only you can read and give --token_file FILE "
        "to each, or set TUTTI_TOKEN to it");
  if (token.size() < kShortestToken)
    user_error("{}: a token of {} characters, expected at least {}", where, token.size(),
               kShortestToken);
  return token;
}

}  // namespace tutti::app
