// SPDX-License-Identifier: Apache-2.0
#include "base/line_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/descriptor.h"

namespace tutti {
namespace {

constexpr size_t kLineStep = size_t{1} << 16;  // bytes that are read at once

}  // namespace

LineReader::LineReader(int descriptor, std::string name, size_t longest)
    : descriptor_(descriptor), name_(std::move(name)), longest_(longest) {}

bool LineReader::fill() {
  buffer_.resize(kLineStep);
  const ssize_t got = retried([&] { return ::read(descriptor_, buffer_.data(), buffer_.size()); });
  if (got < 0) fail(name_, "reading", errno);
  buffer_.resize(static_cast<size_t>(got));
  at_ = 0;
  return got > 0;
}

bool LineReader::next(std::string& line) {
  line.clear();
  if (at_ == buffer_.size() && !fill()) return false;
  number_++;
  while (true) {
    const size_t end = std::min(buffer_.find('\n', at_), buffer_.size());
    line.append(buffer_, at_, std::min(end - at_, longest_ + 1 - line.size()));
    at_ = std::min(end + 1, buffer_.size());
    if (end < buffer_.size() || !fill()) return true;
  }
}

std::string LineReader::where() const {
  return fmt::format("{}:{}", shown(name_), number_);
}

}  // namespace tutti
