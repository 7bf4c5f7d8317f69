// SPDX-License-Identifier: Apache-2.0
// A terminal for tests: a screen that knows the sequences which we and libedit write, and a program
// behind it.
#pragma once

#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "base/files.h"

namespace tutti::test {

/// All lines that were ever written, of characters that are one column wide.
class Screen {
 public:
  explicit Screen(size_t columns) : columns_(columns) {}

  void show(std::string_view bytes) {
    pending_ += bytes;
    while (const size_t size = take(pending_)) pending_.erase(0, size);
  }

  std::vector<std::string> lines() const {
    std::vector<std::string> all;
    for (const auto& row : rows_) {
      std::string line;
      for (const std::string& cell : row) line += cell;
      line.erase(line.find_last_not_of(' ') + 1);
      all.push_back(line);
    }
    return all;
  }
  std::string text() const {
    std::string all;
    for (const std::string& line : lines()) all += line + "\n";
    return all;
  }
  /// Lines that had more characters than columns, so that the terminal broke them anywhere.
  const std::vector<std::string>& broken() const { return broken_; }
  bool has_colours() const { return has_colours_; }

 private:
  /// Shows what the bytes begin with, and says how many these are; 0 where they may go on.
  size_t take(const std::string& bytes) {
    if (bytes.empty()) return 0;
    const auto first = static_cast<unsigned char>(bytes[0]);
    if (first == '\x1b') return take_sequence(bytes);
    if (first < ' ') {
      take_control(bytes[0]);
      return 1;
    }
    const size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1;
    if (bytes.size() < size) return 0;
    if (column_ == columns_) {
      broken_.push_back(lines()[row_]);
      new_line();
    }
    at(column_++) = bytes.substr(0, size);
    return size;
  }

  void take_control(char control) {
    if (control == '\r') column_ = 0;
    if (control == '\n') new_line();
    if (control == '\b' && column_ > 0) column_--;
    if (control == '\t') column_ = std::min((column_ / 8 + 1) * 8, columns_ - 1);
  }

  size_t take_sequence(const std::string& bytes) {
    if (bytes.size() < 2) return 0;
    if (bytes[1] == '(') return bytes.size() < 3 ? 0 : 3;
    if (bytes[1] != '[') return 2;
    const size_t end = bytes.find_first_not_of("0123456789;?", 2);
    if (end == bytes.npos) return 0;
    apply(bytes[end], bytes.substr(2, end - 2));
    return end + 1;
  }

  void apply(char what, const std::string& parameters) {
    const size_t number = std::strtoul(parameters.c_str(), nullptr, 10);
    const size_t count = std::max<size_t>(number, 1);
    auto& row = rows_[row_];
    if (what == 'm') has_colours_ = has_colours_ || number != 0;
    if (what == 'C') column_ = std::min(column_ + count, columns_ - 1);
    if (what == 'D') column_ -= std::min(column_, count);
    if (what == 'G') column_ = std::min(count - 1, columns_ - 1);
    if (what == 'A') row_ -= std::min(row_, count);
    if (what == 'B') row_ = std::min(row_ + count, rows_.size() - 1);
    if (what == 'K' && number == 2) row.clear();
    if ((what == 'K' || what == 'J') && number == 0) row.resize(std::min(row.size(), column_));
    if (what == 'J' && number == 0) rows_.resize(row_ + 1);
    if (what == 'P')
      for (size_t i = 0; i < count && column_ < row.size(); i++)
        row.erase(row.begin() + static_cast<std::ptrdiff_t>(column_));
    if (what == '@' && column_ < row.size())
      row.insert(row.begin() + static_cast<std::ptrdiff_t>(column_), count, " ");
    if (std::string_view("mCDGABKJP@hl").find(what) == std::string_view::npos)
      ADD_FAILURE() << "the screen does not know ESC [ " << parameters << what;
  }

