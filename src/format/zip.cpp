// SPDX-License-Identifier: Apache-2.0
#include "format/zip.h"

#include <algorithm>
#include <cstring>

#include "base/checked.h"
#include "base/error.h"
#include "base/text.h"

namespace tutti::format {
namespace {

constexpr uint32_t kEnd = 0x06054b50, kEnd64Locator = 0x07064b50, kEnd64 = 0x06064b50,
                   kEntry = 0x02014b50, kLocalHeader = 0x04034b50;
constexpr size_t kEndBytes = 22, kEnd64LocatorBytes = 20, kEnd64Bytes = 56, kEntryBytes = 46,
                 kLocalHeaderBytes = 30;
constexpr size_t kLongestComment = 65535;
constexpr uint64_t kMaxDirectoryBytes = uint64_t{1} << 26;
constexpr uint32_t kInExtra = 0xffffffff;  // a size or place whose 64 bits are in the extra field

/// A little-endian number, which is within the bytes.
template <typename Number>
Number number_at(std::string_view bytes, size_t at) {
  Number number{};
  std::memcpy(&number, bytes.data() + at, sizeof number);
  return number;
}

struct Directory {
  uint64_t entries = 0;
  uint64_t begin = 0;
  uint64_t bytes = 0;
};

class ZipReader {
 public:
  explicit ZipReader(const InputFile& file)
      : file_(file), where_(escaped(file.path().native(), 1000)) {}

  std::vector<ZipMember> run() const {
    const Directory directory = find_directory();
    if (directory.bytes > kMaxDirectoryBytes)
      user_error("{}: found a zip directory of {}, expected at most {}", where_,
                 human_bytes(directory.bytes), human_bytes(kMaxDirectoryBytes));
    const std::string text = bytes_at(directory.begin, directory.bytes);
    std::vector<ZipMember> members;
    size_t at = 0;
    for (uint64_t i = 0; i < directory.entries; i++) members.push_back(read_entry(text, at));
    std::sort(members.begin(), members.end(),
              [](const ZipMember& a, const ZipMember& b) { return a.name < b.name; });
    const auto twice =
        std::adjacent_find(members.begin(), members.end(),
                           [](const ZipMember& a, const ZipMember& b) { return a.name == b.name; });
    if (twice != members.end())
      user_error("{}: the member \"{}\" occurs twice", where_, escaped(twice->name));
    return members;
  }

 private:
  [[noreturn]] void damaged(std::string_view what) const {
    user_error("{}: {}; the zip archive is damaged or incomplete: fetch it again", where_, what);
  }

  std::string bytes_at(uint64_t begin, uint64_t bytes) const {
    if (begin > file_.size() || bytes > file_.size() - begin)
      damaged(fmt::format("found {} bytes, expected {} from {} on", file_.size(), bytes, begin));
    std::string text(bytes, '\0');
    file_.read_at(begin, std::as_writable_bytes(std::span(text)));
    return text;
  }

  Directory find_directory() const {
    const uint64_t tail_bytes = std::min<uint64_t>(file_.size(), kEndBytes + kLongestComment);
    const std::string tail = bytes_at(file_.size() - tail_bytes, tail_bytes);
    for (size_t at = tail.size() < kEndBytes ? 0 : tail.size() - kEndBytes + 1; at-- > 0;) {
      if (number_at<uint32_t>(tail, at) != kEnd ||
          number_at<uint16_t>(tail, at + 20) != tail.size() - at - kEndBytes)
        continue;
      return read_end(std::string_view(tail).substr(at, kEndBytes), file_.size() - tail_bytes + at);
    }
    damaged("found no directory at the end");
  }

  Directory read_end(std::string_view end, uint64_t place) const {
    if (place >= kEnd64LocatorBytes) {
      const std::string locator = bytes_at(place - kEnd64LocatorBytes, kEnd64LocatorBytes);
      if (number_at<uint32_t>(locator, 0) == kEnd64Locator)
        return read_end64(number_at<uint64_t>(locator, 8));
    }
    if (number_at<uint16_t>(end, 4) != 0 || number_at<uint16_t>(end, 6) != 0)
      damaged("found one of several parts, expected an archive in one file");
    return {number_at<uint16_t>(end, 10), number_at<uint32_t>(end, 16),
            number_at<uint32_t>(end, 12)};
  }

