// SPDX-License-Identifier: Apache-2.0
// Who may see the page: somebody who was given its address by the command, in a browser that asks
// on nobody else's behalf.
#pragma once

#include <optional>
#include <string>

#include "serve/message.h"

namespace tutti::serve {

/// The field of a form that has the key.
inline constexpr const char* kFormKey = "key";

class Access {
 public:
  /// `token` is a secret of letters and digits. `form_key` is another one, which the page's own
  /// forms send: a page from elsewhere that made the browser send a form would not know it. Empty:
  /// nothing can be changed.
  Access(std::string token, int port, std::string form_key = "");

  /// The address to open in a browser.
  std::string address() const;
  /// The answer to a request that is not served: one for another host's name (a name that an
  /// attacker made to mean this machine), of a page from elsewhere, without the token, that is not
  /// a GET, or a POST that is not of one of this page's own forms. The first visit, "/?token=...",
  /// is answered with a cookie, and sent on to an address without the token. Empty: the request is
  /// served.
  std::optional<Response> refusal(const Request& request) const;

 private:
  bool is_own(const std::string& host) const;
  bool has_token(const Request& request) const;

  std::optional<Response> refusal_of_form(const Request& request) const;

  std::string token_;
  int port_;
  std::string form_key_;
  std::string cookie_;  // its name; cookies do not know ports, so the name does
};

}  // namespace tutti::serve
