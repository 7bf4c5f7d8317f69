// SPDX-License-Identifier: Apache-2.0
// Requests and answers of HTTP, as far as a page with forms needs them: the only bodies are those
// of forms.
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

/// The first value of a name; empty where there is none.
std::string value_of(const NamedValues& values, std::string_view name);

struct Request {
  std::string method = {};
  std::string path = {};  // as it was sent: nothing in it is decoded, so that it has one form
  NamedValues query = {};
  NamedValues form = {};                            // of the body, where it is one
  std::map<std::string, std::string> headers = {};  // by name in lower case

  /// The first value of a name of the query, or of a header; empty where there is none.
  std::string value(std::string_view name) const;
  std::string header(const std::string& name) const;
};

struct Response {
  int status = 200;
  std::string type = "text/html; charset=utf-8";
  std::string body = {};
  std::vector<std::pair<std::string, std::string>> headers = {};
};

/// A request without headers or a body. Empty for a target that is no path of this server, or whose
/// query is none.
std::optional<Request> request_of(std::string_view method, std::string_view target);

/// Parses a body into the request's form. False where it is not what browsers send of a form,
/// application/x-www-form-urlencoded.
bool parse_form(std::string_view body, Request& request);

/// An answer of one line of text.
Response plain_response(int status, std::string_view text);

/// A redirect to another page of this server, with GET (status 303).
Response redirect_to(const std::string& target);

}  // namespace tutti::serve
