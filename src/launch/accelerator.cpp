// SPDX-License-Identifier: Apache-2.0
#include "launch/accelerator.h"

#include <algorithm>

namespace tutti::launch {
namespace {

/// How the name of a device or of a machine that has it begins.
struct Beginning {
  std::string_view text, kind;
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

template <size_t N>
std::optional<Accelerator> found_in(const Beginning (&list)[N], const std::string& text) {
  for (const Beginning& one : list)
    if (text.starts_with(one.text)) return Accelerator{text, std::string(one.kind)};
  return std::nullopt;
}

std::optional<Accelerator> of_resource(const std::string& resource) {
  if (resource.empty()) return std::nullopt;
  return found_in(kResources, resource).value_or(Accelerator{resource, ""});
}

}  // namespace

std::optional<Accelerator> accelerator_of(const Target& target) {
  const std::string& kind = target.kind();
  if (kind == "gcp-tpu") return Accelerator{target.text("type"), "tpu"};
  if (kind == "gcp-gpu" && !target.text("accelerator").empty())
    return Accelerator{target.text("accelerator"), "cuda"};  // Google has no other vendor's
  if (kind == "gcp-gpu") return found_in(kGoogleMachines, target.text("machine_type"));
  if (kind == "aws") return found_in(kAmazonMachines, target.text("instance_type"));
  if (kind == "kubernetes") return of_resource(target.text("resource"));
  if (kind == "slurm" && !target.text("gpus").empty() && target.text("gpus") != "0")
    return Accelerator{"GPUs " + target.text("gpus"), ""};
  return std::nullopt;
}

}  // namespace tutti::launch
