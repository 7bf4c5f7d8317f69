// SPDX-License-Identifier: Apache-2.0
#include "app/cli/progress.h"

#include <fmt/format.h>

#include "app/cli/output.h"
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

void Progress::step(int64_t step) {
  if (global_.quiet || !global_.terminal) return;
  const std::string loss = loss_ ? fmt::format("  loss {:.4f}", *loss_) : "";
  const std::string figures =
      fmt::format(" {}/{}{}  {:.1f} features/s  {} left ", step, total_steps_, loss,
                  features_per_second(step), time_left(step));
  const int room = terminal_width() - static_cast<int>(figures.size()) - 3;
  std::string bar;
  if (room > 8) {
    const auto done = static_cast<size_t>(room * step / std::max<int64_t>(total_steps_, 1));
    bar = "[" + std::string(done, '#') + std::string(static_cast<size_t>(room) - done, '.') + "]";
  }
  write_message("\r" + bar + figures);
  bar_shown_ = true;
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
  if (bar_shown_) write_message("\n");
  bar_shown_ = false;
}

}  // namespace tutti::app
