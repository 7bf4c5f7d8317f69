// SPDX-License-Identifier: Apache-2.0
// Requests and answers of HTTP/1.1 (RFC 9112), as far as a page with forms needs them: the only
// bodies are those of forms, and each connection carries one request.
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
  std::string method;
  std::string path;  // as it was sent: nothing in it is decoded, so that it has one form
  NamedValues query;
  NamedValues form;                            // of the body, where it is one
  std::map<std::string, std::string> headers;  // by name in lower case

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

/// Parses the lines of a request up to the empty one, which is part of `head`. Empty for anything
/// that is not a request, and for a header that is there twice.
std::optional<Request> parse_request(std::string_view head);

/// How long the body is that follows a request's head. Empty where its length is not said in a way
/// that this server takes: as one number, without a transfer encoding.
std::optional<size_t> body_length(const Request& request);

/// Parses a body into the request's form. False where it is not what browsers send of a form,
/// application/x-www-form-urlencoded.
bool parse_form(std::string_view body, Request& request);

/// The bytes of an answer. Every answer forbids the browser to load anything from elsewhere, to run
/// scripts within a page, to guess types, to keep copies, and to be shown in a frame.
std::string bytes_of(const Response& response);

/// An answer of one line of text.
Response plain_response(int status, std::string_view text);

/// A redirect to another page of this server, with GET (status 303).
Response redirect_to(const std::string& target);

}  // namespace tutti::serve
