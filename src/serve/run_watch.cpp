// SPDX-License-Identifier: Apache-2.0
#include "serve/run_watch.h"

#include <sys/stat.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/text.h"
#include "format/json.h"
#include "format/tfevents_read.h"
#include "metrics/metrics_line.h"
#include "metrics/metrics_log.h"
#include "serve/fast_line.h"

namespace tutti::serve {
namespace {

namespace fs = std::filesystem;

constexpr size_t kPieceBytes = size_t{1} << 20;  // read at a time; no line is longer
constexpr size_t kLargestJson = size_t{1} << 24;
constexpr size_t kMostNotes = 5;

std::string bytes_at(const InputFile& file, uint64_t offset, size_t most) {
  std::string bytes(std::min<uint64_t>(most, file.size() - std::min(offset, file.size())), '\0');
  file.read_at(offset, std::as_writable_bytes(std::span(bytes)));
  return bytes;
}

nlohmann::ordered_json json_of(const Path& file, std::vector<std::string>& notes) {
  std::error_code failure;
  if (!fs::is_regular_file(fs::symlink_status(file, failure))) return nullptr;
  try {
    nlohmann::ordered_json value = format::read_json(file, kLargestJson);
    if (value.is_object()) return value;
    notes.push_back(escaped(file.filename().string()) + " is not an object");
  } catch (const UserError& error) {
    notes.emplace_back(error.what());
  }
  return nullptr;
}

}  // namespace

void RunWatch::start_anew() {
  offset_ = 0;
  lines_ = 0;
  share_ = 0;
  curves_.clear();
  places_.clear();
  last_.clear();
  notes_.clear();
}

void RunWatch::read_on(std::chrono::milliseconds budget) {
  const Path metrics = folder_ / metrics::kMetricsFile;
  struct stat found {};
  if (::lstat(metrics.c_str(), &found) != 0 || !S_ISREG(found.st_mode)) {
    read_events();
    return;
  }
  const std::string version = fmt::format("{}:{}", found.st_dev, found.st_ino);
  if (version != version_ || static_cast<uint64_t>(found.st_size) < offset_) start_anew();
  version_ = version;
  read_metrics(metrics, budget);
}

void RunWatch::read_metrics(const Path& file, std::chrono::milliseconds budget) {
  const auto end = std::chrono::steady_clock::now() + budget;
  const InputFile input(file);
  while (offset_ < input.size()) {
    const std::string piece = bytes_at(input, offset_, kPieceBytes);
    const size_t whole = piece.rfind('\n') + 1;           // npos + 1 is 0
    if (whole == 0 && piece.size() < kPieceBytes) break;  // its writer is at work
    if (whole == 0 && notes_.size() < kMostNotes)
      notes_.push_back(
          fmt::format("line {} is longer than {}", lines_ + 1, human_bytes(kPieceBytes)));
    take_lines(std::string_view(piece).substr(0, whole));
    offset_ += whole == 0 ? piece.size() : whole;
    share_ = static_cast<double>(offset_) / static_cast<double>(input.size());
    if (std::chrono::steady_clock::now() > end) return;
  }
  share_ = 1;
}

ThinCurve& RunWatch::curve_of(const std::string& tag, size_t place) {
  if (place < places_.size() && places_[place]->first == tag) return places_[place]->second;
  const auto curve = curves_.try_emplace(tag).first;
  if (place == places_.size())
    places_.push_back(curve);
  else if (place < places_.size())
    places_[place] = curve;
  return curve->second;
}

void RunWatch::take_line(const metrics::MetricsLine& line) {
  size_t place = 0;
  metrics::visit_values(
      line,
      [&](const std::string& name, double time, double value) {
        curve_of(name, place++).add({line.step, time, value});
      },
      [&](const std::string& name, double value) { last_[name] = value; });
}

void RunWatch::take_lines(std::string_view text) {
  for (size_t end; (end = text.find('\n')) != std::string_view::npos; text.remove_prefix(end + 1)) {
    lines_++;
    try {
      take_line(metrics_line(text.substr(0, end), lines_));
    } catch (const UserError& error) {
      if (notes_.size() < kMostNotes) notes_.emplace_back(error.what());
    }
  }
}

void RunWatch::read_events() {
  const std::vector<Path> files = event_files_in(folder_);
  std::string version;
  for (const Path& file : files) {
    struct stat found {};
    ::lstat(file.c_str(), &found);
    version += fmt::format("{}:{}:{};", found.st_dev, found.st_ino, found.st_size);
  }
  share_ = 1;
  if (version == version_) return;
  start_anew();
  version_ = version;
  share_ = 1;
  // A run that was resumed writes one file after another: the later one's value of a step counts.
  std::map<std::string, std::map<int64_t, metrics::RunPoint>> points;
  for (const Path& file : files) {
    try {
      for (const auto& [tag, curve] : format::read_events(file).curves)
        for (const format::EventPoint& point : curve)
          points[tag][point.step] = {point.step, point.time, point.value};
    } catch (const UserError& error) {
      notes_.emplace_back(error.what());
    }
  }
  for (const auto& [tag, curve] : points)
    for (const auto& [step, point] : curve) curves_[tag].add(point);
}

metrics::RunData RunWatch::data(const std::string& name) const {
  metrics::RunData run;
  run.name = name;
  run.last = last_;
  run.notes = notes_;
  for (const auto& [tag, curve] : curves_) run.curves[tag] = curve.points();
  run.run = json_of(folder_ / "run.json", run.notes);
  run.results = json_of(folder_ / "all_results.json", run.notes);
  run.profile = json_of(folder_ / "profile.json", run.notes);
  return run;
}

std::string last_lines(const Path& file, size_t bytes) {
  const InputFile input(file);
  const uint64_t begin = input.size() > bytes ? input.size() - bytes : 0;
  std::string text = bytes_at(input, begin, bytes);
  if (begin > 0) text.erase(0, text.find('\n') == std::string::npos ? 0 : text.find('\n') + 1);
  return text;
}

std::vector<Path> event_files_in(const Path& folder) {
  std::vector<Path> files;
  std::error_code failure;
  for (fs::directory_iterator at(folder, failure), end; !failure && at != end;
       at.increment(failure))
    if (format::is_event_file(at->path()) && fs::is_regular_file(at->symlink_status(failure)))
      files.push_back(at->path());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace tutti::serve
