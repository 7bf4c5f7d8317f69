// SPDX-License-Identifier: Apache-2.0
// Reads lines of what is open: a file, a pipe or a device.
#pragma once

#include <cstdint>
#include <string>

namespace tutti {

/// Lines that are read on from a descriptor, which must stay open. Where reading fails, a UserError
/// of exit code 5 names what is read.
class LineReader {
 public:
  /// Of a longer line than `longest` bytes no more than one byte beyond them is kept.
  LineReader(int descriptor, std::string name, size_t longest);

  /// The next line without its end; false after the last one.
  bool next(std::string& line);
  /// The name and the number of the line, "texts.txt:3".
  std::string where() const;

 private:
  bool fill();

  int descriptor_;
  std::string name_;
  size_t longest_;
  std::string buffer_;
  size_t at_ = 0;  // of what is not read yet in the buffer
  int64_t number_ = 0;
};

}  // namespace tutti
