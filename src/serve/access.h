// SPDX-License-Identifier: Apache-2.0
// Who may see the page: a person who got its address from the command, in a browser that acts for
// no other page.
#pragma once

#include <optional>
#include <string>

#include "serve/message.h"

namespace tutti::serve {

/// The field of a form that has the key.
inline constexpr const char* kFormKey = "key";

class Access {
 public:
  /// `token` is a secret of letters and digits. `form_key` is another secret, which the page's own
  /// forms send: a foreign page that makes the browser send a form does not know it. If it is
  /// empty, nothing can be changed.
  Access(std::string token, int port, std::string form_key = "");

  /// The address to open in a browser.
  std::string address() const;
  /// The response that refuses a request; empty if the request is allowed. It refuses requests for
  /// another host name (which an attacker may have pointed at this machine), from a foreign page,
  /// without the token, and all but GETs and POSTs of this page's own forms. The first visit,
  /// "/?token=...", gets a cookie and a redirect to an address without the token.
  std::optional<Response> refusal(const Request& request) const;

 private:
  bool is_own(const std::string& host) const;
  bool has_token(const Request& request) const;

  std::optional<Response> refusal_of_form(const Request& request) const;

  std::string token_;
  int port_;
  std::string form_key_;
  std::string cookie_;  // its name, which has the port in it because cookies ignore ports
};

}  // namespace tutti::serve
