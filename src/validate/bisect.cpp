// SPDX-License-Identifier: Apache-2.0
#include "validate/bisect.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "validate/compare.h"
#include "validate/nudge.h"
#include "validate/pieces.h"
#include "validate/run.h"

namespace tutti::validate {
namespace {

using backend::Backend;
using backend::Buffer;
using ir::Operation;
using ir::Tensor;
using ir::Value;

constexpr double kMargin = 16;
constexpr double kSmallest = 0x1p-126;  // below it float32 is denormal, and devices may flush it

/// A value that a later operation reads.
struct Held {
  Buffer reference;  // on the reference
  Buffer given;      // the same on the candidate
  Buffer own;        // what the candidate made of it
};

/// Operand elements for each element of a result.
double fan_in(const Operation& op, const ir::Type& result) {
  int64_t most = 1;
  for (const Value operand : op.operands) most = std::max(most, operand->type.count());
  const auto count = static_cast<double>(std::max<int64_t>(result.count(), 1));
  return std::max(1.0, static_cast<double>(most) / count);
}

class Bisector {
 public:
  Bisector(const CheckedProgram& program, Backend& reference, Backend& candidate,
           const BisectOptions& options)
      : reference_(reference),
        candidate_(candidate),
        options_(options),
        module_(
            lowered(program.module, [&](const Operation& op) { return candidate.supports(op); })) {
    const ir::Function& main = module_.get("main");
    for (size_t i = 0; i < main.argument_count(); i++) {
      const Tensor& input = program.inputs[i];
      const Buffer given = upload(candidate_, input);
      held_[main.argument(i)] = {upload(reference_, input), given, given};
    }
    list_operations(main);
    find_forward(program, main);
  }

  Bisection run() {
    for (size_t begin = 0; begin < operations_.size();) {
      const size_t end = piece_end(begin);
      run_piece(begin, end);
      if (options_.progress) options_.progress(end, operations_.size());
      if (options_.stop_at_first && result_.first()) break;
      begin = end;
    }
    return std::move(result_);
  }

 private:
  static Buffer upload(Backend& backend, const Tensor& tensor) {
    return backend.upload(tensor, backend.devices().at(0));
  }

  void list_operations(const ir::Function& main) {
    for (const auto& op : main.body.operations) {
      if (is_constant(*op) || op->def().is_terminator) continue;
      for (const Value value : values_read(*op)) {
        check_tensor(*op, value);
        last_use_[value] = operations_.size();
      }
      for (const Value result : op->results()) check_tensor(*op, result);
      operations_.push_back(op.get());
    }
  }

  static void check_tensor(const Operation& op, Value value) {
    if (value->type.kind != ir::Type::Kind::tensor)
      operation_error(op, fmt::format("found a {}; only programs of tensors can be taken apart",
                                      value->type.str()));
  }

  /// What outputs and loss depend on is the forward pass.
  void find_forward(const CheckedProgram& program, const ir::Function& main) {
    std::unordered_set<const ir::ValueData*> needed;
    const Operation& end = main.body.terminator();
    for (size_t i = 0; i < end.operand_count(); i++)
      if (program.results[i].role == Role::output || program.results[i].role == Role::loss)
        needed.insert(end.operand(i));
    for (size_t at = operations_.size(); at-- > 0;) {
      const Operation& op = *operations_[at];
      bool wanted = false;
      for (const Value result : op.results()) wanted = wanted || needed.contains(result);
      if (!wanted) continue;
      forward_.insert(&op);
      for (const Value value : values_read(op)) needed.insert(value);
    }
  }

  size_t piece_end(size_t begin) const {
    int64_t bytes = 0;
    size_t end = begin;
    while (end < operations_.size() && end - begin < options_.piece_operations) {
      for (const Value result : operations_[end]->results()) bytes += result->type.bytes();
      if (bytes > options_.piece_bytes && end > begin) break;
      end++;
    }
    return end;
  }

  std::vector<Buffer> buffers(const std::vector<Value>& values, Buffer Held::*which) const {
    std::vector<Buffer> all;
    for (const Value value : values) all.push_back(held_.at(value).*which);
    return all;
  }

  void run_piece(size_t begin, size_t end) {
    const Operations operations(operations_.data() + begin, end - begin);
    const Piece chain = chained(operations), single = apart(operations);
    const auto expected =
        run_once(reference_, chain.module, buffers(chain.arguments, &Held::reference));
    const auto own = run_once(candidate_, chain.module, buffers(chain.arguments, &Held::own));
    std::vector<Tensor> references;
    for (size_t i = 0; i < chain.results.size(); i++) {
      references.push_back(reference_.download(expected[i]));
      // What nobody reads again is needed on the reference side only for its tensor.
      const bool read = last_use_.contains(chain.results[i]);
      held_[chain.results[i]] = {expected[i], read ? upload(candidate_, references[i]) : nullptr,
                                 own[i]};
    }
    const auto local = run_once(candidate_, single.module, buffers(single.arguments, &Held::given));
    std::vector<Buffer> moved;
    for (const Value value : single.arguments)
      moved.push_back(upload(reference_, nudged(reference_.download(held_.at(value).reference))));
    const auto spread = run_once(reference_, single.module, std::move(moved));

    size_t at = 0;
    for (size_t i = begin; i < end; i++)
      for (size_t k = 0; k < operations_[i]->result_count(); k++, at++)
        note(i, k, references[at], candidate_.download(local[at]), candidate_.download(own[at]),
             reference_.download(spread[at]));
    std::erase_if(held_, [&](const auto& entry) {
      const auto last = last_use_.find(entry.first);
      return last == last_use_.end() || last->second < end;
    });
  }

  void note(size_t index, size_t k, const Tensor& expected, const Tensor& local,
            const Tensor& accumulated, const Tensor& spread) {
    const Operation& op = *operations_[index];
    OperationError error;
    error.index = index;
    error.result = k;
    error.op = op.name();
    error.types = fmt::format("({}) -> {}", ir::str(op.operand_types()), op.result_type(k).str());
    error.location = op.location.str();
    if (op.location.name) error.layer = *op.location.name;
    error.part = error.layer.starts_with("optimizer") ? "optimizer"
                 : forward_.contains(&op)             ? "forward"
                                                      : "backward";
    const Difference difference = compare(expected, local);
    error.local = difference.maximum;
    error.largest = difference.largest;
    error.accumulated = compare(expected, accumulated).maximum;
    const ir::Type& type = op.result_type(k);
    const ir::ElementType part = ir::real_type(type.element);
    if (ir::is_float(part)) {
      const double moved = finite_distance(expected, spread);
      error.bound =
          kMargin * std::sqrt(fan_in(op, type)) * (moved + unit_roundoff(part) * error.largest) +
          kSmallest;
    }
    result_.operations.push_back(std::move(error));
  }

  Backend& reference_;
  Backend& candidate_;
  const BisectOptions& options_;
  ir::Module module_;
  std::vector<const Operation*> operations_;
  std::unordered_map<const ir::ValueData*, size_t> last_use_;
  std::unordered_map<const ir::ValueData*, Held> held_;
  std::unordered_set<const Operation*> forward_;
  Bisection result_;
};

}  // namespace

const OperationError* Bisection::first() const {
  const auto found = std::find_if(operations.begin(), operations.end(),
                                  [](const OperationError& error) { return error.over(); });
  return found == operations.end() ? nullptr : &*found;
}

Bisection bisect(const CheckedProgram& program, Backend& reference, Backend& candidate,
                 const BisectOptions& options) {
  return Bisector(program, reference, candidate, options).run();
}

}  // namespace tutti::validate
