// SPDX-License-Identifier: Apache-2.0
// One process of a grid of replicas and partitions, as an op's meaning sees it: who it is and how
// it reaches the others.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ir/array.h"

namespace tutti::ir {

class Operation;

/// The size of a grid. A process's number is replica * partitions + partition.
struct GridSize {
  int64_t replicas = 1;
  int64_t partitions = 1;
  int64_t count() const { return replicas * partitions; }
};

class Process {
 public:
  /// Values on their way; shared, since a collective gives them to many.
  using Message = std::shared_ptr<const std::vector<Array>>;
  /// Stands for "whoever uses this tag" in place of a process's number.
  static constexpr int64_t kAnyone = -1;

  virtual ~Process() = default;
  virtual GridSize grid() const = 0;
  /// This process's number.
  virtual int64_t number() const = 0;
  int64_t replica() const { return number() / grid().partitions; }
  int64_t partition() const { return number() % grid().partitions; }

  /// Leaves a message for another process and goes on. Messages of one sender, receiver and tag
  /// arrive in order.
  virtual void send(int64_t target, const std::string& tag, Message message) = 0;
  /// Waits for a message. Where nobody can send it any more, it is a UserError at the operation
  /// that names who waits for whom.
  virtual Message receive(const Operation& op, int64_t source, const std::string& tag) = 0;

  /// The next values of the infeed; a UserError at the operation where there are none.
  virtual std::vector<Array> infeed(const Operation& op) = 0;

  /// A number that no earlier call of this run gave: 0, 1, ...
  virtual int64_t draw() = 0;
  /// Keeps a value under a name; successive ones are numbered from 0.
  virtual void keep(const std::string& name, Array value) = 0;
  /// The value kept under a name and number; null where there is none.
  virtual const Array* kept(const std::string& name, int64_t number) const = 0;
  /// Shows a text to the user.
  virtual void show(const std::string& text) = 0;

  /// Runs functions of the module side by side on a grid of their own, [replica][partition]; the
  /// arguments and results of all are strung together, replica by replica. The infeed of the grid
  /// is what the functions named in `infeed` return, one after the other.
  virtual std::vector<Array> run_grid(const Operation& op,
                                      const std::vector<std::vector<std::string>>& programs,
                                      std::vector<Array> arguments,
                                      const std::vector<std::string>& infeed) = 0;
  /// Runs an operation side by side on a grid of its own, every process having all values of this
  /// one; gives the results of the first.
  virtual std::vector<Array> run_on_grid(const Operation& op,
                                         std::span<const Array* const> operands, GridSize size) = 0;
};

}  // namespace tutti::ir
