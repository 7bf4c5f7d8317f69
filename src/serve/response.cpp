// SPDX-License-Identifier: Apache-2.0
// The responses of HTTP.
#include <fmt/format.h>

#include "serve/message.h"

namespace tutti::serve {
namespace {

const char* reason_of(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 303:
      return "See Other";
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 408:
      return "Request Timeout";
    case 409:
      return "Conflict";
    case 413:
      return "Content Too Large";
    case 431:
      return "Request Header Fields Too Large";
    default:
      return "Internal Server Error";
  }
}

}  // namespace

std::string bytes_of(const Response& response) {
  // Not the policy no-referrer: with it, browsers do not say where a form comes from.
  std::string bytes = fmt::format(
      "HTTP/1.1 {} {}\r\nContent-Type: {}\r\nContent-Length: {}\r\nConnection: close\r\n"
      "Content-Security-Policy: default-src 'self'; base-uri 'none'; object-src 'none'; "
      "form-action 'self'; frame-ancestors 'none'\r\n"
      "X-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\n"
      "Referrer-Policy: same-origin\r\nCross-Origin-Resource-Policy: same-origin\r\n"
      "Cross-Origin-Opener-Policy: same-origin\r\n",
      response.status, reason_of(response.status), response.type, response.body.size());
  for (const auto& [name, value] : response.headers)
    bytes += fmt::format("{}: {}\r\n", name, value);
  return bytes + "\r\n" + response.body;
}

Response plain_response(int status, std::string_view text) {
  return {status, "text/plain; charset=utf-8", std::string(text) + "\n"};
}

Response redirect_to(const std::string& target) {
  return {303, "text/plain; charset=utf-8", "", {{"Location", target}}};
}

}  // namespace tutti::serve
