// SPDX-License-Identifier: Apache-2.0
// How an operation becomes code that runs on the CPU: a rule for each op, which files of lowerings
// give and the planner of memory reads.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "backend/group/view.h"
#include "base/threads.h"
#include "ir/module.h"

namespace tutti::op {
class Grid;
}

namespace tutti::backend::cpu {

class TensorMemory;

/// The memory of one run, and the threads that run it.
struct Frame {
  Team& team;
  std::byte* arena;
  std::byte* constants;  // written when the program is compiled, only read in a run
  std::span<std::byte* const> arguments;
  std::span<std::byte* const> results;
  std::span<TensorMemory* const> memories = {};  // of each argument
  op::Grid* grid = nullptr;                      // the grid of processes, where there are several
  int64_t process = 0;                           // the number of this process in the grid
  std::span<int64_t> starts = {};  // see Place::moving; a step writes each before others read it
  mutable uint32_t drawn = 0;      // how many operations of this run have drawn random numbers

  /// The address of a place.
  std::byte* at(Place place) const {
    const auto index = static_cast<size_t>(place.offset);
    int64_t start = place.start;
    if (place.moving >= 0) start += starts[static_cast<size_t>(place.moving)];
    switch (place.kind) {
      case Place::Kind::arena:
        return arena + place.offset + start;
      case Place::Kind::argument:
        return arguments[index] + start;
      case Place::Kind::result:
        return results[index] + start;
      case Place::Kind::constant:
        break;
    }
    return constants + place.offset + start;
  }
};

/// Runs an operation that was lowered; called once in each run of the program, or once in each
/// round of a loop.
using Run = std::function<void(const Frame&)>;

/// What a rule is given to lower one operation. Results are dense; operands are too, unless the
/// rule takes strided ones. The operation is gone before the first run.
struct Lowering {
  const ir::Operation& op;
  /// The operation's own, then the values that its regions capture, or a bias.
  std::vector<View> operands;
  std::vector<View> results;
  int workers;     // threads of the team that will run it
  View workspace;  // i8 [workspace_bytes] for this operation alone, aligned to 64 bytes
  /// Which operands are the same buffers in many runs. Empty: none are.
  std::vector<bool> operand_is_kept = {};
  /// Whether nothing else needs the operands that are kept, see Keeping::moves.
  bool moves_kept = false;
  int64_t kept_bytes = 0;   // written by the rule: bytes of the packed copy that it keeps
  size_t kept_operand = 0;  // written by the rule: of which of these
};

/// In Rule::in_place: any operand of as many bytes as the result, because each element is read
/// before the result's element is written there.
constexpr int kAnyOperand = -2;

/// What the CPU knows of one op. The lists of rules are all there is: Backend::supports reads them.
struct Rule {
  std::string_view op = {};
  /// Prepares everything that can be done before the first run (kernels, strides) and gives what is
  /// left to do in each run.
  Run (*lower)(Lowering&);
  /// Null: always.
  bool (*supports)(const ir::Operation&) = nullptr;
  /// Bytes of workspace; null: none. Views already have their strides, but no places yet.
  int64_t (*workspace_bytes)(const Lowering&) = nullptr;
  /// Whether it reads operands through strides, so that broadcasts, transposes and slices need no
  /// copy.
  bool strided_operands = false;
  /// Result i may be written over operand in_place[i] (-1: never; kAnyOperand), which must then be
  /// dense and not be read again. Results beyond the end of the list: never.
  std::vector<int> in_place = {};
  /// Whether it takes complex numbers as they are in memory.
  bool takes_complex = false;
  /// Whether it takes integers and floats of fewer bits than processors compute with; each takes
  /// at least a byte.
  bool takes_narrow = false;
};

}  // namespace tutti::backend::cpu
