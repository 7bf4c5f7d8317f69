// SPDX-License-Identifier: Apache-2.0
#include "backend/pjrt/hlo_costs.h"

#include "backend/pjrt/hlo_products.h"
#include "base/error.h"

namespace tutti::backend::pjrt {
namespace {

constexpr size_t kMostSteps = size_t{1} << 22;
constexpr int64_t kMostVisits = int64_t{1} << 24;  // instructions, those of loops' bodies each time
constexpr int kDeepestCall = 100;

template <size_t N>
bool is_one_of(std::string_view opcode, const std::string_view (&opcodes)[N]) {
  return std::find(std::begin(opcodes), std::end(opcodes), opcode) != std::end(opcodes);
}

/// Instructions that only name what is there already.
bool is_free(std::string_view opcode) {
  static constexpr std::string_view kFree[] = {
      "parameter",   "constant",     "tuple",      "get-tuple-element", "bitcast", "after-all",
      "opt-barrier", "partition-id", "replica-id", "add-dependency",    "domain",  "async-update"};
  return is_one_of(opcode, kFree) || opcode.ends_with("-done");
}

/// Instructions that compute something for each element.
bool is_arithmetic(std::string_view opcode) {
  static constexpr std::string_view kArithmetic[] = {"abs",
                                                     "add",
                                                     "and",
                                                     "atan2",
                                                     "cbrt",
                                                     "ceil",
                                                     "clamp",
                                                     "compare",
                                                     "cosine",
                                                     "divide",
                                                     "erf",
                                                     "exponential",
                                                     "floor",
                                                     "log",
                                                     "log-plus-one",
                                                     "logistic",
                                                     "maximum",
                                                     "minimum",
                                                     "multiply",
                                                     "negate",
                                                     "not",
                                                     "or",
                                                     "power",
                                                     "remainder",
                                                     "round-nearest-afz",
                                                     "rsqrt",
                                                     "select",
                                                     "shift-left",
                                                     "shift-right-logical",
                                                     "shift-right-arithmetic",
                                                     "sign",
                                                     "sine",
                                                     "sqrt",
                                                     "subtract",
                                                     "tan",
                                                     "tanh",
                                                     "xor",
                                                     "exponential-minus-one",
                                                     "is-finite",
                                                     "round-nearest-even"};
  return is_one_of(opcode, kArithmetic);
}

/// Instructions that read no more of their first operand than they give.
bool is_slice(std::string_view opcode) {
  return opcode == "slice" || opcode == "dynamic-slice" || opcode == "gather";
}

bool is_same_kind(const HloProduct& a, const HloProduct& b) {
  return a.left == b.left && a.right == b.right && a.result == b.result &&
         a.precision == b.precision;
}

void add_product(std::vector<HloProduct>& products, const HloProduct& product, double times = 1) {
  auto known = std::find_if(products.begin(), products.end(),
                            [&](const HloProduct& other) { return is_same_kind(product, other); });
  if (known == products.end()) {
    products.push_back(product);
    known = std::prev(products.end());
    known->flops = known->count = 0;
  }
  known->flops += times * product.flops;
  known->count += times * product.count;
}

/// What a computation does when it is part of one step.
struct Inner {
  std::vector<HloProduct> products;
  double other_flops = 0;
  std::vector<double> read;     // bytes of each parameter, by its number
  std::vector<double> written;  // bytes of each result
};

double flops_beside_products(const HloComputation& computation, const HloInstruction& one) {
  if (is_arithmetic(one.opcode)) return one.shape.elements();
  if (one.opcode == "reduce" && !one.operands.empty())
    return computation.instructions[one.operands[0]].shape.elements();
  return 0;
}

/// What of an instruction's operand `number` is read, if so much of its own result is.
double read_of_operand(const std::vector<Inner>& inner, const HloInstruction& user, size_t number,
                       double of_result, double whole) {
  if (number == 0 && is_slice(user.opcode)) return user.shape.bytes();
  if (number == 0 && user.opcode == "dynamic-update-slice") return 0;  // it is written where it is
  if (user.opcode == "bitcast") return of_result;
  if (user.opcode == "fusion" && !user.calls.empty()) {
    const std::vector<double>& read = inner[user.calls[0]].read;
    if (number < read.size()) return read[number];
  }
  return whole;
}

std::vector<double> reads_of(const std::vector<Inner>& inner, const HloComputation& computation) {
  const auto& instructions = computation.instructions;
  std::vector<double> needed(instructions.size(), 0);
  needed[computation.root] = instructions[computation.root].shape.bytes();
  std::vector<double> read;
  for (size_t i = instructions.size(); i-- > 0;) {
    const HloInstruction& user = instructions[i];
    for (size_t number = 0; number < user.operands.size(); number++) {
      const size_t operand = user.operands[number];
      const double whole = instructions[operand].shape.bytes();
      needed[operand] =
          std::min(whole, needed[operand] + read_of_operand(inner, user, number, needed[i], whole));
    }
    const auto parameter = static_cast<size_t>(user.parameter);
    if (user.opcode != "parameter" || parameter >= instructions.size()) continue;
    if (read.size() <= parameter) read.resize(parameter + 1, 0);
    read[parameter] = needed[i];
  }
  return read;
}

double written_of(const HloComputation& computation, size_t result) {
  const auto& instructions = computation.instructions;
  const HloInstruction* found = &instructions[result];
  while (found->opcode == "bitcast" && found->operands.size() == 1)
    found = &instructions[found->operands[0]];
  if (found->opcode == "dynamic-update-slice" && found->operands.size() > 1)
    return instructions[found->operands[1]].shape.bytes();
  return instructions[result].shape.bytes();
}

Inner inner_of(const std::vector<Inner>& inner, const HloComputation& computation) {
  Inner work;
  for (const HloInstruction& one : computation.instructions) {
    if (const auto product = product_of(computation, one)) add_product(work.products, *product);
    work.other_flops += flops_beside_products(computation, one);
    if (one.opcode != "fusion" && one.opcode != "call") continue;
    for (const size_t call : one.calls) {
      for (const HloProduct& product : inner[call].products) add_product(work.products, product);
      work.other_flops += inner[call].other_flops;
    }
  }
  work.read = reads_of(inner, computation);
  const HloInstruction& root = computation.instructions[computation.root];
  if (root.opcode == "tuple")
    for (const size_t result : root.operands)
      work.written.push_back(written_of(computation, result));
  else
    work.written.push_back(written_of(computation, computation.root));
  return work;
}

/// The bytes of a step that has no computations of its own.
double plain_bytes(const HloComputation& computation, const HloInstruction& one) {
  const auto operand = [&](size_t number) -> const HloShape& {
    return computation.instructions[one.operands[number]].shape;
  };
  const auto share = [](const HloShape& of, double bytes) {
    return std::min(bytes, of.main_bytes());
  };
  if (one.opcode == "copy-start") {  // its results are the copy, what is copied, and a sign
    double bytes = 0;
    for (size_t i = 0; i < std::min<size_t>(2, one.shape.parts.size()); i++)
      bytes += one.shape.parts[i].main_bytes();
    return bytes;
  }
  if (is_slice(one.opcode) && !one.operands.empty()) {
    double bytes = one.shape.main_bytes() + share(operand(0), one.shape.bytes());
    for (size_t i = 1; i < one.operands.size(); i++) bytes += operand(i).main_bytes();
    return bytes;
  }
  if (one.opcode == "dynamic-update-slice" && one.operands.size() > 1)
    return operand(1).main_bytes() + share(one.shape, operand(1).bytes());
  if (one.opcode == "scatter" && one.operands.size() == 3)  // in place
    return operand(1).main_bytes() + operand(2).main_bytes() +
           2 * share(one.shape, operand(2).bytes());
  double bytes = one.shape.main_bytes();
  for (size_t i = 0; i < one.operands.size(); i++) bytes += operand(i).main_bytes();
  return bytes;
}

double fusion_bytes(const HloComputation& computation, const HloInstruction& fusion,
                    const Inner& inner) {
  double bytes = 0;
  for (size_t i = 0; i < fusion.operands.size(); i++) {
    const double whole = computation.instructions[fusion.operands[i]].shape.main_bytes();
    bytes += i < inner.read.size() ? std::min(whole, inner.read[i]) : whole;
  }
  const HloShape& shape = fusion.shape;
  if (shape.parts.empty()) return bytes + std::min(shape.main_bytes(), inner.written[0]);
  for (size_t i = 0; i < shape.parts.size(); i++) {
    const double whole = shape.parts[i].main_bytes();
    bytes += i < inner.written.size() ? std::min(whole, inner.written[i]) : whole;
  }
  return bytes;
}

class Costing {
 public:
  explicit Costing(const HloProgram& program) : program_(program) {
    for (const HloComputation& computation : program.computations)
      inner_.push_back(inner_of(inner_, computation));
  }

