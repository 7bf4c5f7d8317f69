// SPDX-License-Identifier: Apache-2.0
#include "format/data_file.h"

#include <zlib.h>

#include <algorithm>
#include <new>

#include "base/error.h"
#include "base/text.h"
#include "format/content_kind.h"

namespace tutti::format {
namespace {

constexpr std::string_view kGzipStart = "\x1f\x8b";

/// zlib's state, which unpacks one member after another.
class Inflater {
 public:
  Inflater(std::string_view content, const std::string& where, size_t limit)
      : rest_(content), where_(where), limit_(limit) {
    constexpr int kGzipWindow = 16 + MAX_WBITS;  // zlib's number for gzip's header and checksum
    if (inflateInit2(&stream_, kGzipWindow) != Z_OK) throw std::bad_alloc();
  }
  ~Inflater() { inflateEnd(&stream_); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  std::string unpack() {
    do {
      unpack_member();
      inflateReset(&stream_);
    } while (rest_.starts_with(kGzipStart));  // gzip itself ignores what else follows
    return std::move(unpacked_);
  }

 private:
  void unpack_member() {
    for (int state = Z_OK; state != Z_STREAM_END;) {
      stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(rest_.data()));
      stream_.avail_in = static_cast<uInt>(std::min(rest_.size(), kPiece));
      stream_.next_out = reinterpret_cast<Bytef*>(piece_.data());
      stream_.avail_out = static_cast<uInt>(kPiece);
      state = inflate(&stream_, Z_NO_FLUSH);
      if (state == Z_MEM_ERROR) throw std::bad_alloc();
      rest_.remove_prefix(std::min(rest_.size(), kPiece) - stream_.avail_in);
      unpacked_.append(piece_, 0, kPiece - stream_.avail_out);
      if (unpacked_.size() > limit_)
        user_error("{}: found more than {} once unpacked, expected less; split the file", where_,
                   human_bytes(limit_));
      if (state != Z_OK && state != Z_STREAM_END)
        user_error(
            "{}: found invalid gzip data, expected a complete gzip file; it is damaged or cut "
            "short: fetch it again",
            where_);
    }
  }

  static constexpr size_t kPiece = size_t{1} << 18;

  std::string_view rest_;
  const std::string& where_;
  size_t limit_;
  z_stream stream_{};
  std::string piece_ = std::string(kPiece, '\0');
  std::string unpacked_;
};

/// The number of bytes before the first one that is not UTF-8.
size_t valid_prefix(std::string_view text) {
  size_t at = 0;
  while (at < text.size()) {
    const size_t size = first_code_point(text.substr(at)).size;
    if (size == 0) break;
    at += size;
  }
  return at;
}

}  // namespace

std::string data_kind(const Path& file) {
  return (file.extension() == ".gz" ? file.stem() : file).extension().string();
}

std::string gunzip(std::string_view content, const std::string& where, size_t limit) {
  return Inflater(content, where, limit).unpack();
}

std::string read_data_file(const Path& file, size_t limit) {
  std::string content = read_file(file, limit);
  if (!content.starts_with(kGzipStart)) return content;
  return gunzip(content, escaped(file.string(), 1000), limit);
}

void expect_utf8(std::string_view text, const std::string& where) {
  if (is_valid_utf8(text)) return;
  if (const auto kind = content_kind(text))
    user_error("{}: found {}, expected UTF-8 text", where, *kind);
  const size_t bad = valid_prefix(text);
  const std::string_view before = text.substr(0, bad);
  constexpr size_t kShown = 30;                // bytes on each side
  const size_t line = before.rfind('\n') + 1;  // npos + 1 is 0
  const size_t begin = std::max(line, bad - std::min(bad, kShown));
  user_error(
      "{}:{}: found bytes that are not UTF-8: \"{}\"; `iconv -f WINDOWS-1252 -t UTF-8 FILE > "
      "NEW_FILE` converts a file written on Windows in a western language",
      where, std::count(before.begin(), before.end(), '\n') + 1,
      escaped(text.substr(begin, bad - begin + kShown)));
}

}  // namespace tutti::format
