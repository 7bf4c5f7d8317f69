// SPDX-License-Identifier: Apache-2.0
// A machine that ssh reaches and rsync copies to; a base of the drivers of such machines.
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
  /// user@host; empty: the machine that we are on.
  virtual std::string host(const RemoteJob& job) const;
  /// Further options of ssh.
  virtual std::vector<std::string> options(const RemoteJob& job) const;

 private:
  std::vector<std::string> all_options(const RemoteJob& job) const;
  std::vector<std::string> copy_words(const RemoteJob& job) const;
  /// A place there as rsync takes it.
  std::string remote(const RemoteJob& job, const std::string& place) const;
};

}  // namespace tutti::launch
