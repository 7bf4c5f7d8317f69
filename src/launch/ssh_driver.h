// SPDX-License-Identifier: Apache-2.0
// A machine that ssh reaches and rsync copies to; a base of the drivers of such machines.
#pragma once

#include "launch/driver.h"

namespace tutti::launch {

class SshDriver : public Driver {
 public:
  ClientCommand shell(const Job& job, const std::string& script) const override;
  std::string folder(const Job& job) const override;
  std::vector<ClientCommand> send(const Job& job, const Path& from, const std::string& to,
                                  const Path& passing) const override;
  std::vector<ClientCommand> fetch(const Job& job, const Path& to, const Path& known,
                                   const Path& passing) const override;

 protected:
  /// user@host; empty: the machine that we are on.
  virtual std::string host(const Job& job) const;
  /// Further options of ssh.
  virtual std::vector<std::string> options(const Job& job) const;

 private:
  std::vector<std::string> all_options(const Job& job) const;
  std::vector<std::string> copy_words(const Job& job) const;
  /// A place there as rsync takes it.
  std::string remote(const Job& job, const std::string& place) const;
};

}  // namespace tutti::launch