  HloCosts of_entry() {
    add_computation(program_.entry, 1, false, 0);
    return std::move(costs_);
  }

 private:
  void add_computation(size_t number, double runs, bool overlaps, int depth) {
    if (depth > kDeepestCall) user_error("the optimized program: found calls that are too deep");
    const HloComputation& computation = program_.computations[number];
    visits_ += static_cast<int64_t>(computation.instructions.size());
    if (visits_ > kMostVisits) user_error("the optimized program: found too many instructions");
    for (const HloInstruction& one : computation.instructions)
      if (!is_free(one.opcode)) add_instruction(computation, one, runs, overlaps, depth);
  }

  void add_instruction(const HloComputation& computation, const HloInstruction& one, double runs,
                       bool overlaps, int depth) {
    if (one.opcode == "while") {
      const auto trips = trip_count_of(program_, computation, one);
      costs_.unknown_loops += trips ? 0 : 1;
      for (const size_t call : one.calls)
        add_computation(call, runs * trips.value_or(1), overlaps, depth + 1);
    } else if (one.opcode == "call" || one.opcode == "async-start") {
      for (const size_t call : one.calls)
        add_computation(call, runs, overlaps || one.opcode != "call", depth + 1);
    } else if (one.opcode == "conditional") {
      add_largest(one, runs, overlaps, depth);
    } else {
      add_step(computation, one, runs, overlaps);
    }
  }

