// SPDX-License-Identifier: Apache-2.0
#include "app/progress.h"

#include <fmt/format.h>

#include "app/output.h"
#include "base/text.h"

namespace tutti::app {

void show_panel(const GlobalOptions& global, const std::string& title,
                const std::vector<std::pair<std::string, std::string>>& rows) {
  if (global.quiet) return;
  size_t width = 0;
  for (const auto& row : rows) width = std::max(width, row.first.size());
  std::string text = title + "\n";
  for (const auto& [name, value] : rows)
    text += fmt::format("  {:<{}}  {}\n", name, width, escaped_lines(value));
  write_message(text);
}

std::string human_seconds(double seconds) {
  const int64_t all = std::llround(seconds);
  if (all >= 3600) return fmt::format("{} h {:02} min", all / 3600, all / 60 % 60);
  if (all >= 60) return fmt::format("{} min {:02} s", all / 60, all % 60);
  return fmt::format("{} s", all);
}

std::string progress_line(int columns, int64_t done, int64_t total,
                          const std::vector<std::string>& figures) {
  constexpr size_t kShortestBar = 10;  // with its brackets and a space
  const auto room = static_cast<size_t>(std::max(columns, 0));
  std::string text;
  for (const std::string& figure : figures) {
    const std::string longer = text.empty() ? figure : text + "  " + figure;
    if (!text.empty() && longer.size() + kShortestBar > room) break;
    text = longer;
  }
  if (text.size() + kShortestBar <= room) {
    const size_t inside = room - text.size() - 3;
    const double share =
        static_cast<double>(done) / static_cast<double>(std::max(total, int64_t{1}));
    const auto filled = static_cast<size_t>(static_cast<double>(inside) * std::min(share, 1.0));
    text = "[" + std::string(filled, '#') + std::string(inside - filled, '.') + "] " + text;
  }
  text.resize(room, ' ');
  return text;
}

WorkProgress::WorkProgress(const GlobalOptions& global, std::string done, std::string unit)
    : global_(global),
      done_(std::move(done)),
      unit_(std::move(unit)),
      begin_(Clock::now()),
      last_line_(begin_) {}

WorkProgress::~WorkProgress() {
  if (bar_shown_)
    write_message("\r" + std::string(static_cast<size_t>(terminal_width() - 1), ' ') + "\r");
}

void WorkProgress::draw(int64_t done, int64_t total, const std::vector<std::string>& figures) {
  write_message("\r" + progress_line(terminal_width() - 1, done, total, figures));
  bar_shown_ = true;
}

void WorkProgress::count(int64_t done, int64_t total) {
  if (global_.quiet) return;
  const auto now = Clock::now();
  const double seconds = std::chrono::duration<double>(now - begin_).count();
  const double rate = static_cast<double>(done) / std::max(seconds, 1e-9);
  const std::vector<std::string> figures = {
      fmt::format("{}/{} {}", done, total, unit_),
      human_seconds(static_cast<double>(total - done) / rate) + " left",
      fmt::format("{:.1f} {}/s", rate, unit_)};
  if (global_.terminal) return draw(done, total, figures);
  if (done < total && now - last_line_ < std::chrono::seconds(10)) return;
  last_line_ = now;
  write_message(fmt::format("{} {}\n", done_, fmt::join(figures, "  ")));
}

void WorkProgress::part(int64_t number, int64_t total, const std::string& what) {
  if (global_.quiet) return;
  const std::string count = fmt::format("{}/{}", number, total);
  if (global_.terminal) return draw(number - 1, total, {count, what});
  write_message(fmt::format("{}  {}\n", count, what));
}

Progress::Progress(const GlobalOptions& global, int64_t first_step, int64_t total_steps,
                   std::function<int64_t(int64_t)> features_before)
    : global_(global),
      first_step_(first_step),
      total_steps_(total_steps),
      features_before_(std::move(features_before)),
      begin_(std::chrono::steady_clock::now()) {}

double Progress::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

double Progress::features_per_second(int64_t step) const {
  const auto features = static_cast<double>(features_before_(step) - features_before_(first_step_));
  return seconds() > 0 ? features / seconds() : 0;
}

std::string Progress::time_left(int64_t step) const {
  if (step == first_step_) return "?";
  return human_seconds(seconds() * static_cast<double>(total_steps_ - step) /
                       static_cast<double>(step - first_step_));
}

void Progress::draw(int64_t step) const {
  std::vector<std::string> figures = {fmt::format("{}/{}", step, total_steps_)};
  if (loss_) figures.push_back(fmt::format("loss {:.4f}", *loss_));
  figures.push_back(time_left(step) + " left");
  figures.push_back(fmt::format("{:.1f} features/s", features_per_second(step)));
  write_message("\r" + progress_line(terminal_width() - 1, step, total_steps_, figures));
}

void Progress::step(int64_t step) {
  if (global_.quiet || !global_.terminal) return;
  draw(step);
  bar_ = step;
}

void Progress::log(const train::LogEntry& entry) {
  if (global_.quiet || global_.terminal) return;
  write_message(
      fmt::format("step {}/{}  epoch {:.2f}  loss {:.4f}  grad_norm {:.3f}  learning_rate {:.3e}  "
                  "{:.1f} features/s  {} left\n",
                  entry.step, total_steps_, entry.epoch, entry.loss, entry.gradient_norm,
                  entry.learning_rate, features_per_second(entry.step), time_left(entry.step)));
}

void Progress::finish() {
  if (!bar_) return;
  draw(*bar_);  // an evaluation after the last step took its line
  write_message("\n");
  bar_.reset();
}

}  // namespace tutti::app
