// SPDX-License-Identifier: Apache-2.0
#include "app/launch/launch_bundle.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/process/context.h"
#include "app/shell/options.h"
#include "backend/registry.h"
#include "base/text.h"
#include "format/argument_values.h"
#include "lapack/openblas.h"
#include "launch/accelerator.h"
#include "run/hub.h"
#include "task/data_files.h"

namespace tutti::app {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// Arguments that are folders of models, or their names on the hub.
constexpr const char* kModels[] = {"model_name_or_path", "tokenizer_name", "adapter"};
/// Arguments that are files or folders of data.
constexpr const char* kData[] = {"dataset_name", "chat_template_path", "compiled_dir"};
/// Arguments that name one file of data or several.
constexpr const char* kDataFiles[] = {"train_file", "validation_file"};
/// Arguments that concern this machine, or that a launch decides.
constexpr const char* kRefused[] = {"logging_dir", "profile",     "dump_passes",
                                    "token_file",  "rank",        "world_size",
                                    "master_addr", "master_port", "rendezvous"};

/// With several processes, each must name its backend.
int64_t processes_of(const launch::RemoteJob& job) {
  return job.processes * job.target.members().value("nodes", int64_t{1});
}

/// The backend of a command line that names none.
std::string usual_backend(const launch::RemoteJob& job) {
  const auto accelerator = launch::accelerator_of(job.target);
  // A rented device must be used, otherwise the training ends immediately.
  if (accelerator && !accelerator->kind.empty()) return "pjrt=" + accelerator->kind;
  if (processes_of(job) == 1) return "auto";
  if (accelerator)
    user_error(
        "--backend is missing: {} has {}, and each of {} processes needs one: --backend "
        "pjrt=cuda, for one",
        job.target.name(), accelerator->what, processes_of(job));
  return "cpu";
}

/// Renting a device without using it is never intended.
void expect_use(const launch::RemoteJob& job, const std::string& backend) {
  if (backend == "auto" && processes_of(job) > 1)
    user_error("--backend auto with {} processes: each might take another; name the backend",
               processes_of(job));
  const auto accelerator = launch::accelerator_of(job.target);
  if (!accelerator || backend == "auto") return;
  const auto advice =
      accelerator->kind.empty() ? "auto, or pjrt=KIND" : "auto, or pjrt=" + accelerator->kind;
  if (backend::capabilities_of(backend).is_own_processor)
    user_error(
        "--backend {}: {} has {}, which would not be used; expected --backend {}, or a target "
        "without it",
        escaped(backend), job.target.name(), accelerator->what, advice);
  const std::string kind = backend::pjrt::kind_of(backend);
  if (!kind.empty() && !accelerator->kind.empty() && kind != accelerator->kind)
    user_error("--backend {}: {} has {}; expected --backend {}", escaped(backend),
               job.target.name(), accelerator->what, advice);
}

class BundleMaker {
 public:
  BundleMaker(Json arguments, const launch::RemoteJob& job)
      : arguments_(std::move(arguments)), job_(job) {}

  launch::Bundle make() {
    expect_arguments_for_launch();
    send_base_of_adapter();
    for (const char* name : kModels)
      if (!is_empty(name)) add(name, run::resolve_model(text_of_argument(name), cache()));
    for (const char* name : kData)
      if (!is_empty(name)) add(name, existing(name, text_of_argument(name)));
    for (const char* name : kDataFiles)
      if (!is_empty(name)) add_files(name);
    arguments_["cache_dir"] = nullptr;
    arguments_["output_dir"] = "output";
    arguments_["overwrite_output_dir"] = false;
    arguments_["resume_from_checkpoint"] = "auto";  // the same for the first start and the others
    if (job_.target.members().value("nodes", int64_t{1}) > 1) arguments_["token_file"] = "token";
    bundle_.arguments = Json{{"arguments", arguments_}}.dump(2) + "\n";
    if (job_.target.text("program").empty()) add_own_program();
    return std::move(bundle_);
  }

 private:
  void expect_arguments_for_launch() const {
    for (const char* name : kRefused)
      if (!is_empty(name))
        user_error("--{} with launch --on: expected none, because it runs on another machine",
                   name);
    const std::string resume = text_of_argument("resume_from_checkpoint");
    if (!resume.empty() && resume != "auto")
      user_error("--resume_from_checkpoint {}: expected auto with launch --on", escaped(resume));
  }

  Path cache() const { return run::hub_cache(text_of_argument("cache_dir"), context_of({})); }

