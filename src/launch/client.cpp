// SPDX-License-Identifier: Apache-2.0
#include "launch/client.h"

#include <fcntl.h>

#include <memory>

#include "base/child.h"
#include "base/text.h"

namespace tutti::launch {
namespace {

constexpr int64_t kMostOutput = int64_t{1} << 26, kMostError = 4000;  // bytes
constexpr double kCallSeconds = 10 * 60, kTransferSeconds = 24 * 60 * 60;

/// A file that a client reads or writes; none without a name.
std::unique_ptr<Descriptor> opened(const std::string& file, int flags) {
  if (file.empty()) return nullptr;
  return std::make_unique<Descriptor>(::open(file.c_str(), flags | O_CLOEXEC, 0666), file);
}

}  // namespace

std::string shell_text(const ClientCommand& command) {
  std::string text;
  for (const std::string& word : command.words)
    text += (text.empty() ? "" : " ") + shell_word(word);
  if (!command.from_file.empty()) text += " < " + shell_word(command.from_file);
  if (!command.to_file.empty()) text += " > " + shell_word(command.to_file);
  if (command.input.empty()) return text + "\n";
  const char* const end = command.input.ends_with('\n') ? "" : "\n";
  return text + " <<'END'\n" + command.input + end + "END\n";
}

ClientEnd SystemClients::run(const ClientCommand& command) {
  const auto in = opened(command.from_file, O_RDONLY);
  const auto out = opened(command.to_file, O_WRONLY | O_CREAT | O_TRUNC);
  ChildStreams streams{.out = {.last = kMostOutput}, .error = {.last = kMostError}};
  if (out) streams.out.descriptor = out->number();
  if (in)
    streams.in = in->number();
  else
    streams.input = command.input;
  const auto child = ChildProcess::if_there(command.words, streams);
  if (!child) return {.is_missing = true};
  child->wait({.seconds = command.is_transfer ? kTransferSeconds : kCallSeconds});
  return {.code = child->end()->code, .out = child->out(), .error = child->error()};
}

}  // namespace tutti::launch
