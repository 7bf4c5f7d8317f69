// SPDX-License-Identifier: Apache-2.0
// Kubernetes: a small pod copies files to and from a volume; the training is a Job, a JobSet or an
// MPIJob with the same volume.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "launch/driver.h"

namespace tutti::launch {
namespace {

using Json = nlohmann::ordered_json;
using Words = std::vector<std::string>;

constexpr const char* kVolumePath = "/tutti";

/// A manifest is JSON, which kubectl accepts like YAML.
ClientCommand applied(ClientCommand command, const Json& manifest) {
  command.words.insert(command.words.end(), {"apply", "--filename=-"});
  command.input = manifest.dump(2) + "\n";
  return command;
}

class KubernetesDriver : public Driver {
 public:
  bool has_machine() const override { return true; }

  ClientCommand create(const RemoteJob& job) const override {
    Json spec = pod_spec(job, files_container(job));
    spec["activeDeadlineSeconds"] = job.seconds + 3600;
    return applied(kubectl(job), {{"apiVersion", "v1"},
                                  {"kind", "Pod"},
                                  {"metadata", metadata(job, files_pod(job))},
                                  {"spec", spec}});
  }

  ClientCommand ask_machine(const RemoteJob& job) const override {
    return kubectl(job, {"get", "pod", files_pod(job), "--ignore-not-found",
                         "--output=jsonpath={.metadata.deletionTimestamp} {.status.phase}"});
  }

  MachineState machine_state(const std::string& answer, RemoteJob&) const override {
    const size_t begin = answer.find_first_not_of(" \r\n");
    if (begin == std::string::npos) return MachineState::absent;
    const std::string state = answer.substr(begin, answer.find_last_not_of(" \r\n") + 1 - begin);
    if (state == "Running") return MachineState::ready;
    return state == "Pending" ? MachineState::starting : MachineState::ended;
  }

  std::string ready_answer() const override { return "Running"; }

  ClientCommand remove_machine(const RemoteJob& job) const override {
    return kubectl(job, {"delete", "pod", files_pod(job), "--ignore-not-found"});
  }

  ClientCommand shell(const RemoteJob& job, const std::string& script) const override {
    return kubectl(job, {"exec", files_pod(job), "--", "sh", "-c", script});
  }

  std::string folder(const RemoteJob& job) const override {
    return fmt::format("{}/{}", kVolumePath, job.unit());
  }

  std::vector<ClientCommand> send(const RemoteJob& job, const Path& from, const std::string& to,
                                  const Path& passing) const override {
    ClientCommand pack{{"tar", "-C", from.string(), "-cf", passing.string(), "."}};
    ClientCommand unpack = kubectl(job, {"exec", "--stdin", files_pod(job), "--", "tar", "-C",
                                         folder(job) + (to.empty() ? "" : "/" + to), "-xf", "-"});
    unpack.from_file = passing.string();
    pack.is_transfer = unpack.is_transfer = true;
    return {pack, unpack};
  }

  std::vector<ClientCommand> fetch(const RemoteJob& job, const Path& to, const Path&,
                                   const Path& passing) const override {
    ClientCommand pack = kubectl(
        job, {"exec", files_pod(job), "--", "tar", "-C", folder(job), "-cf", "-", "output"});
    pack.to_file = passing.string();
    ClientCommand unpack{{"tar", "-C", to.string(), "-xf", passing.string()}};
    pack.is_transfer = unpack.is_transfer = true;
    return {pack, unpack};
  }

  ClientCommand start(const RemoteJob& job) const override {
    return applied(kubectl(job), manifest(job));
  }

  ClientCommand ask_unit(const RemoteJob& job) const override {
    const std::string form = job.target.text("form");
    const char* const fields = form == "jobset"
                                   ? "--output=jsonpath={.metadata.name} {.status.terminalState}"
                                   : "--output=jsonpath={.metadata.name} "
                                     "{.status.conditions[?(@.status==\"True\")].type}";
    return kubectl(job, {"get", form, unit(job), "--ignore-not-found", fields});
  }

  bool unit_exists(const std::string& answer) const override {
    if (answer.find_first_not_of(" \r\n") == std::string::npos) return false;
    for (const char* end : {"Complete", "Failed", "Succeeded"})
      if (answer.find(end) != std::string::npos) return false;
    return true;
  }

  ClientCommand stop(const RemoteJob& job) const override {
    return kubectl(job, {"delete", job.target.text("form"), unit(job), "--ignore-not-found",
                         "--cascade=foreground", "--wait=false"});
  }

  /// For all attempts, and only after their pods have ended.
  ClientCommand remove_unit(const RemoteJob& job) const override {
    return kubectl(job, {"delete", job.target.text("form"), "--selector=tutti=" + job.unit(),
                         "--ignore-not-found", "--cascade=foreground", "--timeout=400s"});
  }

  bool outlives_machine() const override { return true; }

  ClientCommand clean(const RemoteJob& job) const override { return clean_after(job, ":"); }

 protected:
  std::string command_line(const RemoteJob& job, const std::string& program) const override {
    const std::string form = job.target.text("form");
    const int64_t nodes = job.target.number("nodes");
    if (form == "mpijob")  // a trial run first: names of new pods are not known immediately
      return fmt::format(
          "sh -c 'for n in 1 2 3 4 5 6 7 8; do mpirun --allow-run-as-root -np {0} true && break; "
          "sleep 5; done; exec mpirun --allow-run-as-root -np {0} {1} train job.json "
          "--master_addr {2}-worker-0.{2}'",
          nodes * job.processes, program, unit(job));
    if (form == "job" || nodes == 1) return Driver::command_line(job, program);
    return fmt::format(
        "{0} launch --nnodes {1} --node_rank \"$JOB_COMPLETION_INDEX\" "
        "--nproc_per_node {2} --master_addr {3}-w-0-0.{3} -- train job.json",
        program, nodes, job.processes, unit(job));
  }

