// SPDX-License-Identifier: Apache-2.0
#include "serve/wire.h"

#include "base/ascii.h"

namespace tutti::serve {

namespace http = boost::beast::http;

std::optional<Request> request_of(const http::request<http::string_body>& message) {
  auto request = request_of(std::string(message.method_string()), std::string(message.target()));
  if (!request) return std::nullopt;
  for (const auto& header : message)
    if (!request->headers.emplace(in_lower_case(std::string(header.name_string())), header.value())
             .second)
      return std::nullopt;
  return request;
}

http::response<http::string_body> message_of(const Response& response) {
  http::response<http::string_body> message(
      http::int_to_status(static_cast<unsigned>(response.status)), 11, response.body);
  // Not the policy no-referrer: with it, browsers do not say where a form comes from.
  for (const auto& [name, value] : std::initializer_list<std::pair<const char*, const char*>>{
           {"Content-Security-Policy",
            "default-src 'self'; base-uri 'none'; object-src 'none'; form-action 'self'; "
            "frame-ancestors 'none'"},
           {"X-Content-Type-Options", "nosniff"},
           {"Cache-Control", "no-store"},
           {"Referrer-Policy", "same-origin"},
           {"Cross-Origin-Resource-Policy", "same-origin"},
           {"Cross-Origin-Opener-Policy", "same-origin"}})
    message.set(name, value);
  message.set(http::field::content_type, response.type);
  for (const auto& [name, value] : response.headers) message.insert(name, value);
  message.keep_alive(false);
  message.prepare_payload();
  return message;
}

}  // namespace tutti::serve