  std::string& at(size_t column) {
    auto& row = rows_[row_];
    if (row.size() <= column) row.resize(column + 1, " ");
    return row[column];
  }
  void new_line() {
    if (++row_ == rows_.size()) rows_.emplace_back();
    column_ = 0;
  }

  size_t columns_, row_ = 0, column_ = 0;
  std::vector<std::vector<std::string>> rows_{1};
  std::vector<std::string> broken_;
  std::string pending_;
  bool has_colours_ = false;
};

/// `tutti WORDS` in a folder, on a terminal of so many columns.
class OnTerminal {
 public:
  OnTerminal(const Path& folder, const std::vector<std::string>& words, size_t columns,
             const std::vector<std::string>& settings = {"TERM=xterm"})
      : screen_(columns) {
    winsize size{};
    size.ws_row = 200;
    size.ws_col = static_cast<unsigned short>(columns);
    std::vector<std::string> texts = {TUTTI_PROGRAM}, variables = settings;
    texts.insert(texts.end(), words.begin(), words.end());
    variables.push_back("HOME=" + folder.string());
    const auto pointers = [](std::vector<std::string>& all) {
      std::vector<char*> list;
      for (std::string& text : all) list.push_back(text.data());
      list.push_back(nullptr);
      return list;
    };
    const std::vector<char*> arguments = pointers(texts), environment = pointers(variables);
    process_ = ::forkpty(&terminal_, nullptr, nullptr, &size);
    if (process_ != 0) return;
    ::signal(SIGINT, SIG_DFL);  // as a shell does; the parent process may ignore it
    if (::chdir(folder.c_str()) == 0) ::execve(arguments[0], arguments.data(), environment.data());
    ::_exit(127);
  }
  ~OnTerminal() {
    if (process_ > 0) {
      ::kill(process_, SIGKILL);
      ::waitpid(process_, nullptr, 0);
    }
    ::close(terminal_);
  }
  OnTerminal(const OnTerminal&) = delete;
  OnTerminal& operator=(const OnTerminal&) = delete;

  /// Waits until the screen shows a text so many times; false where it never does.
  bool shows(const std::string& text, int times = 1) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (count(text) < times)
      if (!read_some(end)) return false;
    return true;
  }
  /// Waits until the screen shows a prompt so many times and the program edits what is typed;
  /// until then the terminal would echo it.
  bool edits_at(const std::string& prompt, int times) {
    if (!shows(prompt, times)) return false;
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    termios mode{};
    while (::tcgetattr(terminal_, &mode) == 0 && (mode.c_lflag & ICANON) != 0) {
      if (std::chrono::steady_clock::now() > end) return false;
      read_some(std::chrono::steady_clock::now() + std::chrono::milliseconds(5));
    }
    return true;
  }
  void type(const std::string& keys) {
    ASSERT_EQ(::write(terminal_, keys.data(), keys.size()), static_cast<ssize_t>(keys.size()));
  }
  /// The exit code, at the end of the program.
  int end() {
    const auto limit = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (read_some(limit)) {
    }
    if (std::chrono::steady_clock::now() > limit) ::kill(process_, SIGKILL);
    int status = 0;
    ::waitpid(std::exchange(process_, -1), &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
  const Screen& screen() const { return screen_; }

 private:
  int count(const std::string& text) const {
    const std::string all = screen_.text();
    int found = 0;
    for (size_t at = 0; (at = all.find(text, at)) != all.npos; at += text.size()) found++;
    return found;
  }
  bool read_some(std::chrono::steady_clock::time_point end) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        end - std::chrono::steady_clock::now());
    pollfd one{terminal_, POLLIN, 0};
    if (left.count() <= 0 || ::poll(&one, 1, static_cast<int>(left.count())) <= 0) return false;
    char bytes[4096];
    const ssize_t count = ::read(terminal_, bytes, sizeof bytes);
    if (count <= 0) return false;  // EIO once the program has ended
    screen_.show({bytes, static_cast<size_t>(count)});
    return true;
  }

  Screen screen_;
  int terminal_ = -1;
  pid_t process_ = -1;
};

}  // namespace tutti::test
