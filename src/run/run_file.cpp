// SPDX-License-Identifier: Apache-2.0
#include "run/run_file.h"

#include "base/files.h"
#include "base/hash.h"
#include "base/log.h"
#include "base/threads.h"
#include "base/version.h"
#include "counters/topology.h"
#include "format/argument_values.h"
#include "format/gguf.h"
#include "format/sharded.h"
#include "run/job_shares.h"

namespace tutti::run {
namespace {

/// The model's files.
std::vector<Path> files_of_model(const OpenedModel& model) {
  std::vector<Path> files = model.tokenizer().files();
  if (format::is_gguf(model.path())) {
    if (files.front() != model.path()) files.push_back(model.path());
    return files;
  }
  files.push_back(model.path() / "config.json");
  for (const auto& entry : std::filesystem::directory_iterator(model.path()))
    if (format::is_weights_name(entry.path())) files.push_back(entry.path());
  return files;
}

/// The contents known before the first step.
nlohmann::ordered_json run_json(const PreparedRun& run, train::Programs& programs,
                                const std::vector<std::string>& of_job) {
  using Json = nlohmann::ordered_json;
  TrainSettings copy = run.settings();
  // The run's bits depend on the number of micro-batches, not on which process computes them.
  copy.max_processes = most_processes(copy);
  if (world_of(copy).ranks > 1) copy.micro_batches = micro_batches_of(copy);
  copy.rank = copy.world_size = copy.master_port = std::nullopt;
  copy.join = false;
  copy.master_addr = copy.rendezvous = copy.shares = "";
  Json arguments = format::arguments_json(list_arguments(copy));
  for (Json& value : arguments)
    if (value.is_string()) value = run.context().address_of(value.get<std::string>());
  Json file = {{"arguments", std::move(arguments)}, {"tutti_version", kVersion}};
  Json devices = Json::array();
  const auto there = programs.backend().devices();
  for (size_t d = 0; d < programs.devices(); d++) devices.push_back(there[d].description);
  file["devices"] = of_job.empty() ? devices : Json(of_job);
  file["resolved_precision"] = pass::name_of(programs.options().precision);
  file["threads_used"] = run.context().threads;
  file["versions"] = counters::versions();
  file["topology"] = counters::topology();
  Json& hashes = file["hashes"];
  hashes["train_features"] = run.data().key();
  if (run.validation()) hashes["validation_features"] = run.validation()->key();
  return file;
}

/// Adds SHA-256 of the model's files.
void add_hashes(const std::vector<Path>& files, const Path& path,
                nlohmann::ordered_json run) noexcept try {
  for (const Path& file : files) run["hashes"]["model"][file.filename()] = sha256_of_file(file);
  write_file_atomically(path, run.dump(2) + "\n");
} catch (const std::exception& error) {
  log_warning("{} does not get the hashes of the model's files: {}", path.string(), error.what());
}

}  // namespace

RunFile::RunFile(const PreparedRun& run, train::Programs& programs,
                 const std::vector<std::string>& devices) {
  const Path path = Path(run.settings().output_dir) / "run.json";
  std::vector<Path> files = files_of_model(run.model());
  for (const Path& file : files) InputFile{file};  // an unreadable file fails now
  nlohmann::ordered_json json = run_json(run, programs, devices);
  write_file_atomically(path, json.dump(2) + "\n");
  hashing_ = std::thread([path, json = std::move(json), files = std::move(files)] {
    run_when_idle();
    add_hashes(files, path, json);
  });
}

RunFile::~RunFile() {
  run_as_usual(hashing_);  // now the destructor waits for it
  hashing_.join();
}

}  // namespace tutti::run
