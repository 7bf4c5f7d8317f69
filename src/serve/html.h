// SPDX-License-Identifier: Apache-2.0
// What all pages have in common.
#pragma once

#include <string>
#include <string_view>

#include "serve/message.h"

namespace tutti::serve {

/// Milliseconds until a page requests its parts again; 0: never.
inline constexpr int kNever = 0, kSoon = 30, kOften = 500, kUsual = 2'000, kSeldom = 5'000;

/// A page. `body` is HTML.
Response page(const std::string& title, const std::string& body, int refresh);

/// A page that says why something was not done.
Response refusal_page(int status, const std::string& why);

/// A piece of a page, which the page's script replaces as a whole when it has changed.
std::string part_html(const std::string& name, const std::string& content);

/// A paragraph of text.
std::string paragraph_html(std::string_view text);

/// Preformatted text; empty if there is none. A screen reader announces it as `name`.
std::string text_html(std::string_view name, std::string_view text);

/// A form that POSTs its key, fixed values and `content`, which is HTML, to `target`.
std::string form_html(const std::string& target, const std::string& key, const NamedValues& values,
                      const std::string& content);

/// A button in a form of its own, which POSTs fixed values.
std::string button_html(const std::string& target, const std::string& key,
                        const NamedValues& values, std::string_view text, bool is_primary = false);

/// The page of a run: "/run?run=...".
std::string address_of_run(const std::string& page, const std::string& run);

}  // namespace tutti::serve
