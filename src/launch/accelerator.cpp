// SPDX-License-Identifier: Apache-2.0
#include "launch/accelerator.h"

#include <algorithm>

namespace tutti::launch {
namespace {

/// A prefix of the names of devices, or of machines that have them, and the device.
struct Beginning {
  std::string_view text, word;
};

constexpr Beginning kResources[] = {{"nvidia.com/", "cuda"},
                                    {"amd.com/", "rocm"},
                                    {"google.com/tpu", "tpu"},
                                    {"gpu.intel.com/", "xpu"},
                                    {"aws.amazon.com/neuron", "neuron"}};
// Families of machines that have GPUs without --accelerator.
constexpr Beginning kGoogleMachines[] = {{"a2-", "cuda"},  {"a3-", "cuda"}, {"a4-", "cuda"},
                                         {"a4x-", "cuda"}, {"g2-", "cuda"}, {"g4-", "cuda"}};
constexpr Beginning kAmazonMachines[] = {
    {"g4ad.", "rocm"}, {"g3", "cuda"},    {"g4", "cuda"},   {"g5", "cuda"}, {"g6", "cuda"},
    {"g7", "cuda"},    {"p2.", "cuda"},   {"p3", "cuda"},   {"p4", "cuda"}, {"p5", "cuda"},
    {"p6", "cuda"},    {"trn", "neuron"}, {"inf", "neuron"}};

// Google's and Amazon's names of devices and machines -> `--target`.
constexpr Beginning kTargets[] = {{"nvidia-b200", "cuda:b200"},
                                  {"nvidia-h200", "cuda:h200"},
                                  {"nvidia-h100", "cuda:h100"},
                                  {"nvidia-a100-80gb", "cuda:a100"},
                                  {"nvidia-tesla-a100", "cuda:a100-40gb"},
                                  {"nvidia-l4", "cuda:l4"},
                                  {"nvidia-tesla-v100", "cuda:v100"},
                                  {"nvidia-tesla-t4", "cuda:t4"},
                                  {"a4-", "cuda:b200"},
                                  {"a3-ultragpu-", "cuda:h200"},
                                  {"a3-", "cuda:h100"},
                                  {"a2-ultragpu-", "cuda:a100"},
                                  {"a2-", "cuda:a100-40gb"},
                                  {"g2-", "cuda:l4"},
                                  {"p6-b200.", "cuda:b200"},
                                  {"p5e", "cuda:h200"},
                                  {"p5.", "cuda:h100"},
                                  {"p4de.", "cuda:a100"},
                                  {"p4d.", "cuda:a100-40gb"},
                                  {"p3", "cuda:v100"},
                                  {"g6e.", "cuda:l40s"},
                                  {"g6.", "cuda:l4"},
                                  {"g5.", "cuda:a10g"},
                                  {"g4dn.", "cuda:t4"}};

template <size_t N>
std::string word_of(const Beginning (&list)[N], const std::string& text) {
  for (const Beginning& one : list)
    if (text.starts_with(one.text)) return std::string(one.word);
  return "";
}

template <size_t N>
std::optional<Accelerator> found_in(const Beginning (&list)[N], const std::string& text) {
  const std::string kind = word_of(list, text);
  if (kind.empty()) return std::nullopt;
  return Accelerator{text, kind, word_of(kTargets, text)};
}

/// A pod's device; the nodes' label may name its model: LABEL:nvidia-l4.
std::optional<Accelerator> of_pod(const Target& target) {
  const std::string resource = target.text("resource"), nodes = target.text("node_selector");
  if (resource.empty()) return std::nullopt;
  auto found = found_in(kResources, resource).value_or(Accelerator{resource, ""});
  found.target = word_of(kTargets, nodes.substr(nodes.find(':') + 1));
  return found;
}

}  // namespace

std::optional<Accelerator> accelerator_of(const Target& target) {
  const std::string& kind = target.kind();
  if (kind == "gcp-tpu") return Accelerator{target.text("type"), "tpu", target.text("type")};
  if (kind == "gcp-gpu" && !target.text("accelerator").empty())
    return Accelerator{target.text("accelerator"), "cuda",  // Google has no other vendors' GPUs
                       word_of(kTargets, target.text("accelerator"))};
  if (kind == "gcp-gpu") return found_in(kGoogleMachines, target.text("machine_type"));
  if (kind == "aws") return found_in(kAmazonMachines, target.text("instance_type"));
  if (kind == "kubernetes") return of_pod(target);
  if (kind == "slurm" && !target.text("gpus").empty() && target.text("gpus") != "0")
    return Accelerator{"GPUs " + target.text("gpus"), ""};
  return std::nullopt;
}

}  // namespace tutti::launch
