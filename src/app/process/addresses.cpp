// SPDX-License-Identifier: Apache-2.0
#include "app/process/addresses.h"

#include "app/process/environment.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/log.h"
#include "base/text.h"
#include "run/job_place.h"
#include "run/user_folders.h"
#include "storage/cache.h"
#include "storage/mirror.h"
#include "storage/transfer.h"

namespace tutti::app {
namespace {

using storage::Url;

/// Local paths and the addresses that they replace. Written before the command begins.
std::vector<std::pair<std::string, std::string>>& replaced() {
  static std::vector<std::pair<std::string, std::string>> pairs;
  return pairs;
}

/// What to log when all outputs are at their addresses; nothing if none is copied.
std::optional<std::vector<std::string>>& said_at_the_end() {
  static std::optional<std::vector<std::string>> messages;
  return messages;
}

std::string remembered(const Path& local, const std::string& address) {
  replaced().emplace_back(local.string(), address);
  return local.string();
}

Path cache_of_objects() {
  const auto folder = run::cache_folder(environment_variable);
  if (!folder) user_error("s3:// and gs:// need a cache: set HOME or XDG_CACHE_HOME");
  return *folder / "objects";
}

/// Where outputs are kept until they are copied.
Path place_of(const Url& url, const storage::Services& services) {
  const auto folder = run::state_folder(environment_variable);
  if (!folder) user_error("s3:// and gs:// need a folder for outputs: set HOME or XDG_STATE_HOME");
  const std::string name = sha256_hex(services.endpoint(url.service) + " " + url.text());
  return *folder / "outputs" / name.substr(0, 32);
}

/// The texts of an argument.
std::vector<std::string*> texts_of(const Argument& argument) {
  if (auto* const* text = std::get_if<std::string*>(&argument.value)) return {*text};
  std::vector<std::string*> texts;
  if (auto* const* list = std::get_if<std::vector<std::string>*>(&argument.value))
    for (std::string& text : **list) texts.push_back(&text);
  return texts;
}

/// The rank of this process in its job.
int64_t rank_of(const ArgumentList& list) {
  run::JobSettings place;
  for (const Argument& argument : list)
    if (auto* const* value = std::get_if<std::optional<int64_t>*>(&argument.value)) {
      if (argument.name == "rank") place.rank = **value;
      if (argument.name == "world_size") place.world_size = **value;
    }
  return run::rank_in_job(place, environment_variable);
}

}  // namespace

std::unique_ptr<storage::Services> open_services() {
  write_no_core();
  return std::make_unique<storage::Services>(environment_variable);
}

std::string with_addresses(std::string text) {
  for (const auto& [local, address] : replaced())
    for (size_t at = 0; (at = text.find(local, at)) != text.npos; at += address.size())
      text.replace(at, local.size(), address);
  return text;
}

void log_output(std::string message) {
  if (auto& messages = said_at_the_end())
    messages->push_back(std::move(message));
  else
    log_info("{}", message);
}

Addresses::Addresses(const ArgumentList& arguments) {
  for (const Argument& argument : arguments)
    for (std::string* text : texts_of(argument)) {
      if (!storage::is_url(*text)) continue;
      if (!argument.takes_address())
        user_error(
            "{}{}: found {}, which is taken of models, data and outputs; expected a text "
            "that is none",
            argument.positional ? "" : "--", argument.name, escaped(*text));
      if (!services_) {
        services_ = open_services();
        rank_ = rank_of(arguments);
      }
      if (argument.names == Names::input) {
        const Url url = storage::parse_url(*text);
        const auto store = services_->open(url);
        const Path local =
            storage::fetch(*store, url, services_->endpoint(url.service), cache_of_objects());
        *text = remembered(local, url.text());
      } else {
        *text = argument.names == Names::output_file ? output_file(*text) : output_folder(*text);
      }
    }
  for (const auto& mirror : mirrors_) mirror->watch();
  if (!mirrors_.empty()) said_at_the_end().emplace();
}

Addresses::~Addresses() = default;

/// The first process of a job writes. The others have places of their own, for what they write if
/// the first fails and they replace it.
Path Addresses::own_place(const Url& url) const {
  Path place = place_of(url, *services_);
  if (rank_ > 0) place += fmt::format("-rank-{}", rank_);
  return place;
}

std::string Addresses::output_folder(const std::string& text) {
  const Url url = storage::parse_url(text);
  auto mirror = std::make_unique<storage::Mirror>(services_->open(url), url, own_place(url));
  rank_ == 0 ? mirror->pull() : mirror->empty();
  mirrors_.push_back(std::move(mirror));
  return remembered(mirrors_.back()->folder(), url.text());
}

std::string Addresses::output_file(const std::string& text) {
  Url url = storage::parse_url(text);
  if (url.key.empty())
    user_error("{}: found a bucket, expected a name for the file in it", escaped(text));
  const std::string name = url.name();
  const Path place = own_place(url);
  url.key.resize(url.key.size() - std::min(url.key.size(), name.size() + 1));
  // Nothing is fetched from there: the file is replaced.
  mirrors_.push_back(std::make_unique<storage::Mirror>(services_->open(url), url, place));
  return remembered(mirrors_.back()->folder() / name, storage::parse_url(text).text());
}

void Addresses::finish(bool is_done) {
  for (const auto& mirror : mirrors_) {
    try {
      mirror->finish();
    } catch (const UserError& error) {
      throw UserError(error.code(), fmt::format("{}; what was written is in {}", error.what(),
                                                escaped(mirror->folder().string(), 1000)));
    }
    if (is_done) mirror->remove();
  }
  const auto messages = std::exchange(said_at_the_end(), std::nullopt);
  if (!messages) return;
  for (const std::string& message : *messages) log_info("{}", message);
}

}  // namespace tutti::app
