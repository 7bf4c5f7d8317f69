// SPDX-License-Identifier: Apache-2.0
// One process of a grid of replicas and partitions, as an op's `evaluate` sees it: its number, and
// how it exchanges values with the others.
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
  /// Values that are sent. They are shared, because a collective sends the same ones to many.
  using Message = std::shared_ptr<const std::vector<Array>>;
  /// In place of a process's number: any process that uses the tag.
  static constexpr int64_t kAnyone = -1;

  virtual ~Process() = default;
  virtual GridSize grid() const = 0;
  /// This process's number.
  virtual int64_t number() const = 0;
  int64_t replica() const { return number() / grid().partitions; }
  int64_t partition() const { return number() % grid().partitions; }

  /// Sends a message to another process and does not wait. Messages of one sender, receiver and tag
  /// arrive in the order in which they were sent.
  virtual void send(int64_t target, const std::string& tag, Message message) = 0;
  /// Waits for a message. If no process can still send it, throws a UserError at the operation that
  /// names which process waits for which.
  virtual Message receive(const Operation& op, int64_t source, const std::string& tag) = 0;

  /// The next values of the infeed. If there are none, throws a UserError at the operation.
  virtual std::vector<Array> infeed(const Operation& op) = 0;

  /// The next of the numbers 0, 1, ...: each call of a run returns another one.
  virtual int64_t draw() = 0;
  /// Keeps a value under a name. Values of the same name are numbered from 0.
  virtual void keep(const std::string& name, Array value) = 0;
  /// The value that was kept under a name and number, or null.
  virtual const Array* kept(const std::string& name, int64_t number) const = 0;
  /// Shows text to the user.
  virtual void show(const std::string& text) = 0;

  /// Runs functions of the module side by side on a grid of their own, [replica][partition]. The
  /// arguments of all functions are one list, replica by replica, and so are the results. The
  /// functions named in `infeed` return the grid's infeed, one after another.
  virtual std::vector<Array> run_grid(const Operation& op,
                                      const std::vector<std::vector<std::string>>& programs,
                                      std::vector<Array> arguments,
                                      const std::vector<std::string>& infeed) = 0;
  /// Runs an operation side by side on a grid of its own, in which every process has all values of
  /// this one. Returns the results of the first process.
  virtual std::vector<Array> run_on_grid(const Operation& op,
                                         std::span<const Array* const> operands, GridSize size) = 0;
};

}  // namespace tutti::ir
