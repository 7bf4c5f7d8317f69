// SPDX-License-Identifier: Apache-2.0
// Lines of standard input. On a terminal arrow keys edit them and bring earlier ones back, where
// libedit is installed, which is opened at run time.
#pragma once

#include <memory>
#include <string>

namespace tutti::app {

class LineInput {
 public:
  enum class Read { line, end, interrupted };

  /// Whether lines are edited, if they can be: the terminal is one, and not a dumb one.
  explicit LineInput(bool edits);
  ~LineInput();
  LineInput(const LineInput&) = delete;
  LineInput& operator=(const LineInput&) = delete;

  bool edits() const { return editor_ != nullptr; }

  /// Shows the prompt, where it is not empty, and reads a line without its end. A signal whose
  /// handler does not restart system calls interrupts it, and what was typed is forgotten.
  Read next(const std::string& prompt, std::string& line);

 private:
  class Editor;
  Read next_plain(std::string& line);

  std::unique_ptr<Editor> editor_;
  std::string pending_;  // bytes after the last line
};

}  // namespace tutti::app
