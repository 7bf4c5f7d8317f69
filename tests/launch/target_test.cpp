// SPDX-License-Identifier: Apache-2.0
#include "launch/target.h"

#include <gtest/gtest.h>

#include "stand_ins.h"
#include "support/errors.h"

namespace tutti::launch {
namespace {

std::string refusal(const std::string& text) {
  return test::failure_of([&] { parse_targets(text, "t.yaml"); }).message;
}

TEST(Targets, HaveTheirMembersAndDefaults) {
  const auto targets = parse_targets(test::kTargets, "t.yaml");
  ASSERT_EQ(targets.size(), 6U);
  const Target& lab = target_named(targets, "lab", "t.yaml");
  EXPECT_EQ(lab.kind(), "ssh");
  EXPECT_EQ(lab.text("host"), "me@lab");
  EXPECT_EQ(lab.text("folder"), "tutti-jobs");
  EXPECT_EQ(lab.price_hour(), std::nullopt);
  const Target& tpu = target_named(targets, "tpu", "t.yaml");
  EXPECT_EQ(tpu.text("type"), "v5litepod-8");
  EXPECT_TRUE(tpu.flag("spot"));
  const Target& ec2 = target_named(targets, "ec2", "t.yaml");
  EXPECT_EQ(ec2.number("disk_gb"), 200);
  EXPECT_EQ(ec2.price_hour(), 1.006);
}

TEST(Targets, SayTheLineWhatWasFoundAndWhatIsExpected) {
  const std::string ssh = "targets:\n  lab:\n    kind: ssh\n";
  const struct {
    std::string text, message;
  } cases[] = {
      {"{}", "t.yaml:1: expected one member, targets: {NAME: {kind: ssh, host: ...}}"},
      {"targets: 3", "t.yaml:1: targets: found 3, expected names of targets"},
      {"targets:\n  Lab: {kind: ssh}", "t.yaml:2: found the name \"Lab\", expected up to 40 of"},
      {"targets:\n  lab: 4", "t.yaml:2: lab: found 4, expected members"},
      {"targets:\n  lab:\n    host: x", "t.yaml:2: lab: kind is missing, expected one of ssh,"},
      {"targets:\n  lab:\n    host: x\n    kind: vm",
       "t.yaml:4: lab: kind is \"vm\", expected one of ssh,"},
      {ssh, "t.yaml:2: lab: host is missing, expected user@host"},
      {ssh + "    host: -oProxyCommand=x\n",
       "t.yaml:4: lab: host is \"-oProxyCommand=x\", expected user@host"},
      {ssh + "    host: a;b\n", "t.yaml:4: lab: host is \"a;b\", expected user@host"},
      {ssh + "    host: 5\n", "t.yaml:4: lab: host is 5, expected user@host"},
      {ssh + "    host: a@b@c\n", "t.yaml:4: lab: host is \"a@b@c\", expected user@host"},
      {ssh + "    host: a@\n", "t.yaml:4: lab: host is \"a@\", expected user@host"},
      {ssh + "    host: \"@b\"\n", "t.yaml:4: lab: host is \"@b\", expected user@host"},
      {ssh + "    host: a\n    port: 70000\n",
       "t.yaml:5: lab: port is 70000, expected a port, from 1 to 65535"},
      {ssh + "    host: a\n    folder: ../x\n",
       "t.yaml:5: lab: folder is \"../x\", expected a path"},
      {ssh + "    host: a\n    zone: b\n",
       "t.yaml:5: lab: found \"zone\", expected members of ssh: kind, price_hour, program,"},
      {ssh + "    host: a\n    price_hour: free\n",
       "t.yaml:5: lab: price_hour is \"free\", expected a number"},
      {"targets:\n  t:\n    kind: gcp-tpu\n    project: p\n    zone: z\n    type: v5e-8\n"
       "    runtime: r\n",
       "t.yaml:6: t: type is \"v5e-8\", expected an accelerator type of a single host: "
       "v5litepod-1"},
      {"targets:\n  t:\n    kind: gcp-tpu\n    project: p\n    zone: z\n    type: v5litepod-16\n"
       "    runtime: r\n",
       "t.yaml:6: t: type is \"v5litepod-16\", expected an accelerator type of a single host"},
      {"targets:\n  a:\n    kind: aws\n    region: r\n    instance_type: trn1\n    image: ami-1\n"
       "    key_name: k\n",
       "t.yaml:5: a: instance_type is \"trn1\", expected an instance type"},
      {"targets:\n  k:\n    kind: kubernetes\n    image: i\n    volume: v\n    nodes: 2\n",
       "t.yaml:6: k: nodes is 2, expected 1 with form: job"},
  };
  for (const auto& [text, message] : cases) {
    const std::string found = refusal(text);
    EXPECT_TRUE(found.starts_with(message)) << text << "\n" << found;
  }
}

TEST(Targets, NoSecretBelongsThere) {
  const std::string found =
      refusal("targets:\n  lab:\n    kind: ssh\n    host: a\n    password: kept-to-myself\n");
  EXPECT_TRUE(found.starts_with("t.yaml:5: lab: found password, but no secret belongs here"))
      << found;
  EXPECT_EQ(found.find("kept-to-myself"), std::string::npos);
}

TEST(Targets, NamesThatAreNot) {
  const auto targets = parse_targets(test::kTargets, "t.yaml");
  EXPECT_NE(
      test::failure_of([&] {
        target_named(targets, "x", "t.yaml");
      }).message.find("--on x: t.yaml has no such target, expected one of batch, ec2, gpu, lab"),
      std::string::npos);
  for (const char* name : {"", "-a", "1a", "a-", "A", "a_b", "a/b", "a b"})
    EXPECT_FALSE(is_name(name)) << name;
  EXPECT_TRUE(is_name("a-1"));
  EXPECT_FALSE(is_name(std::string(41, 'a')));
}

}  // namespace
}  // namespace tutti::launch
