// SPDX-License-Identifier: Apache-2.0
#include "app/run_file.h"

#include "app/arguments.h"
#include "app/job_shares.h"
#include "base/hash.h"
#include "base/version.h"
#include "counters/topology.h"
#include "format/gguf.h"

namespace tutti::app {
namespace {

/// What the model is read from.
std::vector<Path> files_of_model(const OpenedModel& model) {
  std::vector<Path> files = model.tokenizer().files();
  if (format::is_gguf(model.path())) {
    if (files.front() != model.path()) files.push_back(model.path());
    return files;
  }
  files.push_back(model.path() / "config.json");
  for (const auto& entry : std::filesystem::directory_iterator(model.path()))
    if (entry.path().extension() == ".safetensors") files.push_back(entry.path());
  return files;
}

}  // namespace

std::future<FileHashes> hash_files_of(const OpenedModel& model) {
  return std::async(std::launch::async, [files = files_of_model(model)] {
    FileHashes hashes;
    for (const Path& path : files) hashes.emplace_back(path.filename(), sha256_of_file(path));
    return hashes;
  });
}

void write_run_file(const GlobalOptions& global, const PlannedRun& run,
                    std::future<FileHashes> model_hashes) {
  using Json = nlohmann::ordered_json;
  TrainArguments copy = run.arguments;
  // The run's bits depend on how many micro-batches there are, not on who computes them.
  if (world_of(copy).ranks > 1) copy.micro_batches = micro_batches_of(copy);
  copy.rank = copy.world_size = copy.master_port = std::nullopt;
  copy.join = false;
  copy.master_addr = copy.rendezvous = copy.shares = "";
  Json file = {{"arguments", arguments_json(list_arguments(copy))}, {"tutti_version", kVersion}};
  Json devices = Json::array();
  const auto there = run.programs.backend().devices();
  for (size_t d = 0; d < run.programs.devices(); d++) devices.push_back(there[d].description);
  file["devices"] = run.devices.empty() ? devices : Json(run.devices);
  file["resolved_precision"] = pass::name_of(run.programs.options().precision);
  file["threads_used"] = global.threads;
  file["versions"] = counters::versions();
  file["topology"] = counters::topology();
  Json& hashes = file["hashes"];
  for (const auto& [name, hash] : model_hashes.get()) hashes["model"][name] = hash;
  hashes["train_features"] = run.data.key();
  if (run.validation) hashes["validation_features"] = run.validation->key();
  write_file_atomically(Path(run.arguments.output_dir) / "run.json", file.dump(2) + "\n");
}

}  // namespace tutti::app