  /// Of the branches of a condition, which is not known, the one with most work.
  void add_largest(const HloInstruction& one, double runs, bool overlaps, int depth) {
    const auto work = [&](size_t call) {
      double flops = inner_[call].other_flops;
      for (const HloProduct& product : inner_[call].products) flops += product.flops;
      return flops;
    };
    const auto largest = std::max_element(one.calls.begin(), one.calls.end(),
                                          [&](size_t a, size_t b) { return work(a) < work(b); });
    if (largest != one.calls.end()) add_computation(*largest, runs, overlaps, depth + 1);
  }

  void add_step(const HloComputation& computation, const HloInstruction& one, double runs,
                bool overlaps) {
    if (costs_.steps.size() == kMostSteps)
      user_error("the optimized program: found too many steps");
    HloStep step;
    step.name = one.name;
    step.runs = runs;
    step.overlaps = overlaps || one.opcode == "copy-start";
    if (one.opcode == "fusion" && !one.calls.empty()) {
      const Inner& inner = inner_[one.calls[0]];
      step.products = inner.products;
      step.other_flops = inner.other_flops;
      step.bytes = fusion_bytes(computation, one, inner);
    } else {
      if (const auto product = product_of(computation, one)) step.products.push_back(*product);
      step.other_flops = flops_beside_products(computation, one);
      step.bytes = plain_bytes(computation, one);
    }
    costs_.steps.push_back(std::move(step));
  }

  const HloProgram& program_;
  std::vector<Inner> inner_;  // by computation
  HloCosts costs_;
  int64_t visits_ = 0;
};

}  // namespace

double HloCosts::product_flops() const {
  double flops = 0;
  for (const HloProduct& product : products()) flops += product.flops;
  return flops;
}

double HloCosts::other_flops() const {
  double flops = 0;
  for (const HloStep& step : steps) flops += step.runs * step.other_flops;
  return flops;
}

double HloCosts::bytes() const {
  double bytes = 0;
  for (const HloStep& step : steps) bytes += step.runs * step.bytes;
  return bytes;
}

std::vector<HloProduct> HloCosts::products() const {
  std::vector<HloProduct> all;
  for (const HloStep& step : steps)
    for (const HloProduct& product : step.products) add_product(all, product, step.runs);
  std::sort(all.begin(), all.end(),
            [](const HloProduct& a, const HloProduct& b) { return a.flops > b.flops; });
  return all;
}

HloCosts costs_of(const HloProgram& program) {
  return Costing(program).of_entry();
}

}  // namespace tutti::backend::pjrt
