// SPDX-License-Identifier: Apache-2.0
// Measures the limits of a machine, its matrix products and its memory, as yardsticks for a
// training step.
#pragma once

#include <string>

#include "backend/backend.h"
#include "train/programs.h"

namespace tutti::run {

/// The unit of time: seconds of the clock, or processor seconds of this process's threads. On a
/// shared machine the clock says little; for a separate device the processor does.
enum class Seconds { of_clock, of_processor };

/// FLOP/s of the products of a training step, forward and backward: the harmonic mean over their
/// FLOPs. Products of attention, which depend on the lengths of texts, are left out.
struct ProductRates {
  double own = 0;          // by the backend, each product a program of its own
  double best = 0;         // each by the faster of the backend and the library
  std::string library;     // "oneDNN 2.6.3"; empty if there is none to compare with
  double instruction = 0;  // the multiply-add instruction without memory; 0 if unknown

  /// Whose products `best` compares: "Tutti and oneDNN 2.6.3", "Tutti (oneDNN is not installed)".
  std::string source() const;
};

/// Measures them over `tokens` tokens. A library is asked on this machine's own processor alone.
/// `threads` is the number that the backend computes with.
ProductRates product_rates(backend::Backend& backend, const task::Objective& objective,
                           int64_t tokens, step::StepOptions options, int threads,
                           Seconds seconds = Seconds::of_clock);

/// Bytes/s of an elementwise sum of arrays far larger than the caches, reads and writes counted.
double memory_rate(backend::Backend& backend, Seconds seconds = Seconds::of_clock);

/// The multiple to which padding sizes makes the products of a step of `tokens` tokens fastest, by
/// measurement; 1 if no padding makes them faster by a fiftieth.
int64_t measured_padding(backend::Backend& backend, const task::Objective& objective,
                         int64_t tokens, step::StepOptions options);

}  // namespace tutti::run