  void send_base_of_adapter() {
    std::string model = text_of_argument("model_name_or_path"),
                adapter = text_of_argument("adapter"),
                tokenizer = text_of_argument("tokenizer_name");
    const std::string given = adapter;
    run::find_base(model, adapter, tokenizer, cache());
    if (adapter == given) return;
    arguments_["model_name_or_path"] = model;
    arguments_["adapter"] = adapter;
    if (!tokenizer.empty()) arguments_["tokenizer_name"] = tokenizer;
  }

  bool is_empty(const char* name) const {
    const auto found = arguments_.find(name);
    return found == arguments_.end() || found->is_null() ||
           (found->is_string() && found->get<std::string>().empty());
  }

  std::string text_of_argument(const char* name) const {
    return is_empty(name) ? "" : arguments_.at(name).get<std::string>();
  }

  static Path existing(const char* name, const Path& path) {
    if (!fs::exists(path))
      user_error("--{} {}: there is no such file or folder to send", name,
                 escaped(path.string(), 1000));
    return path;
  }

  void add(const char* name, const Path& path) {
    arguments_[name] = send(path, fmt::format("in/{}", name));
  }

  /// Several files may have the same name in different folders.
  void add_files(const char* name) {
    const std::vector<Path> files = task::named_files(text_of_argument(name), name);
    std::string places;
    for (size_t i = 0; i < files.size(); i++) {
      const std::string folder =
          files.size() == 1 ? fmt::format("in/{}", name) : fmt::format("in/{}/{}", name, i);
      places += (i == 0 ? "" : ",") + send(existing(name, files[i]), folder);
    }
    arguments_[name] = places;
  }

  /// Returns its place there.
  std::string send(const Path& path, const std::string& folder) {
    const Path whole = fs::absolute(path).lexically_normal();
    const Path last = whole.filename().empty() ? whole.parent_path().filename() : whole.filename();
    std::string place = fmt::format("{}/{}", folder, last.string());
    bundle_.files.emplace_back(whole, place);
    return place;
  }

  /// Including the modules that it opens on demand.
  void add_own_program() {
    lapack::find_in_openblas("cblas_sgemm");
    const Path gloo = fs::canonical("/proc/self/exe").parent_path() / "tutti_comm_gloo.so";
    launch::add_program(bundle_, fs::exists(gloo) ? std::vector<Path>{gloo} : std::vector<Path>());
  }

  Json arguments_;
  const launch::RemoteJob& job_;
  launch::Bundle bundle_;
};

/// The value of --backend.
std::string& backend_of(const Command& command) {
  const Argument* found = find_argument(command.arguments, "backend");
  check(found != nullptr, "{} has no --backend", command.name);
  return **std::get_if<std::string*>(&found->value);
}

}  // namespace

void carry_compiled(launch::Bundle& bundle, const Path& folder) {
  constexpr const char* kPlace = "in/compiled_programs";
  Json job = Json::parse(bundle.arguments);
  job["arguments"]["compiled_dir"] = kPlace;
  bundle.arguments = job.dump(2) + "\n";
  bundle.files.emplace_back(folder, kPlace);
}

launch::Bundle training_bundle(const GlobalOptions& global, launch::RemoteJob& job) {
  if (global.words.empty() || global.words.front() != "train")
    user_error(
        "tutti launch --on {}: the command is {}, expected `train`: tutti launch --on {} train ...",
        job.target.name(), global.words.empty() ? "missing" : escaped(global.words.front()),
        job.target.name());
  const std::vector<Command> commands = all_commands();
  const CommandLine line = parse_command_line(global.words, commands);
  if (line.threads > 0)
    user_error("--threads {}: expected none with launch --on; a machine uses what it has",
               line.threads);
  std::string& backend = backend_of(*line.command);
  backend.clear();  // to see whether one is given
  apply(line);
  if (backend.empty()) backend = usual_backend(job);
  expect_use(job, backend);
  const Json arguments = format::arguments_json(line.command->arguments);
  const std::string output =
      arguments.at("output_dir").is_null() ? "" : arguments.at("output_dir").get<std::string>();
  if (output.empty()) user_error("--output_dir is missing: expected a folder for the output");
  job.output = fs::absolute(output).lexically_normal().string();
  while (job.output.size() > 1 && job.output.ends_with('/')) job.output.pop_back();
  for (const std::string& word : global.words)
    job.command += (job.command.empty() ? "" : " ") + shell_word(word);
  return BundleMaker(arguments, job).make();
}

}  // namespace tutti::app
