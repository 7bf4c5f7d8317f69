// SPDX-License-Identifier: Apache-2.0
// Commands of the vendors' own clients: as data, which is printed or run.
#pragma once

#include <string>
#include <vector>

#include "base/files.h"

namespace tutti::launch {

struct ClientCommand {
  std::vector<std::string> words;  // first the client's name, which is looked for on the PATH
  std::string input = "";          // what it reads
  std::string from_file = "";      // a file that it reads instead; empty: none
  std::string to_file = "";        // a file for what it writes; empty: that is returned
  bool is_transfer = false;        // it moves data and may take hours
};

/// The command as a shell takes it, with its input as a here-document.
std::string shell_text(const ClientCommand& command);

/// How a client ended, and its output.
struct ClientEnd {
  int code = 0;             // 128 + the signal's number where one ended it
  std::string out = "";     // empty where it went to a file
  std::string error = "";   // the end of its standard error
  bool is_missing = false;  // there is no such client, so that nothing was run
};

/// Runs clients. Tests and dry runs have their own.
class Clients {
 public:
  virtual ~Clients() = default;
  virtual ClientEnd run(const ClientCommand& command) = 0;
};

/// Starts processes that inherit the environment, so that they find their credentials there. A
/// client that takes longer than ten minutes, or a transfer longer than a day, is ended. Ctrl-C of
/// the terminal does not reach it, so that no command is half done.
class SystemClients : public Clients {
 public:
  ClientEnd run(const ClientCommand& command) override;
};

}  // namespace tutti::launch
