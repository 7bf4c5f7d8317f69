// SPDX-License-Identifier: Apache-2.0
// Encodings of requests and answers: base64, XML and checksums.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"

namespace tutti::http {

/// RFC 4648, with padding; `for_url`: with - and _ instead of + and /, and without padding.
std::string base64_of(std::string_view bytes, bool for_url = false);

/// The inverse of base64_of(); nullopt for any other text.
std::optional<std::string> from_base64(std::string_view text);

/// The 16 bytes of a text's MD5, which services use as a checksum.
std::string md5_of(std::string_view bytes);
std::string md5_of_file(const Path& path);

/// The raw texts between <name> and </name>, in order; attributes are allowed.
std::vector<std::string> elements(std::string_view xml, std::string_view name);
/// The first of them with its entities decoded; empty if there is none.
std::string element_text(std::string_view xml, std::string_view name);

/// The value of a text of digits; nullopt for any other text, and for more than 64 bits.
std::optional<uint64_t> whole_number(std::string_view digits);

}  // namespace tutti::http
