// SPDX-License-Identifier: Apache-2.0
// The manifests of examples/kubernetes are what `tutti launch --on` writes, as far as both say the
// same things.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "format/yaml.h"
#include "launch/driver.h"

namespace tutti::launch {
namespace {

using nlohmann::json;

constexpr std::string_view kNextDocument = "\n---\n";

std::vector<json> example(const std::string& name) {
  const Path path = Path(TUTTI_SOURCE_DIR) / "examples" / "kubernetes" / name;
  std::string text = read_file(path);
  std::vector<json> documents;
  for (size_t end = 0; end != text.npos; text.erase(0, end + kNextDocument.size())) {
    end = text.find(kNextDocument);
    documents.push_back(format::parse_yaml(text.substr(0, end), name));
    if (end == text.npos) break;
  }
  return documents;
}

RemoteJob job_of(const std::string& form) {
  RemoteJob job;
  job.target =
      parse_targets(fmt::format("targets: {{t: {{kind: kubernetes, form: {}, nodes: 4, image: "
                                "registry.example/tutti:1, program: tutti, volume: work}}}}",
                                form),
                    "t.yaml")[0];
  job.name = "run";
  return job;
}

json written(const RemoteJob& job) {
  return json::parse(make_driver(job.target)->start(job).input);
}

/// Values that the two have at the same place, but for names, numbers of pods and commands, which
/// are each one's own. Fails where they differ.
int common_values(const json& ours, const json& launch) {
  const json flat = launch.flatten(), own = ours.flatten();
  int count = 0;
  for (const auto& [place, value] : own.items()) {
    const bool is_own = place.ends_with("metadata/name") ||
                        place.find("/command/") != std::string::npos ||
                        place.ends_with("maxRestarts") || place.ends_with("backoffLimit");
    if (is_own || !flat.contains(place)) continue;
    EXPECT_EQ(flat[place], value) << place;
    count++;
  }
  return count;
}

/// The words that the container runs.
std::vector<std::string> command_of(const json& pod) {
  return pod["spec"]["containers"][0]["command"];
}

std::string after(const std::vector<std::string>& words, const std::string& flag) {
  const auto found = std::find(words.begin(), words.end(), flag);
  return found == words.end() || found + 1 == words.end() ? "" : *(found + 1);
}

/// Where the launcher's script looks for rank 0, for a job with the example's name.
std::string first_address(const RemoteJob& job) {
  std::string text = make_driver(job.target)->texts(job).at("run.sh");
  const std::string unit = fmt::format("{}-{}", job.unit(), job.attempt);
  for (size_t at = 0; (at = text.find(unit)) != text.npos;) text.replace(at, unit.size(), "tutti");
  text = text.substr(text.find("--master_addr ") + 14);
  return text.substr(0, text.find_first_of(" '"));
}

TEST(KubernetesExamples, AnIndexedJobIsThatOfAJobSet) {
  const auto documents = example("indexed_job.yaml");
  ASSERT_EQ(documents.size(), 2U);
  const json& job = documents[0];
  EXPECT_EQ(job["apiVersion"], "batch/v1");
  EXPECT_EQ(job["kind"], "Job");
  const json jobs = written(job_of("jobset"))["spec"]["replicatedJobs"];
  EXPECT_GE(common_values(job["spec"], jobs[0]["template"]["spec"]), 10);
  EXPECT_EQ(job["spec"]["template"]["spec"]["subdomain"], documents[1]["metadata"]["name"]);
  EXPECT_EQ(documents[1]["spec"]["selector"]["job-name"], job["metadata"]["name"]);
  EXPECT_EQ(documents[1]["spec"]["clusterIP"], "None");
  EXPECT_EQ(after(command_of(job["spec"]["template"]), "--world_size"),
            job["spec"]["completions"].dump());
}

TEST(KubernetesExamples, AJobSetIsTheLaunchers) {
  const json set = example("jobset.yaml").at(0);
  EXPECT_GE(common_values(set, written(job_of("jobset"))), 14);
  const json job = set["spec"]["replicatedJobs"][0]["template"]["spec"];
  const auto words = command_of(job["template"]);
  EXPECT_EQ(after(words, "--master_addr"), first_address(job_of("jobset")));
  EXPECT_EQ(after(words, "--world_size"), job["completions"].dump());
}

TEST(KubernetesExamples, AnMpiJobIsTheLaunchers) {
  const json job = example("mpijob.yaml").at(0);
  EXPECT_GE(common_values(job, written(job_of("mpijob"))), 22);
  EXPECT_EQ(job["spec"]["launcherCreationPolicy"], "WaitForWorkersReady");
  const json& replicas = job["spec"]["mpiReplicaSpecs"];
  const auto words = command_of(replicas["Launcher"]["template"]);
  EXPECT_EQ(after(words, "--master_addr"), first_address(job_of("mpijob")));
  EXPECT_EQ(after(words, "-np"), replicas["Worker"]["replicas"].dump());
}

}  // namespace
}  // namespace tutti::launch
