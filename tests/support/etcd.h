// SPDX-License-Identifier: Apache-2.0
// A real etcd for one test, on a port of its own.
#pragma once

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <string>
#include <thread>

#include "base/error.h"
#include "support/ports.h"
#include "support/temporary_folder.h"

namespace tutti::test {

/// Runs until it is destroyed, or with this process. Debian's package etcd-server has it.
class Etcd {
 public:
  Etcd() : client_(free_port()), peer_(free_port()) { start(); }
  Etcd(const Etcd&) = delete;
  Etcd& operator=(const Etcd&) = delete;
  ~Etcd() { stop(); }

  std::string endpoint() const { return fmt::format("127.0.0.1:{}", client_); }

  void start() {
    const std::string client = fmt::format("http://127.0.0.1:{}", client_);
    const std::string peer = fmt::format("http://127.0.0.1:{}", peer_);
    const std::string data = (folder_.path() / "etcd").string();
    child_ = ::fork();
    check(child_ >= 0, "no process");
    if (child_ == 0) {
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);
      const int nothing = ::open("/dev/null", O_WRONLY);
      ::dup2(nothing, 1);
      ::dup2(nothing, 2);
      ::execlp("etcd", "etcd", "--data-dir", data.c_str(), "--listen-client-urls", client.c_str(),
               "--advertise-client-urls", client.c_str(), "--listen-peer-urls", peer.c_str(),
               "--initial-advertise-peer-urls", peer.c_str(), "--initial-cluster",
               ("default=" + peer).c_str(), nullptr);
      ::_exit(127);
    }
    wait_until_it_listens();
  }

  void stop() {
    if (child_ <= 0) return;
    ::kill(child_, SIGKILL);
    ::waitpid(child_, nullptr, 0);
    child_ = 0;
  }

 private:
  void wait_until_it_listens() {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (true) try {
        comm::connect_to("127.0.0.1", client_, end);
        return;
      } catch (const std::runtime_error&) {
        if (::waitpid(child_, nullptr, WNOHANG) == child_ || std::chrono::steady_clock::now() > end)
          throw std::runtime_error("etcd does not run; install etcd-server");
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
      }
  }

  const TemporaryFolder folder_;
  const int client_, peer_;
  pid_t child_ = 0;
};

}  // namespace tutti::test
