// SPDX-License-Identifier: Apache-2.0
#include "app/progress.h"

#include <fmt/format.h>

#include "app/output.h"
#include "app/terminal.h"

namespace tutti::app {

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
