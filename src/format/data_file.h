// SPDX-License-Identifier: Apache-2.0
// Files of data as text: those that gzip packed are unpacked, and what is not UTF-8 is refused.
#pragma once

#include <string>
#include <string_view>

#include "base/files.h"

namespace tutti::format {

/// What a file has in it by its name: ".csv" of "train.csv" and of "train.csv.gz".
std::string data_kind(const Path& file);

/// The content of a file, unpacked where gzip packed it. Throws a UserError for more than `limit`
/// bytes, packed or not, and for a damaged file.
std::string read_data_file(const Path& file, size_t limit = size_t{1} << 32);

/// What gzip packed into `content`, all its members one after another. `where` names the file in
/// errors; refused are content that is damaged or cut short, and more than `limit` bytes.
std::string gunzip(std::string_view content, const std::string& where, size_t limit);

/// Refuses text that is not UTF-8, with its first bad line and the way to convert it.
void expect_utf8(std::string_view text, const std::string& where);

}  // namespace tutti::format
