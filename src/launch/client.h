// SPDX-License-Identifier: Apache-2.0
// Commands of the vendors' own clients, as data to print or run.
#pragma once

#include <string>
#include <vector>

#include "base/files.h"

namespace tutti::launch {

struct ClientCommand {
  std::vector<std::string> words;  // first the client's name, looked up in PATH
  std::string input = "";          // its standard input
  std::string from_file = "";      // a file to read instead; empty: none
  std::string to_file = "";        // a file for its output; empty: output is returned
  bool is_transfer = false;        // it moves data and may take hours
};

/// The command in shell syntax, with its input as a here-document.
std::string shell_text(const ClientCommand& command);

/// How a client ended, and its output.
struct ClientEnd {
  int code = 0;             // 128 + the signal's number if a signal ended it
  std::string out = "";     // empty if it went to a file
  std::string error = "";   // the end of its standard error
  bool is_missing = false;  // there is no such client, so nothing ran
};

/// Runs clients. Tests and dry runs have their own implementations.
class Clients {
 public:
  virtual ~Clients() = default;
  virtual ClientEnd run(const ClientCommand& command) = 0;
};

/// Starts processes that inherit the environment, where they find their credentials. Ends a client
/// after ten minutes, and a transfer after a day. The terminal's Ctrl-C does not reach clients, so
/// that no command is left half done.
class SystemClients : public Clients {
 public:
  ClientEnd run(const ClientCommand& command) override;
};

}  // namespace tutti::launch
