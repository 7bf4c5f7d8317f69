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

/// SHA-256 of what the run reads: model files by name, and what the features were made from.
nlohmann::ordered_json hashes_of(const PlannedRun& run) {
  nlohmann::ordered_json hashes;
  std::vector<Path> files = run.model.tokenizer().files();
  if (format::is_gguf(run.model.path())) {
    if (files.front() != run.model.path()) files.push_back(run.model.path());
  } else {
    files.push_back(run.model.path() / "config.json");
    for (const auto& entry : std::filesystem::directory_iterator(run.model.path()))
      if (entry.path().extension() == ".safetensors") files.push_back(entry.path());
  }
  for (const Path& path : files) hashes["model"][path.filename().string()] = sha256_of_file(path);
  hashes["train_features"] = run.data.key();
  if (run.validation) hashes["validation_features"] = run.validation->key();
  return hashes;
}

}  // namespace

void write_run_file(const GlobalOptions& global, const PlannedRun& run) {
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
  file["hashes"] = hashes_of(run);
  write_file_atomically(Path(run.arguments.output_dir) / "run.json", file.dump(2) + "\n");
}

}  // namespace tutti::app
