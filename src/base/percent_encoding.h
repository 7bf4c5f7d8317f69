// SPDX-License-Identifier: Apache-2.0
// Texts as parts of a URL.
#pragma once

#include <string>
#include <string_view>

namespace tutti {

/// RFC 3986: all but letters, digits and -._~ become %HH, and a slash too unless `keeps_slash`.
std::string percent_encoded(std::string_view text, bool keeps_slash = false);

}  // namespace tutti
