// SPDX-License-Identifier: Apache-2.0
// Instances of Amazon EC2: the aws client makes and ends them, ssh and rsync do the rest.
#include <fmt/format.h>

#include <sstream>

#include "launch/ssh_driver.h"

namespace tutti::launch {
namespace {

using Words = std::vector<std::string>;

class AwsDriver : public SshDriver {
 public:
  bool has_machine() const override { return true; }

  ClientCommand create(const RemoteJob& job) const override {
    const Target& target = job.target;
    ClientCommand command = ec2(job, "run-instances");
    const auto add = [&](const std::string& flag, const std::string& value) {
      if (!value.empty()) command.words.insert(command.words.end(), {flag, value});
    };
    add("--image-id", target.text("image"));
    add("--instance-type", target.text("instance_type"));
    add("--count", "1");
    // Repeating the request gives the same instance, even a terminated one.
    add("--client-token",
        fmt::format("{}-{}-{}", job.unit(), job.began, job.attempt + job.lost_machines));
    add("--key-name", target.text("key_name"));
    add("--security-group-ids", target.text("security_group"));
    add("--subnet-id", target.text("subnet"));
    // It shuts itself down in time, whatever happens to us.
    add("--instance-initiated-shutdown-behavior", "terminate");
    add("--user-data", fmt::format("#!/bin/sh\nshutdown -h +{}\n", (job.seconds + 59) / 60 + 10));
    add("--block-device-mappings",
        fmt::format("DeviceName=/dev/sda1,Ebs={{VolumeSize={},VolumeType=gp3,"
                    "DeleteOnTermination=true}}",
                    target.number("disk_gb")));
    if (target.flag("spot")) add("--instance-market-options", "MarketType=spot");
    add("--tag-specifications",
        fmt::format("ResourceType=instance,Tags=[{{Key=Name,Value={}}}]", job.unit()));
    add("--query", "Instances[0].InstanceId");
    return command;
  }

  ClientCommand ask_machine(const RemoteJob& job) const override {
    ClientCommand command = ec2(job, "describe-instances");
    command.words.insert(
        command.words.end(),
        {"--filters", "Name=tag:Name,Values=" + job.unit(),
         "Name=instance-state-name,Values=pending,running,stopping,stopped,shutting-down",
         "--query", "Reservations[].Instances[].[InstanceId,State.Name,PublicIpAddress]"});
    return command;
  }

  MachineState machine_state(const std::string& answer, RemoteJob& job) const override {
    std::istringstream words(answer);
    std::string state;
    job.machine = job.address = "";
    if (!(words >> job.machine >> state) || job.machine == "None") return MachineState::absent;
    words >> job.address;
    if (state == "pending") return MachineState::starting;
    return state == "running" ? MachineState::ready : MachineState::ended;
  }

  std::string ready_answer() const override { return "INSTANCE_ID running ADDRESS"; }

  ClientCommand remove_machine(const RemoteJob& job) const override {
    ClientCommand command = ec2(job, "terminate-instances");
    command.words.insert(command.words.end(), {"--instance-ids", job.machine});
    return command;
  }

  std::string folder(const RemoteJob& job) const override { return job.unit(); }

 protected:
  std::string host(const RemoteJob& job) const override {
    return job.target.text("user") + "@" + job.address;
  }

  std::vector<std::string> options(const RemoteJob& job) const override {
    return {"-o", "HostKeyAlias=" + job.machine};  // addresses are used again by other machines
  }

 private:
  static ClientCommand ec2(const RemoteJob& job, const char* command) {
    Words words = {"aws",      "ec2", command, "--region", job.target.text("region"),
                   "--output", "text"};
    const std::string profile = job.target.text("profile");
    if (!profile.empty()) words.insert(words.end(), {"--profile", profile});
    return {words};
  }
};

}  // namespace

std::unique_ptr<Driver> make_aws_driver() {
  return std::make_unique<AwsDriver>();
}

}  // namespace tutti::launch
