// SPDX-License-Identifier: Apache-2.0
#include "op/rules/linear_algebra.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "base/text.h"
#include "op/rules/linear_algebra_targets.h"
#include "op/rules/sized_call.h"

namespace tutti::op {
std::optional<LinearAlgebra> LinearAlgebra::of(const Operation& op) {
  const std::string name = op.string_attribute("call_target_name");
  if (!is_linear_algebra(name) || is_sized_call(op)) return std::nullopt;
  for (const auto& types : {op.operand_types(), op.result_types()})
    for (const Type& type : types)
      if (!type.is_tensor() || !type.is_static()) return std::nullopt;
  if (op.operand_count() == 0) ir::operation_error(op, "has no operands, expected matrices");
  const ElementType element = op.operand_type(0).element;
  const bool fits = ir::real_type(element) == ElementType::f32 || is_wide(element);
  const LinearAlgebraTarget* target = fits ? find_target(name, element) : nullptr;
  if (!target)
    ir::operation_error(op, fmt::format("@{} of a {}: expected elements of its own type", name,
                                        op.operand_type(0).str()));
  LinearAlgebra call;
  call.name_ = target->routine;
  call.element_ = element;
  call.operand_types_ = op.operand_types();
  call.result_types_ = op.result_types();
  call.options_ = read_options(op, *target);
  call.read_pieces(op, ir::is_complex(element) ? target->complex_signature : target->signature);
  call.hold_sizes(op);
  call.choose_routine();
  return call;
}

void LinearAlgebra::read_pieces(const Operation& op, std::string_view signature) {
  std::vector<std::string> operands = words_of(signature);
  const auto arrow = std::find(operands.begin(), operands.end(), "->");
  const std::vector<std::string> results(arrow + 1, operands.end());
  operands.erase(arrow, operands.end());
  if (operands.size() != operand_types_.size() || results.size() != result_types_.size())
    ir::operation_error(op, fmt::format("is from {} to {}, expected {} operands and {} results",
                                        ir::str(operand_types_), ir::str(result_types_),
                                        operands.size(), results.size()));
  const auto axes = 1 + std::count(operands[0].begin(), operands[0].end(), 'x');
  const Shape& shape = operand_types_[0].shape;
  if (operand_types_[0].rank() < axes)
    ir::operation_error(op, fmt::format("operand 0 is a {}, expected at least {} axes",
                                        operand_types_[0].str(), axes));
  batch_ = Shape(shape.begin(), shape.end() - axes);
  matrices_ = ir::element_count(batch_);
  for (size_t i = 0; i < operands.size(); i++)
    operands_.push_back(read_piece(op, operands[i], operand_types_[i]));
  for (size_t i = 0; i < results.size(); i++)
    results_.push_back(read_piece(op, results[i], result_types_[i]));
}

LinearAlgebra::Piece LinearAlgebra::read_piece(const Operation& op, std::string_view word,
                                               const Type& type) {
  Piece piece;
  if (const size_t at = word.find('='); at != std::string_view::npos) {
    piece.from = word[at + 1] - '0';
    word = word.substr(0, at);
  }
  std::string_view element = word == "info" || word == "count" ? "int" : "";
  if (const size_t at = word.find(':'); at != std::string_view::npos) {
    element = word.substr(at + 1);
    word = word.substr(0, at);
  }
  Type expected = type.with(element_);
  if (element == "real") expected.element = ir::real_type(element_);
  if (element == "complex")
    expected.element = is_wide(element_) ? ElementType::complex_f64 : ElementType::complex_f32;
  if (element == "int") expected.element = ElementType::i32;
  expected.shape = batch_;
  if (word == "info" || word == "count") word = "";
  while (!word.empty()) {
    const std::string_view letter = word.substr(0, word.find('x'));
    word.remove_prefix(std::min(word.size(), letter.size() + 1));
    int64_t size = 0;
    if (letter == "min") {
      size = std::min(sizes_.at("m"), sizes_.at("n"));
    } else if (letter == "less") {
      size = std::max<int64_t>(0, sizes_.at("n") - 1);
    } else {
      // A size that is met for the first time is what it is.
      const size_t axis = expected.shape.size();
      size = axis < type.shape.size() ? type.shape[axis] : 0;
      size = sizes_.emplace(letter, size).first->second;
    }
    expected.shape.push_back(size);
    piece.sizes.push_back(size);
  }
  if (type != expected)
    ir::operation_error(op,
                        fmt::format("has a {}, expected a {} there", type.str(), expected.str()));
  piece.bytes = ir::byte_size(type.element);
  return piece;
}

void LinearAlgebra::hold_sizes(const Operation& op) const {
  const auto size = [&](std::string_view letter) {
    const auto found = sizes_.find(letter);
    return found == sizes_.end() ? int64_t{0} : found->second;
  };
  const int64_t m = size("m"), n = size("n"), k = size("k"), r = size("r"), least = std::min(m, n);
  for (const auto& [letter, value] : sizes_)
    if (value > std::numeric_limits<int>::max())
      ir::operation_error(
          op, fmt::format("has an axis of {} elements, expected fewer than 2^31", value));
  const auto hold = [&](bool fits, std::string_view expected) {
    if (!fits)
      ir::operation_error(op, fmt::format("is from {} to {}, expected {}", ir::str(operand_types_),
                                          ir::str(result_types_), expected));
  };
  const int64_t side = options_.side == 'L' ? m : n;
  if (name_ == "trsm") hold(r == side, "a triangle that fits its side of the other matrix");
  if (name_ == "ormqr")
    hold(r == side && k <= r, "reflectors that fit their side of the other matrix");
  if (name_ == "orgqr")
    hold(k <= n && n <= m, "no more reflectors than columns, nor more than rows");
  if (name_ == "gehrd")
    hold(n == 0 || (options_.low >= 1 && options_.low <= options_.high && options_.high <= n),
         "options low and high between 1 and the size");
  if ((name_ == "gesdd" || name_ == "gesvd") && options_.job != 'N')
    hold(options_.job == 'A' ? size("u") == m && size("v") == n
                             : size("u") == least && size("v") == least,
         "vectors as many as its mode says");
}

void LinearAlgebra::choose_routine() {
  switch (element_) {
    case ElementType::f32:
      routine_ = lapack::routine<float>(name_);
      break;
    case ElementType::f64:
      routine_ = lapack::routine<double>(name_);
      break;
    case ElementType::complex_f32:
      routine_ = lapack::routine<std::complex<float>>(name_);
      break;
    default:
      routine_ = lapack::routine<std::complex<double>>(name_);
  }
  check(routine_ != nullptr, "there is no routine {}", name_);
}

LinearAlgebra LinearAlgebra::in_double() const {
  const auto widened = [](ElementType type) {
    return type == ElementType::f32           ? ElementType::f64
           : type == ElementType::complex_f32 ? ElementType::complex_f64
                                              : type;
  };
  LinearAlgebra wide = *this;
  wide.element_ = widened(element_);
  for (auto* types : {&wide.operand_types_, &wide.result_types_})
    for (Type& type : *types) type.element = widened(type.element);
  for (size_t i = 0; i < operands_.size(); i++)
    wide.operands_[i].bytes = ir::byte_size(wide.operand_types_[i].element);
  for (size_t i = 0; i < results_.size(); i++)
    wide.results_[i].bytes = ir::byte_size(wide.result_types_[i].element);
  wide.choose_routine();
  return wide;
}

void LinearAlgebra::run(int64_t matrix, const std::vector<const std::byte*>& operands,
                        const std::vector<std::byte*>& results) const {
  // Rows next to each other become columns next to each other, and back.
  const auto turn = [](const std::byte* from, std::byte* to, int64_t rows, int64_t columns,
                       size_t bytes) {
    for (int64_t i = 0; i < rows; i++)
      for (int64_t j = 0; j < columns; j++)
        std::memcpy(to + static_cast<size_t>(j * rows + i) * bytes,
                    from + static_cast<size_t>(i * columns + j) * bytes, bytes);
  };
  const auto bytes_of = [](const Piece& piece) {
    return static_cast<size_t>(piece.count()) * piece.bytes;
  };
  std::vector<std::vector<std::byte>> columns;
  lapack::Call call;
  call.options = options_;
  const auto size = [&](std::string_view letter) {
    const auto found = sizes_.find(letter);
    return found == sizes_.end() ? 0 : static_cast<int>(found->second);
  };
  call.m = size("m");
  call.n = size("n");
  call.k = size("k");
  for (size_t i = 0; i < operands_.size(); i++) {
    const Piece& piece = operands_[i];
    columns.emplace_back(bytes_of(piece) + piece.bytes);  // never null
    turn(operands[i] + static_cast<size_t>(matrix) * bytes_of(piece), columns.back().data(),
         piece.rows(), piece.columns(), piece.bytes);
    call.operands.push_back(columns.back().data());
  }
  for (const Piece& piece : results_) {
    if (piece.from >= 0)
      columns.push_back(columns[static_cast<size_t>(piece.from)]);
    else
      columns.emplace_back(bytes_of(piece) + piece.bytes);
    call.results.push_back(columns.back().data());
  }
  routine_(call);
  for (size_t i = 0; i < results_.size(); i++) {
    const Piece& piece = results_[i];
    turn(static_cast<const std::byte*>(call.results[i]),
         results[i] + static_cast<size_t>(matrix) * bytes_of(piece), piece.columns(), piece.rows(),
         piece.bytes);
  }
}

std::vector<Array> evaluate_linear_algebra(const LinearAlgebra& call, Operands in) {
  const LinearAlgebra wide = call.in_double();
  std::vector<std::vector<std::byte>> values;
  std::vector<const std::byte*> operands;
  std::vector<std::byte*> results;
  values.reserve(in.size() + wide.result_types().size());
  for (size_t i = 0; i < in.size(); i++) {
    Array operand = *in[i];
    operand.type = wide.operand_types()[i];
    values.push_back(operand.tensor().expanded());
    operands.push_back(values.back().data());
  }
  for (const Type& type : wide.result_types()) {
    values.emplace_back(static_cast<size_t>(type.bytes()));
    results.push_back(values.back().data());
  }
  for (int64_t matrix = 0; matrix < wide.matrices(); matrix++) wide.run(matrix, operands, results);
  std::vector<Array> arrays;
  for (size_t i = 0; i < results.size(); i++) {
    arrays.emplace_back(ir::Tensor(wide.result_types()[i], std::move(values[in.size() + i])));
    arrays.back().type = call.result_types()[i];
  }
  return arrays;
}

}  // namespace tutti::op
