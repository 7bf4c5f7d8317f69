// SPDX-License-Identifier: Apache-2.0
#include "launch/ssh_driver.h"

namespace tutti::launch {

std::string SshDriver::host(const RemoteJob& job) const {
  return job.target.text("host");
}

std::vector<std::string> SshDriver::options(const RemoteJob& job) const {
  const int64_t port = job.target.number("port");
  if (port == 0) return {};
  return {"-p", std::to_string(port)};
}

/// It never prompts, and notices a lost host.
std::vector<std::string> SshDriver::all_options(const RemoteJob& job) const {
  std::vector<std::string> words = {
      "-o", "BatchMode=yes",     "-o", "StrictHostKeyChecking=accept-new",
      "-o", "ConnectTimeout=20", "-o", "ServerAliveInterval=15"};
  for (const std::string& word : options(job)) words.push_back(word);
  return words;
}

std::string SshDriver::folder(const RemoteJob& job) const {
  return job.target.text("folder") + "/" + job.name;
}

ClientCommand SshDriver::shell(const RemoteJob& job, const std::string& script) const {
  if (host(job).empty()) return {{"sh", "-c", "cd; " + script}};
  std::vector<std::string> words = {"ssh"};
  for (const std::string& word : all_options(job)) words.push_back(word);
  words.push_back(host(job));
  words.push_back(script);
  return {words};
}

std::vector<std::string> SshDriver::copy_words(const RemoteJob& job) const {
  std::vector<std::string> words = {"rsync", "-a", "--partial"};
  if (host(job).empty()) {  // from the folder in which its shells begin
    words.insert(words.begin(), {"sh", "-c", "cd && exec \"$@\"", "sh"});
    return words;
  }
  std::string shell = "ssh";
  for (const std::string& word : all_options(job)) shell += " " + word;
  words.insert(words.end(), {"-e", shell});
  return words;
}

std::vector<ClientCommand> SshDriver::send(const RemoteJob& job, const Path& from,
                                           const std::string& to, const Path&) const {
  ClientCommand command{copy_words(job)};
  const std::string place = folder(job) + (to.empty() ? "/" : "/" + to + "/");
  command.words.insert(command.words.end(), {from.string() + "/", remote(job, place)});
  command.is_transfer = true;
  return {command};
}

std::vector<ClientCommand> SshDriver::fetch(const RemoteJob& job, const Path& to, const Path& known,
                                            const Path&) const {
  ClientCommand command{copy_words(job)};
  command.words.insert(command.words.end(),
                       {"--delete", "--link-dest=" + known.string(),
                        remote(job, folder(job) + "/output/"), (to / "output").string() + "/"});
  command.is_transfer = true;
  return {command};
}

std::string SshDriver::remote(const RemoteJob& job, const std::string& place) const {
  return host(job).empty() ? place : host(job) + ":" + place;
}

std::unique_ptr<Driver> make_ssh_driver() {
  return std::make_unique<SshDriver>();
}

}  // namespace tutti::launch
