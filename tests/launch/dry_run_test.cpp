// SPDX-License-Identifier: Apache-2.0
// What a launch would do on each kind of target, as the files of tests/golden/launch have it.
// tools/check_launch_clients.py shows those files to the real clients.
#include "launch/dry_run.h"

#include <gtest/gtest.h>

#include "support/data.h"
#include "support/temporary_folder.h"

namespace tutti::launch {
namespace {

TEST(DryRun, IsAsTheGoldenFilesHaveIt) {
  const test::TemporaryFolder temporary;
  const Path folder = test::golden_data("launch");
  const auto targets = parse_targets(read_file(folder / "targets.yaml"), "targets.yaml");
  EXPECT_EQ(targets.size(), 18U);
  for (const Target& target : targets) {
    RemoteJob job;
    job.target = target;
    job.name = "run";
    job.key = "0123456789abcdef";
    job.began = 1'700'000'000;
    job.hours = 2;
    job.processes = target.name() == "ssh-installed" ? 2 : 1;
    job.output = "/home/me/trained";
    Bundle bundle{{{"/home/me/base", "in/model_name_or_path/base"}},
                  "{\"arguments\": {\"output_dir\": \"output\"}}\n"};
    if (target.text("program").empty())
      bundle.files.emplace_back("/usr/bin/tutti", "program/tutti");
    const std::string text =
        dry_run(job, bundle, JobStore("/home/me/.local/state/tutti/jobs"), temporary.path());
    if (const char* update = ::getenv("TUTTI_UPDATE_GOLDEN"))
      write_file_atomically(Path(update) / (target.name() + ".txt"), text);
    else
      EXPECT_EQ(text, read_file(folder / (target.name() + ".txt"))) << target.name();
  }
}

TEST(DryRun, LeavesNothing) {
  const test::TemporaryFolder folder;
  RemoteJob job;
  job.target = parse_targets("targets: {lab: {kind: ssh, host: a}}", "t.yaml")[0];
  job.name = "run";
  job.output = (folder.path() / "trained").string();
  dry_run(job, {}, JobStore(folder.path() / "jobs"), folder.path());
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace tutti::launch
