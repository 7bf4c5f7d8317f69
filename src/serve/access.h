// SPDX-License-Identifier: Apache-2.0
// Who may see the page: somebody who was given its address by the command, in a browser that asks
// on nobody else's behalf.
#pragma once

#include <optional>
#include <string>

#include "serve/message.h"

namespace tutti::serve {

class Access {
 public:
  /// `token` is a secret of letters and digits.
  Access(std::string token, int port);

  /// What a browser is given to open.
  std::string address() const;
  /// The answer to a request that is not served: one for another host's name (a name that an
  /// attacker made to mean this machine), of a page from elsewhere, with a body, that is not a GET,
  /// or without the token. The first visit, "/?token=...", is answered with a cookie, and sent on
  /// to an address without the token. Empty: the request is served.
  std::optional<Response> refusal(const Request& request) const;

 private:
  bool is_own(const std::string& host) const;
  bool has_token(const Request& request) const;

  std::string token_;
  int port_;
  std::string cookie_;  // its name; cookies do not know ports, so the name does
};

}  // namespace tutti::serve
