// SPDX-License-Identifier: Apache-2.0
#include "app/process/line_input.h"

#include <dlfcn.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <clocale>
#include <cstdio>
#include <cstring>

#include "app/process/output.h"
#include "base/error.h"
#include "base/text.h"

namespace tutti::app {

/// The declarations of libedit's histedit.h that are used.
namespace libedit {

struct EditLine;
struct History;
struct HistoryEvent {
  int number;
  const char* text;
};
struct Library {
  EditLine* (*init)(const char*, FILE*, FILE*, FILE*);
  void (*end)(EditLine*);
  int (*set)(EditLine*, int, ...);
  const char* (*gets)(EditLine*, int*);
  void (*resize)(EditLine*);
  History* (*history_init)();
  void (*history_end)(History*);
  int (*history)(History*, HistoryEvent*, int, ...);
};

}  // namespace libedit

namespace {

using libedit::EditLine;
using libedit::History;
using libedit::HistoryEvent;

constexpr size_t kLongestLine = size_t{1} << 26;  // bytes
// Operations of el_set() and history().
constexpr int kEditor = 2, kHandleSignals = 3, kHistory = 10, kReadCharacter = 13,
              kPromptWithEscapes = 21;
constexpr int kSetSize = 1, kEnter = 10;
constexpr int kEscapeMark = 1;  // around what takes no columns in a prompt

/// Whether all of the library is there.
bool open_library(libedit::Library& library) {
  void* handle = ::dlopen("libedit.so.2", RTLD_NOW | RTLD_LOCAL);
  if (!handle) return false;
  const auto find = [&](auto& function, const char* name) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(::dlsym(handle, name));
    return function != nullptr;
  };
  return find(library.init, "el_init") && find(library.end, "el_end") &&
         find(library.set, "el_set") && find(library.gets, "el_gets") &&
         find(library.resize, "el_resize") && find(library.history_init, "history_init") &&
         find(library.history_end, "history_end") && find(library.history, "history");
}

/// read() of standard input, which an interrupt ends with EINTR although it came before the call.
ssize_t read_input(int interrupts, char* out, size_t size) {
  pollfd both[] = {{interrupts, POLLIN, 0}, {STDIN_FILENO, POLLIN, 0}};
  while (::poll(both, 2, -1) < 0)
    if (errno != EINTR) return -1;
  eventfd_t one = 0;
  if (both[0].revents == 0 || ::eventfd_read(interrupts, &one) != 0)
    return ::read(STDIN_FILENO, out, size);
  errno = EINTR;
  return -1;
}

// The library calls functions without an object.
std::string shown_prompt;
int watched_interrupts = -1;
bool was_interrupted = false;

char* prompt_of(EditLine*) {
  return shown_prompt.data();
}

size_t size_of_character(unsigned char first) {
  return first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1;
}

/// Reads a character of UTF-8: 1, or 0 at the end of input, or -1.
int read_character(EditLine*, wchar_t* out) {
  std::string bytes;
  do {
    char byte = 0;
    const ssize_t count = read_input(watched_interrupts, &byte, 1);
    was_interrupted = count < 0 && errno == EINTR;
    if (count <= 0) return static_cast<int>(count);
    bytes += byte;
  } while (bytes.size() < size_of_character(static_cast<unsigned char>(bytes[0])));
  const CodePoint character = first_code_point(bytes);
  *out = static_cast<wchar_t>(character.size > 0 ? character.value : 0xFFFD);
  return 1;
}

/// A prompt with marks around its escape sequences.
std::string marked(const std::string& prompt) {
  std::string out;
  for (size_t at = 0; at < prompt.size(); at++) {
    const bool begins = prompt[at] == '\x1b';
    if (begins) out += static_cast<char>(kEscapeMark);
    out += prompt[at];
    if (!begins) continue;
    while (++at < prompt.size() && prompt[at] != 'm') out += prompt[at];
    out += 'm';
    out += static_cast<char>(kEscapeMark);
  }
  return out;
}

}  // namespace

class LineInput::Editor {
 public:
  Editor(const libedit::Library& library, int interrupts) : library_(library) {
    watched_interrupts = interrupts;
    std::setlocale(LC_CTYPE, "C.UTF-8");  // libedit decodes characters by it
    line_ = library_.init("tutti", stdin, stderr, stderr);
    history_ = library_.history_init();
    check(line_ && history_, "libedit has no memory");
    HistoryEvent event{};
    library_.history(history_, &event, kSetSize, 1000);
    library_.set(line_, kEditor, "emacs");
    library_.set(line_, kHandleSignals, 0);
    library_.set(line_, kHistory, library_.history, history_);
    library_.set(line_, kReadCharacter, read_character);
    library_.set(line_, kPromptWithEscapes, prompt_of, kEscapeMark);
  }
  ~Editor() {
    library_.end(line_);
    library_.history_end(history_);
  }
  Editor(const Editor&) = delete;
  Editor& operator=(const Editor&) = delete;

  Read next(const std::string& prompt, std::string& line) {
    shown_prompt = marked(prompt);
    was_interrupted = false;
    library_.resize(line_);
    int count = 0;
    const char* text = library_.gets(line_, &count);
    if (was_interrupted) return Read::interrupted;
    if (!text || count <= 0) return Read::end;
    line.assign(text, static_cast<size_t>(count));
    if (line.ends_with('\n')) line.pop_back();
    HistoryEvent event{};
    if (!line.empty()) library_.history(history_, &event, kEnter, line.c_str());
    return Read::line;
  }

 private:
  libedit::Library library_;
  EditLine* line_;
  History* history_;
};

LineInput::LineInput(bool edits, int interrupts) : interrupts_(interrupts) {
  libedit::Library library{};
  if (edits && open_library(library)) editor_ = std::make_unique<Editor>(library, interrupts);
}

LineInput::~LineInput() = default;

LineInput::Read LineInput::next(const std::string& prompt, std::string& line) {
  if (editor_) return editor_->next(prompt, line);
  write_message(prompt);
  return next_plain(line);
}

LineInput::Read LineInput::next_plain(std::string& line) {
  for (;;) {
    if (const size_t end = pending_.find('\n'); end != pending_.npos) {
      line = pending_.substr(0, end);
      pending_.erase(0, end + 1);
      return Read::line;
    }
    if (pending_.size() > kLongestLine)
      user_error("standard input: found a line of more than {}", human_bytes(kLongestLine));
    char bytes[4096];
    const ssize_t count = read_input(interrupts_, bytes, sizeof bytes);
    if (count < 0 && errno == EINTR) {
      pending_.clear();
      return Read::interrupted;
    }
    if (count < 0) io_error("standard input: {}", std::strerror(errno));
    if (count > 0) {
      pending_.append(bytes, static_cast<size_t>(count));
    } else if (pending_.empty()) {
      return Read::end;
    } else {
      pending_ += '\n';  // the last line may lack its newline
    }
  }
}

}  // namespace tutti::app
