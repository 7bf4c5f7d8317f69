// SPDX-License-Identifier: Apache-2.0
// Requests and answers as Boost.Beast reads and writes them.
#pragma once

#include <boost/beast/http.hpp>

#include "serve/message.h"

namespace tutti::serve {

/// Empty for a target that is not a path of this server or has a query that is none, and for a
/// header that is there twice.
std::optional<Request> request_of(
    const boost::beast::http::request<boost::beast::http::string_body>& message);

/// Whether a client takes answers that gzip has packed.
bool takes_gzip(const Request& request);

/// The answer, packed by gzip if `packs` and it is long enough. Every answer forbids the browser to
/// load anything from elsewhere, to run scripts within a page, to guess types, to keep copies, and
/// to show it in a frame.
boost::beast::http::response<boost::beast::http::string_body> message_of(const Response& response,
                                                                         bool packs = false);

}  // namespace tutti::serve
