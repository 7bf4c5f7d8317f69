// SPDX-License-Identifier: Apache-2.0
// Converts Boost.Beast's messages to requests, and responses to its messages.
#pragma once

#include <boost/beast/http.hpp>

#include "serve/message.h"

namespace tutti::serve {

/// Empty if the target is not a path of this server or has a malformed query, or if a header
/// appears twice.
std::optional<Request> request_of(
    const boost::beast::http::request<boost::beast::http::string_body>& message);

/// Whether a client accepts responses compressed with gzip.
bool takes_gzip(const Request& request);

/// The response, compressed with gzip if `packs` and it is long enough. Every response forbids the
/// browser to load anything from elsewhere, run inline scripts, guess types, keep copies, or show
/// it in a frame.
boost::beast::http::response<boost::beast::http::string_body> message_of(const Response& response,
                                                                         bool packs = false);

}  // namespace tutti::serve
