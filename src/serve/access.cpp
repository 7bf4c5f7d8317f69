// SPDX-License-Identifier: Apache-2.0
#include "serve/access.h"

#include <fmt/format.h>

#include "base/token.h"

namespace tutti::serve {
namespace {

/// The value of a cookie in a Cookie header, "a=1; b=2".
std::string cookie_of(std::string_view header, std::string_view name) {
  while (!header.empty()) {
    const size_t end = std::min(header.find(';'), header.size());
    std::string_view pair = header.substr(0, end);
    while (pair.starts_with(' ')) pair.remove_prefix(1);
    if (pair.size() > name.size() && pair.starts_with(name) && pair[name.size()] == '=')
      return std::string(pair.substr(name.size() + 1));
    header.remove_prefix(std::min(end + 1, header.size()));
  }
  return "";
}

}  // namespace

Access::Access(std::string token, int port, std::string form_key)
    : token_(std::move(token)),
      port_(port),
      form_key_(std::move(form_key)),
      cookie_(fmt::format("tutti_{}", port)) {}

std::string Access::address() const {
  return fmt::format("http://127.0.0.1:{}/?token={}", port_, token_);
}

bool Access::is_own(const std::string& host) const {
  return host == fmt::format("127.0.0.1:{}", port_) || host == fmt::format("localhost:{}", port_);
}

bool Access::has_token(const Request& request) const {
  constexpr std::string_view kBearer = "Bearer ";
  const std::string authorization = request.header("authorization");
  if (authorization.starts_with(kBearer) &&
      equal_secrets(authorization.substr(kBearer.size()), token_))
    return true;
  return equal_secrets(cookie_of(request.header("cookie"), cookie_), token_);
}

std::optional<Response> Access::refusal(const Request& request) const {
  constexpr std::string_view kScheme = "http://";
  if (!is_own(request.header("host")))
    return plain_response(403, "The Host header is not this page's address.");
  if (const auto origin = request.headers.find("origin"); origin != request.headers.end())
    if (!origin->second.starts_with(kScheme) || !is_own(origin->second.substr(kScheme.size())))
      return plain_response(403, "Requests of other pages are refused.");
  const bool is_form = request.method == "POST" && !form_key_.empty();
  if (request.method != "GET" && !is_form) {
    const char* served = form_key_.empty() ? "GET" : "GET, POST";
    Response response = plain_response(405, fmt::format("Only {} is served.", served));
    response.headers.emplace_back("Allow", served);
    return response;
  }
  if (!is_form && request.path == "/" && equal_secrets(request.value("token"), token_))
    return Response{
        303,
        "text/plain; charset=utf-8",
        "",
        {{"Location", "/"},
         {"Set-Cookie", fmt::format("{}={}; Path=/; HttpOnly; SameSite=Strict", cookie_, token_)}}};
  if (!has_token(request))
    return plain_response(401, "Open the address that `tutti serve` shows: it has a token.");
  return is_form ? refusal_of_form(request) : std::nullopt;
}

std::optional<Response> Access::refusal_of_form(const Request& request) const {
  if (!request.headers.contains("origin"))
    return plain_response(403, "A form is sent by a browser, which says from where.");
  if (!equal_secrets(value_of(request.form, kFormKey), form_key_))
    return plain_response(403, "This form is not of this start of `tutti serve`: reload its page.");
  return std::nullopt;
}

}  // namespace tutti::serve
