// SPDX-License-Identifier: Apache-2.0
#include "launch/dry_run.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/passing_folder.h"
#include "launch/life_cycle.h"
#include "launch/output_folder.h"

namespace tutti::launch {
namespace {

namespace fs = std::filesystem;

/// Records its commands, and answers like a service that never fails.
class ObligingClients : public Clients {
 public:
  explicit ObligingClients(const RemoteJob& job) : job_(job), driver_(make_driver(job.target)) {}

  ClientEnd run(const ClientCommand& command) override {
    const std::string text = shell_text(command);
    if (text != last_) text_ += text;  // a repeated question is shown once
    last_ = text;
    const auto is = [&](const ClientCommand& other) {
      return !other.words.empty() && text == shell_text(other);
    };
    if (is(driver_->create(job_))) exists_ = true;
    if (is(driver_->remove_machine(job_))) exists_ = false;
    if (is(driver_->ask_machine(job_))) return {0, exists_ ? driver_->ready_answer() : ""};
    if (is(claim(*driver_, job_))) return {0, "fresh\n"};
    if (is(poll_unit(*driver_, job_))) return {0, "ended 0\n"};
    return {};
  }

  const std::string& text() const { return text_; }

 private:
  const RemoteJob& job_;
  std::unique_ptr<Driver> driver_;
  std::string text_, last_;
  bool exists_ = false;
};

void replace_all(std::string& text, const std::string& what, const std::string& by) {
  for (size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
}

/// The folders of a bundle with an empty file for each of its files.
void write_names(const Bundle& bundle, const Path& folder) {
  fs::create_directories(folder);
  for (const auto& [from, name] : bundle.files) {
    fs::create_directories((folder / name).parent_path());
    write_file_atomically(folder / name, "");
  }
  write_file_atomically(folder / "job.json", bundle.arguments);
}

std::string shown_file(const Path& file, const std::string& text) {
  return fmt::format("\n# {}\n{}{}", file.string(), text, text.ends_with('\n') ? "" : "\n");
}

}  // namespace

std::string dry_run(RemoteJob job, const Bundle& bundle, const JobStore& store,
                    const Path& temporary) {
  const PassingFolder passing(temporary);
  const Path output = job.output, part = part_of(output, job.name);
  const Path store_here = passing.path() / "store", output_here = passing.path() / "output";
  const JobStore own(store_here);
  job.output = output_here;
  job.seconds = static_cast<int64_t>(job.hours * 3600);
  write_names(bundle, own.folder_of(job.name) / "bundle");
  const BundleTexts texts = make_driver(job.target)->texts(job);

  ObligingClients clients(job);
  const std::atomic<int> stop{0};
  Pace pace;
  pace.poll = pace.retry = 0;
  const int64_t began = job.began;
  LifeCycle(job, {clients, own, pace, stop, [began] { return began; }, [](const std::string&) {},
                  [](const Path&) { return true; }})
      .run();

  std::string text = clients.text();
  replace_all(text, part_of(output_here, job.name).string(), part.string());
  replace_all(text, output_here.string(), output.string());
  replace_all(text, own.folder_of(job.name).string(), store.folder_of(job.name).string());
  const Path sent = store.folder_of(job.name) / "bundle";
  text += "\n# what is sent:\n";
  for (const auto& [from, name] : bundle.files)
    text += fmt::format("#   {} from {}\n", name, from.string());
  text += shown_file(sent / "job.json", bundle.arguments);
  for (const auto& [name, content] : texts) text += shown_file(sent / name, content);
  return text;
}

}  // namespace tutti::launch
