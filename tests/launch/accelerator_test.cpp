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
