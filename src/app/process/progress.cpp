// SPDX-License-Identifier: Apache-2.0
#include "app/process/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include "app/process/output.h"
#include "app/process/terminal.h"
#include "app/process/wrap.h"

namespace tutti::app {

Progress::Progress(const GlobalOptions& global, int64_t first_step, int64_t total_steps,
                   std::string unit, AmountOfSteps amount)
    : global_(global),
      first_step_(first_step),
      total_steps_(total_steps),
      unit_(std::move(unit)),
      amount_(std::move(amount)),
      counted_step_(first_step),
      begin_(std::chrono::steady_clock::now()) {}

double Progress::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

std::string Progress::rate(int64_t step) {
  if (step > counted_step_) {
    counted_ += amount_(counted_step_, step);
    counted_step_ = step;
  }
  const double elapsed = seconds();
  return fmt::format("{:.1f} {}/s", elapsed > 0 ? static_cast<double>(counted_) / elapsed : 0,
                     unit_);
}

std::string Progress::time_left(int64_t step) const {
  if (step == first_step_) return "?";
  return human_seconds(seconds() * static_cast<double>(total_steps_ - step) /
                       static_cast<double>(step - first_step_));
}

void Progress::draw(int64_t step) {
  std::vector<std::string> figures = {fmt::format("{}/{}", step, total_steps_)};
  if (loss_) figures.push_back(fmt::format("loss {:.4f}", *loss_));
  figures.push_back(time_left(step) + " left");
  figures.push_back(rate(step));
  draw_bar(step, total_steps_, figures);
}

void Progress::step(int64_t step) {
  if (global_.quiet || !global_.terminal) return;
  draw(step);
  bar_ = step;
}

void Progress::log(const train::LogEntry& entry) {
  if (global_.quiet) return;
  std::string line = fmt::format(
      "step {}/{}  epoch {:.2f}  loss {:.4f}  grad_norm {:.3f}  learning_rate {:.3e}", entry.step,
      total_steps_, entry.epoch, entry.loss, entry.gradient_norm, entry.learning_rate);
  // The bar below says it.
  if (!bar_) line += fmt::format("  {}  {} left", rate(entry.step), time_left(entry.step));
  write_message(wrapped(line, columns_of_terminal(STDERR_FILENO), 2) + "\n");
  if (bar_) draw(*bar_);
}

void Progress::finish() {
  if (!bar_) return;
  draw(*bar_);  // an evaluation after the last step took its line
  keep_bar();
  bar_.reset();
}

}  // namespace tutti::app
