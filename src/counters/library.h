// SPDX-License-Identifier: Apache-2.0
// A vendor's library that is opened at run time and stays open.
#pragma once

#include <string>
#include <vector>

namespace tutti::counters {

class Library {
 public:
  /// The first of these names that the system can open.
  explicit Library(const std::vector<std::string>& names);

  bool is_open() const { return handle_ != nullptr; }
  /// A function of the library, or null. The type is the caller's knowledge of the vendor's header.
  template <typename Function>
  Function* find(const char* name) const {
    return reinterpret_cast<Function*>(symbol(name));
  }

 private:
  void* symbol(const char* name) const;

  void* handle_ = nullptr;
};

}  // namespace tutti::counters
