// SPDX-License-Identifier: Apache-2.0
// How an operation becomes an instruction of the CPU's program: the seam between the executable,
// which plans memory, and the files that prepare kernels.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/threads.h"
#include "ir/module.h"

namespace tutti::op {
class Grid;
}

namespace tutti::backend::cpu {

/// Where a value's bytes are: in the arena, in a caller's argument or result, or among the
/// constants.
struct Place {
  enum class Kind { arena, argument, result, constant };
  Kind kind = Kind::arena;
  int64_t offset = 0;  // bytes in the arena or among the constants; index of the argument or result
  int64_t start = 0;   // more bytes from there on: where a slice begins

  bool operator==(const Place&) const = default;
};

class KeptForms;

/// The memory of one run.
struct Frame {
  Team& team;
  std::byte* arena;
  std::byte* constants;  // written at compile, read only in a run
  std::span<std::byte* const> arguments;
  std::span<std::byte* const> results;
  std::span<KeptForms* const> kept = {};  // of each argument
  op::Grid* grid = nullptr;               // of several processes, and which of them this is
  int64_t process = 0;
  mutable uint32_t drawn = 0;  // how many operations of this run have drawn random numbers

  std::byte* at(Place place) const {
    const auto index = static_cast<size_t>(place.offset);
    switch (place.kind) {
      case Place::Kind::arena:
        return arena + place.offset + place.start;
      case Place::Kind::argument:
        return arguments[index] + place.start;
      case Place::Kind::result:
        return results[index] + place.start;
      case Place::Kind::constant:
        break;
    }
    return constants + place.offset + place.start;
  }
};

/// A value as an instruction sees it. `strides` are in elements, one for each axis; a broadcast
/// axis has stride 0. Those of an axis of size 1 mean nothing.
struct View {
  Place place;
  ir::Type type;
  std::vector<int64_t> strides;
  bool dense = true;  // row-major without gaps

  int64_t element_bytes() const { return static_cast<int64_t>(ir::byte_size(type.element)); }
  template <typename T>
  T* data(const Frame& frame) const {
    return reinterpret_cast<T*>(frame.at(place));
  }
};

/// One operation on its way to an instruction. Results are dense; operands are too, unless the rule
/// takes strided ones. The operation is gone before the first run.
struct Lowering {
  const ir::Operation& op;
  std::vector<View>
      operands;  // behind the operation's own those that its regions use, see captures, or a bias
  std::vector<View> results;
  int workers;     // of the team that will run it
  View workspace;  // i8 [workspace_bytes], for this instruction alone, aligned to 64 bytes
  std::vector<bool> lasts = {};  // operands that are the same in many runs; empty: none are
  int64_t kept_bytes = 0;        // what the rule keeps of these, written by it
};

using Run = std::function<void(const Frame&)>;

/// In Rule::in_place: any operand of as many bytes as the result, whose elements are read where the
/// result's are written.
constexpr int kAnyOperand = -2;

/// What the backend knows of one op. Everything it can do stands in the lists of rules; `supports`
/// reads them.
struct Rule {
  std::string_view op = {};
  /// Prepares: all that can be done before the first run (primitives, strides) is done here.
  Run (*lower)(Lowering&);
  /// Null: always.
  bool (*supports)(const ir::Operation&) = nullptr;
  /// Bytes of workspace; null: none. Views have their strides already, but no places yet.
  int64_t (*workspace_bytes)(const Lowering&) = nullptr;
  /// Reads operands through strides, so that broadcasts, transposes and slices need no copy.
  bool strided_operands = false;
  /// Result i may be written over operand in_place[i] (-1: never; kAnyOperand), which then must be
  /// dense and die here. Results beyond the list: never.
  std::vector<int> in_place = {};
  /// Takes complex numbers as they lie in memory.
  bool takes_complex = false;
  /// Takes integers and floats of fewer bits than processors compute with, each in a byte.
  bool takes_narrow = false;
};

/// The rules, one function per file of lowerings.
Rule elementwise_rule();             // of every operation that block_operation knows
std::vector<Rule> movement_rules();  // transpose, slice, pad, concatenate, gather, scatter, ...
std::vector<Rule> reduction_rules();
std::vector<Rule> dot_rules();
std::vector<Rule> convolution_rules();
std::vector<Rule> complex_rules();  // complex, fft
Rule fft_rule();
std::vector<Rule> triangular_rules();      // cholesky, triangular_solve
std::vector<Rule> linear_algebra_rules();  // custom calls of LAPACK
std::vector<Rule> grid_rules();            // collectives, send, recv, a process's number
std::vector<Rule> fused_rules();           // tutti.*

/// Whether values of the type can be in memory here: tokens, and tensors of known size of any
/// elements but tf32, index and quantized ones.
bool is_storable(const ir::Type& type);

/// The rule of an operation; null where there is none or it does not support this one. Operations
/// that only give bytes another shape (see is_alias) have none.
const Rule* rule_of(const ir::Operation& op);

/// Whether an operation's regions are parts of the program: while, case, if.
bool is_control(const ir::Operation& op);
/// Whether a loop's rounds are so few and small that they are better written one after the other:
/// what they count is constant then, and operations of several rounds are computed together.
bool is_short_loop(const ir::Operation& op);

/// Whether an operation's results are its operands' bytes seen otherwise: reshape, transpose,
/// broadcast_in_dim, slice, a part of complex numbers, a hint of where to place it, what a process
/// exchanges with itself. It costs
/// nothing where those who read it take strided operands.
bool is_alias(const ir::Operation& op);
/// The view that result `index` of an alias is, given that of operand `index`; nothing where
/// strides cannot express it (a reshape of some strided views), so that the operand must be dense
/// first.
std::optional<View> alias_view(const ir::Operation& op, size_t index, const View& operand);

/// The values from outside that an operation's regions use, each once.
std::vector<ir::Value> captures(const ir::Operation& op);

/// The real or the imaginary parts of a complex value.
View complex_part(const View& complex, bool imaginary);

/// A type as its values lie in memory: a token, which carries nothing, as a tensor without
/// elements.
ir::Type held_type(const ir::Type& type);
/// A dense view of a type; its place is to be given.
View dense_view(const ir::Type& type);
/// Copies a view into a dense one of the same type.
Run lower_copy(const View& from, const View& to);

}  // namespace tutti::backend::cpu
