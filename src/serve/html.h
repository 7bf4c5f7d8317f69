// SPDX-License-Identifier: Apache-2.0
// What all pages have in common.
#pragma once

#include <string>
#include <string_view>

#include "serve/message.h"

namespace tutti::serve {

/// Milliseconds from one look of a page at its parts to the next; 0: it does not look again.
inline constexpr int kNever = 0, kSoon = 100, kOften = 500, kUsual = 2'000, kSeldom = 5'000;

/// A page. `body` is HTML.
Response page(const std::string& title, const std::string& body, int refresh);

/// A page that says why something was not done.
Response refusal_page(int status, const std::string& why);

/// A piece of a page that its script replaces as a whole where it has changed.
std::string part_html(const std::string& name, const std::string& content);

/// A paragraph of text.
std::string paragraph_html(std::string_view text);

/// Text as it is, with its lines; empty where there is none. `name` is what a screen reader calls
/// it.
std::string text_html(std::string_view name, std::string_view text);

/// A form that POSTs to `target`: its key, the values that it always has, and `content`, which is
/// HTML.
std::string form_html(const std::string& target, const std::string& key, const NamedValues& values,
                      const std::string& content);

/// The page of a run: "/run?run=...".
std::string address_of_run(const std::string& page, const std::string& run);

}  // namespace tutti::serve