 private:
  static ClientCommand kubectl(const RemoteJob& job, const Words& more = {}) {
    Words words = {"kubectl"};
    const std::string context = job.target.text("context");
    if (!context.empty()) words.push_back("--context=" + context);
    words.push_back("--namespace=" + job.target.text("namespace"));
    words.insert(words.end(), more.begin(), more.end());
    return {words};
  }

  static std::string files_pod(const RemoteJob& job) { return job.unit() + "-files"; }

  /// Each attempt is a separate object, because its specification cannot be changed.
  static std::string unit(const RemoteJob& job) {
    return fmt::format("{}-{}", job.unit(), job.attempt);
  }

  static Json metadata(const RemoteJob& job, const std::string& name) {
    return {{"name", name},
            {"labels", {{"app.kubernetes.io/managed-by", "tutti"}, {"tutti", job.unit()}}}};
  }

  static Json files_container(const RemoteJob& job) {
    return {{"name", "files"},
            {"image", job.target.text("image")},
            {"command", {"sleep", "infinity"}},
            {"volumeMounts", Json::array({Json({{"name", "files"}, {"mountPath", kVolumePath}})})}};
  }

  static Json pod_spec(const RemoteJob& job, const Json& container) {
    const Json volume = {{"name", "files"},
                         {"persistentVolumeClaim", {{"claimName", job.target.text("volume")}}}};
    return {{"restartPolicy", "Never"},
            {"containers", Json::array({container})},
            {"volumes", Json::array({volume})}};
  }

  static Json training_pod(const RemoteJob& job, const std::string& name, const Words& command,
                           bool has_devices = true) {
    Json container = files_container(job);
    container["name"] = name;
    container["command"] = command;
    const Target& target = job.target;
    Json limits = Json::object();
    if (has_devices && !target.text("resource").empty())
      limits[target.text("resource")] = std::to_string(target.number("resource_count"));
    if (target.number("cpus") > 0) limits["cpu"] = std::to_string(target.number("cpus"));
    if (!target.text("memory").empty()) limits["memory"] = target.text("memory");
    if (!limits.empty()) container["resources"] = {{"limits", limits}};
    Json spec = pod_spec(job, container);
    spec["terminationGracePeriodSeconds"] = 300;  // in which a checkpoint is written
    const std::string selector = target.text("node_selector");
    if (!selector.empty())
      spec["nodeSelector"] = {{selector.substr(0, selector.find(':')),
                               selector.substr(std::min(selector.size(), selector.find(':')) + 1)}};
    return {{"metadata", {{"labels", {{"tutti", job.unit()}}}}}, {"spec", spec}};
  }

  Words run_words(const RemoteJob& job) const {
    return {"sh", folder(job) + "/run.sh", std::to_string(job.attempt),
            std::to_string(job.seconds)};
  }

  static Json object_of(const RemoteJob& job, const char* version, const char* kind,
                        const Json& spec) {
    return {{"apiVersion", version},
            {"kind", kind},
            {"metadata", metadata(job, unit(job))},
            {"spec", spec}};
  }

  Json manifest(const RemoteJob& job) const {
    const std::string form = job.target.text("form");
    if (form == "mpijob") return mpi_job(job);
    Json spec = {{"backoffLimit", 0},
                 {"activeDeadlineSeconds", job.seconds + 900},
                 {"template", training_pod(job, "train", run_words(job))}};
    if (form == "job") return object_of(job, "batch/v1", "Job", spec);
    const int64_t nodes = job.target.number("nodes");
    spec["parallelism"] = spec["completions"] = nodes;
    spec["completionMode"] = "Indexed";
    const Json workers = {{"name", "w"}, {"replicas", 1}, {"template", {{"spec", spec}}}};
    return object_of(
        job, "jobset.x-k8s.io/v1alpha2", "JobSet",
        {{"failurePolicy", {{"maxRestarts", 0}}}, {"replicatedJobs", Json::array({workers})}});
  }

  Json mpi_job(const RemoteJob& job) const {
    Json worker = training_pod(job, "worker", {"/usr/sbin/sshd", "-De"});
    // The launcher waits for ready workers, which accept its connections.
    worker["spec"]["containers"][0]["readinessProbe"] = {{"tcpSocket", {{"port", 22}}}};
    return object_of(
        job, "kubeflow.org/v2beta1", "MPIJob",
        {{"slotsPerWorker", job.processes},
         {"runPolicy",
          {{"cleanPodPolicy", "Running"},
           {"backoffLimit", 3},  // for a launcher that loses its node
           {"activeDeadlineSeconds", job.seconds + 900}}},
         {"launcherCreationPolicy", "WaitForWorkersReady"},
         {"mpiReplicaSpecs",
          {{"Launcher",
            {{"replicas", 1}, {"template", training_pod(job, "train", run_words(job), false)}}},
           {"Worker", {{"replicas", job.target.number("nodes")}, {"template", worker}}}}}});
  }
};

}  // namespace

std::unique_ptr<Driver> make_kubernetes_driver() {
  return std::make_unique<KubernetesDriver>();
}

}  // namespace tutti::launch
