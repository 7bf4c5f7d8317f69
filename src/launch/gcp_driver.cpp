// SPDX-License-Identifier: Apache-2.0
// Google's machines, through gcloud: TPU slices as queued resources, and instances with GPUs.
#include <fmt/format.h>

#include <algorithm>

#include "launch/driver.h"

namespace tutti::launch {
namespace {

using Words = std::vector<std::string>;

/// The common part of both.
class GcpDriver : public Driver {
 public:
  bool has_machine() const override { return true; }

  std::string folder(const RemoteJob& job) const override { return job.unit(); }

  ClientCommand shell(const RemoteJob& job, const std::string& script) const override {
    ClientCommand command = gcloud(job, group(), {"ssh", job.unit()});
    command.words.push_back("--command=" + script);
    return command;
  }

  std::vector<ClientCommand> send(const RemoteJob& job, const Path& from, const std::string& to,
                                  const Path&) const override {
    std::vector<std::string> entries;  // one by one: scp -r has no syntax for the contents of a
                                       // folder
    std::error_code failure;
    for (const auto& entry : std::filesystem::directory_iterator(from, failure))
      entries.push_back(entry.path().string());
    if (entries.empty()) return {};
    std::sort(entries.begin(), entries.end());
    entries.push_back(job.unit() + ":" + folder(job) + (to.empty() ? "/" : "/" + to + "/"));
    entries.insert(entries.begin(), {"scp", "--recurse"});
    ClientCommand command = gcloud(job, group(), entries);
    command.is_transfer = true;
    return {command};
  }

  std::vector<ClientCommand> fetch(const RemoteJob& job, const Path& to, const Path&,
                                   const Path&) const override {
    ClientCommand command =
        gcloud(job, group(),
               {"scp", "--recurse", job.unit() + ":" + folder(job) + "/output", to.string()});
    command.is_transfer = true;
    return {command};
  }

 protected:
  /// The group of gcloud's commands: "compute", "ssh" in "gcloud compute ssh".
  virtual Words group() const = 0;

  static ClientCommand gcloud(const RemoteJob& job, const Words& group, const Words& more) {
    Words words = {"gcloud"};
    words.insert(words.end(), group.begin(), group.end());
    words.insert(words.end(), more.begin(), more.end());
    words.insert(words.end(), {"--project=" + job.target.text("project"),
                               "--zone=" + job.target.text("zone"), "--quiet"});
    return {words};
  }

  /// Unlike describe, list distinguishes "there is none" from "the call failed".
  static ClientCommand list(const RemoteJob& job, const Words& group, const char* zones,
                            const std::string& filter, const char* format) {
    Words words = {"gcloud"};
    words.insert(words.end(), group.begin(), group.end());
    words.insert(words.end(), {"list", "--project=" + job.target.text("project"),
                               zones + job.target.text("zone"), "--filter=" + filter,
                               std::string("--format=") + format, "--quiet"});
    return {words};
  }

  static std::string first_word(const std::string& answer) {
    const size_t begin = answer.find_first_not_of(" \t\r\n");
    if (begin == std::string::npos) return "";
    return answer.substr(begin, answer.find_first_of(" \t\r\n", begin) - begin);
  }

  static void add(ClientCommand& command, const RemoteJob& job, const char* member,
                  const char* flag) {
    const std::string value = job.target.text(member);
    if (!value.empty()) command.words.push_back(fmt::format("--{}={}", flag, value));
  }

  static MachineState state_of(const std::string& word, std::initializer_list<const char*> starting,
                               const char* ready) {
    if (word.empty()) return MachineState::absent;
    if (word == ready) return MachineState::ready;
    const bool is_starting = std::any_of(starting.begin(), starting.end(),
                                         [&](const char* state) { return word == state; });
    return is_starting ? MachineState::starting : MachineState::ended;
  }
};

class GcpTpuDriver : public GcpDriver {
 public:
  ClientCommand create(const RemoteJob& job) const override {
    ClientCommand command = gcloud(job, queue(),
                                   {"create", job.unit(), "--node-id=" + job.unit(),
                                    "--accelerator-type=" + job.target.text("type"),
                                    "--runtime-version=" + job.target.text("runtime")});
    // A request that is not met in time ends by itself.
    command.words.push_back(fmt::format("--valid-until-duration={}s", job.seconds));
    if (job.target.flag("spot")) command.words.emplace_back("--spot");
    add(command, job, "service_account", "service-account");
    return command;
  }

  ClientCommand ask_machine(const RemoteJob& job) const override {
    return list(job, queue(), "--zone=", "name~/" + job.unit() + "$", "value(state.state)");
  }

  MachineState machine_state(const std::string& answer, RemoteJob&) const override {
    return state_of(first_word(answer),
                    {"CREATING", "ACCEPTED", "WAITING_FOR_RESOURCES", "PROVISIONING"}, "ACTIVE");
  }

  std::string ready_answer() const override { return "ACTIVE"; }

  ClientCommand remove_machine(const RemoteJob& job) const override {
    return gcloud(job, queue(), {"delete", job.unit(), "--force"});
  }

 protected:
  Words group() const override { return {"compute", "tpus", "tpu-vm"}; }
  static Words queue() { return {"compute", "tpus", "queued-resources"}; }
};

class GcpGpuDriver : public GcpDriver {
 public:
  ClientCommand create(const RemoteJob& job) const override {
    const Target& target = job.target;
    ClientCommand command =
        gcloud(job, {"compute", "instances"},
               {"create", job.unit(), "--machine-type=" + target.text("machine_type"),
                "--image-family=" + target.text("image_family"),
                "--image-project=" + target.text("image_project"),
                fmt::format("--boot-disk-size={}GB", target.number("disk_gb")),
                "--maintenance-policy=TERMINATE", "--labels=tutti=" + job.unit(),
                // Google itself deletes it in time, whatever happens to us.
                fmt::format("--max-run-duration={}s", std::max<int64_t>(job.seconds + 600, 120)),
                "--instance-termination-action=DELETE"});
    add_accelerator(command, target);
    command.words.emplace_back(target.flag("spot") ? "--provisioning-model=SPOT"
                                                   : "--provisioning-model=STANDARD");
    add(command, job, "service_account", "service-account");
    return command;
  }

  ClientCommand ask_machine(const RemoteJob& job) const override {
    return list(job, {"compute", "instances"}, "--zones=", "name=" + job.unit(), "value(status)");
  }

  MachineState machine_state(const std::string& answer, RemoteJob&) const override {
    return state_of(first_word(answer), {"PROVISIONING", "STAGING"}, "RUNNING");
  }

  std::string ready_answer() const override { return "RUNNING"; }

  ClientCommand remove_machine(const RemoteJob& job) const override {
    return gcloud(job, {"compute", "instances"}, {"delete", job.unit(), "--delete-disks=all"});
  }

 protected:
  Words group() const override { return {"compute"}; }

 private:
  static void add_accelerator(ClientCommand& command, const Target& target) {
    const std::string accelerator = target.text("accelerator");
    if (!accelerator.empty())
      command.words.push_back(fmt::format("--accelerator=type={},count={}", accelerator,
                                          target.number("accelerator_count")));
  }
};

}  // namespace

std::unique_ptr<Driver> make_gcp_tpu_driver() {
  return std::make_unique<GcpTpuDriver>();
}

std::unique_ptr<Driver> make_gcp_gpu_driver() {
  return std::make_unique<GcpGpuDriver>();
}

}  // namespace tutti::launch
