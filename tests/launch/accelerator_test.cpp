// SPDX-License-Identifier: Apache-2.0
#include "launch/accelerator.h"

#include <gtest/gtest.h>

namespace tutti::launch {
namespace {

/// "WHAT KIND" of a target's device; "none".
std::string found(const std::string& members) {
  const auto target = parse_targets("targets: {t: {" + members + "}}", "t.yaml")[0];
  const auto accelerator = accelerator_of(target);
  return accelerator ? accelerator->what + " " + accelerator->kind : "none";
}

/// What a target's device is called where programs are compiled for it.
std::string compiled_as(const std::string& members) {
  const auto target = parse_targets("targets: {t: {" + members + "}}", "t.yaml")[0];
  const auto accelerator = accelerator_of(target);
  return accelerator ? accelerator->target : "none";
}

TEST(Accelerator, IsKnownToCompilersByItsModel) {
  EXPECT_EQ(compiled_as("kind: gcp-tpu, project: p, zone: z, runtime: r, type: v6e-8"), "v6e-8");
  const std::string gpu = "kind: gcp-gpu, project: p, zone: z, image_family: f, image_project: i, ";
  EXPECT_EQ(compiled_as(gpu + "machine_type: n1-standard-8, accelerator: nvidia-tesla-t4"),
            "cuda:t4");
  EXPECT_EQ(compiled_as(gpu + "machine_type: n1-standard-8, accelerator: nvidia-tesla-p4"), "");
  EXPECT_EQ(compiled_as(gpu + "machine_type: a3-highgpu-8g"), "cuda:h100");
  EXPECT_EQ(compiled_as(gpu + "machine_type: a3-ultragpu-8g"), "cuda:h200");
  const std::string aws = "kind: aws, region: r, image: ami-0, key_name: k, instance_type: ";
  EXPECT_EQ(compiled_as(aws + "p5.48xlarge"), "cuda:h100");
  EXPECT_EQ(compiled_as(aws + "p5en.48xlarge"), "cuda:h200");
  EXPECT_EQ(compiled_as(aws + "trn1.2xlarge"), "");
  const std::string pods = "kind: kubernetes, image: i, volume: v, resource: nvidia.com/gpu";
  EXPECT_EQ(compiled_as(pods + ", node_selector: 'cloud.google.com/gke-accelerator:nvidia-l4'"),
            "cuda:l4");
  EXPECT_EQ(compiled_as(pods), "");
  EXPECT_EQ(compiled_as("kind: slurm, gpus: 2"), "");
}

TEST(Accelerator, IsWhatATargetIsRentedFor) {
  const std::string tpu = "kind: gcp-tpu, project: p, zone: z, runtime: r, type: ";
  EXPECT_EQ(found(tpu + "v5litepod-8"), "v5litepod-8 tpu");
  const std::string gpu = "kind: gcp-gpu, project: p, zone: z, image_family: f, image_project: i, ";
  EXPECT_EQ(found(gpu + "machine_type: n1-standard-8, accelerator: nvidia-tesla-t4"),
            "nvidia-tesla-t4 cuda");
  EXPECT_EQ(found(gpu + "machine_type: a2-highgpu-1g"), "a2-highgpu-1g cuda");
  EXPECT_EQ(found(gpu + "machine_type: n2-standard-8"), "none");
  const std::string aws = "kind: aws, region: r, image: ami-0, key_name: k, instance_type: ";
  EXPECT_EQ(found(aws + "g5.xlarge"), "g5.xlarge cuda");
  EXPECT_EQ(found(aws + "g4ad.xlarge"), "g4ad.xlarge rocm");
  EXPECT_EQ(found(aws + "p5.48xlarge"), "p5.48xlarge cuda");
  EXPECT_EQ(found(aws + "trn1.2xlarge"), "trn1.2xlarge neuron");
  EXPECT_EQ(found(aws + "c7i.2xlarge"), "none");
  const std::string pods = "kind: kubernetes, image: i, volume: v";
  EXPECT_EQ(found(pods + ", resource: nvidia.com/gpu"), "nvidia.com/gpu cuda");
  EXPECT_EQ(found(pods + ", resource: google.com/tpu"), "google.com/tpu tpu");
  EXPECT_EQ(found(pods + ", resource: example.com/chip"), "example.com/chip ");
  EXPECT_EQ(found(pods), "none");
  EXPECT_EQ(found("kind: slurm, gpus: 2"), "GPUs 2 ");
  EXPECT_EQ(found("kind: slurm, gpus: 0"), "none");
  EXPECT_EQ(found("kind: slurm"), "none");
  EXPECT_EQ(found("kind: ssh, host: h"), "none");
}

}  // namespace
}  // namespace tutti::launch
