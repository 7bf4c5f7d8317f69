// SPDX-License-Identifier: Apache-2.0
// A machine that ssh reaches and rsync copies to; the base of drivers for such machines.
#pragma once

#include "launch/driver.h"

namespace tutti::launch {

class SshDriver : public Driver {
 public:
  ClientCommand shell(const RemoteJob& job, const std::string& script) const override;
  std::string folder(const RemoteJob& job) const override;
  std::vector<ClientCommand> send(const RemoteJob& job, const Path& from, const std::string& to,
                                  const Path& passing) const override;
  std::vector<ClientCommand> fetch(const RemoteJob& job, const Path& to, const Path& known,
                                   const Path& passing) const override;

 protected:
  /// user@host; empty: this machine.
  virtual std::string host(const RemoteJob& job) const;
  /// Further ssh options.
  virtual std::vector<std::string> options(const RemoteJob& job) const;

 private:
  std::vector<std::string> all_options(const RemoteJob& job) const;
  std::vector<std::string> copy_words(const RemoteJob& job) const;
  /// A remote path in rsync's syntax.
  std::string remote(const RemoteJob& job, const std::string& place) const;
};

}  // namespace tutti::launch
