// SPDX-License-Identifier: Apache-2.0
// Any bytes are a request or none, and who does not have the token is refused.
#include "serve/access.h"
#include "serve/wire.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const std::string token = "64a1f0c2985be37d64a1f0c2985be37d";
  static const tutti::serve::Access access(token, 8008);
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  namespace http = boost::beast::http;
  http::request_parser<http::string_body> parser;
  boost::system::error_code error;
  parser.put(boost::asio::buffer(data, size), error);
  if (error || !parser.is_done()) return 0;
  const auto request = tutti::serve::request_of(parser.get());
  if (!request) return 0;
  const auto refusal = access.refusal(*request);
  if (!refusal && bytes.find(token) == std::string_view::npos) __builtin_trap();
  if (refusal) tutti::serve::message_of(*refusal);
  return 0;
}
