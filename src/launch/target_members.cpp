// SPDX-License-Identifier: Apache-2.0
#include "launch/target_members.h"

#include <algorithm>

namespace tutti::launch {
namespace {

bool is_word(std::string_view text) {
  return consists_of(text, "._-:/@") && text[0] != '-';
}

/// "user@host" or "host"; a number alone is a mistake, such as a port.
bool is_ssh_host(std::string_view text) {
  const size_t at = text.find('@');
  const std::string_view host = at == text.npos ? text : text.substr(at + 1);
  return is_word(text) && at != 0 && !host.empty() && host.find('@') == host.npos &&
         host.find_first_not_of("0123456789") != host.npos;
}

bool is_path(std::string_view text) {
  return consists_of(text, "._-/") && text[0] != '-' && text.find("..") == text.npos;
}

/// "v5litepod-8": a slice of a single host has at most 8 chips, or cores where those are counted.
bool is_slice_of_one_host(std::string_view text) {
  const size_t dash = text.rfind('-');
  if (dash == text.npos || text.size() != dash + 2 || text[0] != 'v') return false;
  constexpr std::string_view kGenerations[] = {"v2", "v3", "v4", "v5litepod", "v5p", "v6e"};
  const auto* const found =
      std::find(std::begin(kGenerations), std::end(kGenerations), text.substr(0, dash));
  return found != std::end(kGenerations) &&
         std::string_view("148").find(text[dash + 1]) != text.npos;
}

/// "trn1.32xlarge": a family and a size.
bool is_instance_type(std::string_view text) {
  const size_t dot = text.find('.');
  return consists_of(text, ".-") && dot != text.npos && dot > 0 && dot + 1 < text.size() &&
         text[0] >= 'a' && text[0] <= 'z' && text.find('.', dot + 1) == text.npos;
}

/// "cloud.google.com/gke-accelerator:nvidia-l4"
bool is_selector(std::string_view text) {
  const size_t colon = text.find(':');
  return is_word(text) && colon != text.npos && colon > 0 && colon + 1 < text.size() &&
         text.find(':', colon + 1) == text.npos;
}

bool is_image_id(std::string_view text) {
  return text.starts_with("ami-") && consists_of(text.substr(4), "");
}

bool is_form(std::string_view text) {
  return text == "job" || text == "jobset" || text == "mpijob";
}

/// A shell command line, which runs on the machine unchanged.
bool is_line(std::string_view text) {
  return !text.empty() && text.find_first_of(std::string_view("\n\r\0", 3)) == text.npos;
}

constexpr std::string_view kWordText = "letters, digits and . _ - : / @";
constexpr std::string_view kPathText = "a path of letters, digits, . _ - and /";

constexpr Member kMembers[] = {
    {"", "program", false, is_path,
     "where tutti is on the machine already, such as /usr/bin/tutti"},
    {"", "setup", false, is_line, "a line of shell that is run before the training"},
    {"ssh", "host", true, is_ssh_host, "user@host, or a name in ~/.ssh/config"},
    {"slurm", "host", false, is_ssh_host, "the login machine; left out: this one"},
    {"ssh slurm", "port", false, nullptr, "a port", Type::number, 0, 65535},
    {"ssh slurm", "folder", false, is_path, kPathText, Type::text, 0, 1, "tutti-jobs"},
    {"slurm", "partition", false, is_word, kWordText},
    {"slurm", "account", false, is_word, kWordText},
    {"slurm", "qos", false, is_word, kWordText},
    {"slurm", "constraint", false, is_word, kWordText},
    {"slurm", "gpus", false, is_word, "a number, or a type and a number: a100:2"},
    {"slurm", "memory", false, is_word, "a size as sbatch --mem takes it: 64G"},
    {"slurm", "cpus", false, nullptr, "CPUs of a node", Type::number, 0, 4096},
    {"slurm kubernetes", "nodes", false, nullptr, "machines, a process each", Type::number, 1,
     4096},
    {"kubernetes", "form", false, is_form, "job, jobset or mpijob", Type::text, 0, 1, "job"},
    {"kubernetes", "image", true, is_word, "a container image that has tutti and tar"},
    {"kubernetes", "volume", true, is_word,
     "the name of a PersistentVolumeClaim that every pod can write to"},
    {"kubernetes", "context", false, is_word, "a context of the kubeconfig file"},
    {"kubernetes", "namespace", false, is_word, kWordText, Type::text, 0, 1, "default"},
    {"kubernetes", "resource", false, is_word, "a device of a node, such as nvidia.com/gpu"},
    {"kubernetes", "resource_count", false, nullptr, "devices of a pod", Type::number, 1, 64},
    {"kubernetes", "cpus", false, nullptr, "CPUs of a pod", Type::number, 0, 4096},
    {"kubernetes", "memory", false, is_word, "a size such as 64Gi"},
    {"kubernetes", "node_selector", false, is_selector, "LABEL:VALUE of the nodes"},
    {"gcp-tpu gcp-gpu", "project", true, is_word, "a project's id"},
    {"gcp-tpu gcp-gpu", "zone", true, is_word, "a zone, such as us-west4-a"},
    {"gcp-tpu gcp-gpu", "service_account", false, is_word, "the e-mail address of an account"},
    {"gcp-tpu", "type", true, is_slice_of_one_host,
     "an accelerator type of a single host: v5litepod-1, v5litepod-4, v5litepod-8, v6e-8, v4-8 "
     "..."},
    {"gcp-tpu", "runtime", true, is_word, "a runtime version, such as v2-alpha-tpuv5-lite"},
    {"gcp-gpu", "machine_type", true, is_word, "a machine type, such as g2-standard-8"},
    {"gcp-gpu", "accelerator", false, is_word, "a type of GPU, such as nvidia-l4"},
    {"gcp-gpu", "accelerator_count", false, nullptr, "GPUs", Type::number, 1, 16},
    {"gcp-gpu", "image_family", true, is_word, "a family of images with the GPU's driver"},
    {"gcp-gpu", "image_project", true, is_word, "the project of that family"},
    {"aws", "region", true, is_word, "a region, such as us-east-1"},
    {"aws", "instance_type", true, is_instance_type,
     "an instance type, such as g5.xlarge, p5.48xlarge or trn1.2xlarge"},
    {"aws", "image", true, is_image_id, "the id of an image with the device's driver: ami-..."},
    {"aws", "key_name", true, is_word, "the name of a key pair whose private half ssh finds"},
    {"aws", "user", false, is_word, "the image's user", Type::text, 0, 1, "ubuntu"},
    {"aws", "security_group", false, is_word, "the id of a group that lets ssh in: sg-..."},
    {"aws", "subnet", false, is_word, "the id of a subnet: subnet-..."},
    {"aws", "profile", false, is_word, "a profile of the aws client's own files"},
    {"gcp-gpu aws", "disk_gb", false, nullptr, "gigabytes of disk", Type::number, 200, 64000},
    {"gcp-tpu gcp-gpu aws", "spot", false, nullptr, "true or false", Type::flag},
};

}  // namespace

std::span<const Member> target_members() {
  return kMembers;
}

bool consists_of(std::string_view text, std::string_view more) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           more.find(c) != more.npos;
  });
}

bool has_kind(const Member& member, std::string_view kind) {
  if (member.kinds.empty()) return true;
  std::string_view rest = member.kinds;
  while (!rest.empty()) {
    const std::string_view word = rest.substr(0, rest.find(' '));
    if (word == kind) return true;
    rest.remove_prefix(std::min(rest.size(), word.size() + 1));
  }
  return false;
}

}  // namespace tutti::launch
