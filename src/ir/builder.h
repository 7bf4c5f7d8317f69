// SPDX-License-Identifier: Apache-2.0
// Appends operations to a block.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ir/op_def.h"

namespace tutti::ir {

class Builder {
 public:
  Builder(Block& block, const Catalogue& catalogue) : block_(&block), catalogue_(catalogue) {}

  /// Appends an operation and returns its results. Their types are inferred; `declared` is needed
  /// for ops whose operands do not determine them. `fill` may add regions before the inference.
  std::vector<Value> create(std::string_view name, std::vector<Value> operands,
                            Attributes attributes = {}, std::vector<Type> declared = {},
                            const std::function<void(Operation&)>& fill = nullptr);
  /// Appends an operation that has one result and returns it.
  Value one(std::string_view name, std::vector<Value> operands, Attributes attributes = {},
            std::vector<Type> declared = {});

  Block& block() const { return *block_; }
  const Catalogue& catalogue() const { return catalogue_; }

  /// Names the part of the model to which operations belong that are created during its lifetime.
  /// Scopes nest: their names are joined by dots.
  class Scope {
   public:
    Scope(Builder& builder, std::string_view name);
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    Builder& builder_;
    Location before_;
  };

  /// The location that new operations get.
  Location location;

 private:
  Block* block_;
  const Catalogue& catalogue_;
};

/// Attributes from a list: attributes({{"dimension", int_attribute(1)}}).
Attributes attributes(std::vector<Attributes::Entry> entries);

}  // namespace tutti::ir