  Directory read_end64(uint64_t place) const {
    const std::string end = bytes_at(place, kEnd64Bytes);
    if (number_at<uint32_t>(end, 0) != kEnd64) damaged("found no 64-bit end of the directory");
    return {number_at<uint64_t>(end, 32), number_at<uint64_t>(end, 48),
            number_at<uint64_t>(end, 40)};
  }

  /// Reads the entry at `at`, and moves `at` to the next.
  ZipMember read_entry(std::string_view text, size_t& at) const {
    if (text.size() - at < kEntryBytes || number_at<uint32_t>(text, at) != kEntry)
      damaged("found no entry where the directory should have one");
    const std::string_view entry = text.substr(at, kEntryBytes);
    const size_t name_bytes = number_at<uint16_t>(entry, 28),
                 extra_bytes = number_at<uint16_t>(entry, 30),
                 bytes = kEntryBytes + name_bytes + extra_bytes + number_at<uint16_t>(entry, 32);
    if (text.size() - at < bytes) damaged("found an entry that is longer than the directory");
    ZipMember member{std::string(text.substr(at + kEntryBytes, name_bytes))};
    std::string_view extra = wide_sizes(text.substr(at + kEntryBytes + name_bytes, extra_bytes));
    const auto wide = [&](size_t place) -> uint64_t {
      const auto narrow = number_at<uint32_t>(entry, place);
      if (narrow != kInExtra) return narrow;
      if (extra.size() < 8) damaged("found an entry without its 64-bit sizes");
      const auto number = number_at<uint64_t>(extra, 0);
      extra.remove_prefix(8);
      return number;
    };
    member.bytes = wide(24);
    const uint64_t stored = wide(20), header = wide(42);
    expect_stored(entry, member, stored);
    member.begin = data_begin(member, header);
    at += bytes;
    return member;
  }

  /// The part of an extra field with 64-bit sizes and places.
  static std::string_view wide_sizes(std::string_view extra) {
    while (extra.size() >= 4) {
      const size_t bytes = std::min<size_t>(number_at<uint16_t>(extra, 2), extra.size() - 4);
      if (number_at<uint16_t>(extra, 0) == 1) return extra.substr(4, bytes);
      extra.remove_prefix(4 + bytes);
    }
    return {};
  }

  void expect_stored(std::string_view entry, const ZipMember& member, uint64_t stored) const {
    const auto flags = number_at<uint16_t>(entry, 8), method = number_at<uint16_t>(entry, 10);
    if ((flags & 1) != 0)
      user_error("{}: the member \"{}\" is encrypted, expected a plain one", where_,
                 escaped(member.name));
    if (method != 0 || stored != member.bytes)
      user_error(
          "{}: the member \"{}\" is compressed (method {}), expected an uncompressed one; "
          "torch.save does not compress: save the file with it again",
          where_, escaped(member.name), method);
  }

  uint64_t data_begin(const ZipMember& member, uint64_t header) const {
    const std::string local = bytes_at(header, kLocalHeaderBytes);
    if (number_at<uint32_t>(local, 0) != kLocalHeader)
      damaged(fmt::format("found no member \"{}\" where the directory says", escaped(member.name)));
    const uint64_t begin = header + kLocalHeaderBytes + number_at<uint16_t>(local, 26) +
                           number_at<uint16_t>(local, 28);
    if (begin > file_.size() || member.bytes > file_.size() - begin)
      damaged(fmt::format("the member \"{}\" goes beyond the end", escaped(member.name)));
    return begin;
  }

  const InputFile& file_;
  std::string where_;
};

}  // namespace

std::vector<ZipMember> read_zip_members(const InputFile& file) {
  return ZipReader(file).run();
}

}  // namespace tutti::format
