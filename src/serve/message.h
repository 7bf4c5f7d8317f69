// SPDX-License-Identifier: Apache-2.0
// HTTP requests and responses, as far as a page with forms needs them: only forms have bodies.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tutti::serve {

/// Names and values of a query or a form, decoded, in the order given.
using NamedValues = std::vector<std::pair<std::string, std::string>>;

/// The first value with this name; empty if there is none.
std::string value_of(const NamedValues& values, std::string_view name);

struct Request {
  std::string method = {};
  std::string path = {};  // as sent: nothing is decoded, so that each path has one form
  NamedValues query = {};
  NamedValues form = {};                            // from the body, if it is a form
  std::map<std::string, std::string> headers = {};  // by name in lower case

  /// The first query value with this name, or a header's value; empty if there is none.
  std::string value(std::string_view name) const;
  std::string header(const std::string& name) const;
};

struct Response {
  int status = 200;
  std::string type = "text/html; charset=utf-8";
  std::string body = {};
  std::vector<std::pair<std::string, std::string>> headers = {};
};

/// A request without headers or a body. Empty if the target is not a path of this server, or has a
/// malformed query.
std::optional<Request> request_of(std::string_view method, std::string_view target);

/// Parses a body into the request's form. False if it is not application/x-www-form-urlencoded,
/// which browsers send for forms.
bool parse_form(std::string_view body, Request& request);

/// A response with one line of text.
Response plain_response(int status, std::string_view text);

/// A redirect to another page of this server, with GET (status 303).
Response redirect_to(const std::string& target);

}  // namespace tutti::serve
