// SPDX-License-Identifier: Apache-2.0
// Reads lines of standard input. On a terminal, arrow keys edit them and recall earlier ones if
// libedit is installed, which is opened at run time.
#pragma once

#include <memory>
#include <string>

namespace tutti::app {

class LineInput {
 public:
  enum class Read { line, end, interrupted };

  /// `edits`: lines are edited if they can be; only for a terminal that is not dumb.
  /// `interrupts`: an eventfd whose counts end a wait for input, each of them one.
  LineInput(bool edits, int interrupts);
  ~LineInput();
  LineInput(const LineInput&) = delete;
  LineInput& operator=(const LineInput&) = delete;

  bool edits() const { return editor_ != nullptr; }

  /// Shows the prompt, unless it is empty, and reads a line without its newline. An interrupt
  /// discards what was typed.
  Read next(const std::string& prompt, std::string& line);

 private:
  class Editor;
  Read next_plain(std::string& line);

  int interrupts_;
  std::unique_ptr<Editor> editor_;
  std::string pending_;  // bytes after the last line
};

}  // namespace tutti::app
