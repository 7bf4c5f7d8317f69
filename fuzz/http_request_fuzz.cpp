// SPDX-License-Identifier: Apache-2.0
// Any bytes are a request or none, and who does not have the token is refused.
#include "serve/access.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const std::string token = "64a1f0c2985be37d64a1f0c2985be37d";
  static const tutti::serve::Access access(token, 8008);
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto request = tutti::serve::parse_request(bytes);
  if (!request) return 0;
  const auto refusal = access.refusal(*request);
  if (!refusal && bytes.find(token) == std::string_view::npos) __builtin_trap();
  if (refusal) tutti::serve::bytes_of(*refusal);
  return 0;
}
