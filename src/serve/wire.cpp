// SPDX-License-Identifier: Apache-2.0
#include "serve/wire.h"

#include <zlib.h>

#include "base/ascii.h"

namespace tutti::serve {

namespace http = boost::beast::http;

namespace {

constexpr size_t kWorthPacking = 1'000;  // bytes

/// Empty if zlib has no memory for it.
std::string packed(const std::string& text) {
  z_stream stream{};
  constexpr int kLevel = 4, kGzip = 16 + MAX_WBITS, kMemory = 8;
  if (deflateInit2(&stream, kLevel, Z_DEFLATED, kGzip, kMemory, Z_DEFAULT_STRATEGY) != Z_OK)
    return "";
  std::string out(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const bool is_whole = deflate(&stream, Z_FINISH) == Z_STREAM_END;
  out.resize(is_whole ? stream.total_out : 0);
  deflateEnd(&stream);
  return out;
}

}  // namespace

bool takes_gzip(const Request& request) {
  const std::string accepted = in_lower_case(request.header("accept-encoding"));
  const size_t at = accepted.find("gzip");
  return at != accepted.npos && !std::string_view(accepted).substr(at + 4).starts_with(";q=0");
}

std::optional<Request> request_of(const http::request<http::string_body>& message) {
  auto request = request_of(std::string(message.method_string()), std::string(message.target()));
  if (!request) return std::nullopt;
  for (const auto& header : message)
    if (!request->headers.emplace(in_lower_case(std::string(header.name_string())), header.value())
             .second)
      return std::nullopt;
  return request;
}

http::response<http::string_body> message_of(const Response& response, bool packs) {
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
  message.set(http::field::vary, "Accept-Encoding");
  if (packs && response.body.size() >= kWorthPacking)
    if (std::string body = packed(response.body); !body.empty()) {
      message.set(http::field::content_encoding, "gzip");
      message.body() = std::move(body);
    }
  for (const auto& [name, value] : response.headers) message.insert(name, value);
  message.keep_alive(false);
  message.prepare_payload();
  return message;
}

}  // namespace tutti::serve
