// SPDX-License-Identifier: Apache-2.0
// What the files of the C interface share: failures as codes and sentences, texts, settings.
#pragma once

#include <cstdlib>
#include <cstring>
#include <map>
#include <new>
#include <nlohmann/json.hpp>
#include <string>

#include "base/error.h"
#include "base/text.h"
#include "c_api/tutti.h"
#include "format/json.h"
#include "run/opened_model.h"
#include "run/train_settings.h"

struct tutti_settings {
  tutti::run::TrainSettings settings;
  std::map<std::string, std::string> variables;
  int threads = 1;
  std::string program;
};

namespace tutti::c_api {

using Json = nlohmann::ordered_json;

/// Notes this thread's last failure; gives its code.
int fail(int code, const char* message) noexcept;

/// Runs `work`; what it throws becomes a code and this thread's sentence.
template <typename Work>
int guarded(const Work& work) noexcept {
  try {
    return work();
  } catch (const UserError& error) {
    return fail(static_cast<int>(error.code()), error.what());
  } catch (const std::bad_alloc&) {
    return fail(TUTTI_OUT_OF_MEMORY, "out of memory: the system gives this process no more");
  } catch (const std::filesystem::filesystem_error& error) {
    return fail(TUTTI_IO, error.what());
  } catch (const std::exception& error) {
    return fail(TUTTI_INTERNAL, error.what());
  } catch (...) {
    return fail(TUTTI_INTERNAL, "an unknown exception");
  }
}

/// What `make` gives, which the caller owns; null if it fails.
template <typename T, typename Make>
T* made_by(const Make& make) noexcept {
  std::unique_ptr<T> made;
  const int code = guarded([&] {
    made = make();
    return 0;
  });
  return code == 0 ? made.release() : nullptr;
}

/// The same of a work that gives a text.
template <typename Work>
char* text_of(const Work& work) noexcept {
  char* text = nullptr;
  guarded([&] {
    const std::string found = work();
    text = static_cast<char*>(std::malloc(found.size() + 1));
    if (!text) throw std::bad_alloc();
    std::memcpy(text, found.c_str(), found.size() + 1);
    return 0;
  });
  return text;
}

std::string dump(const Json& json);
const char* given(const char* text, const char* what);
/// An object of one input of a task.
run::NamedInputs inputs_of(const char* inputs);
run::Context context_of(const tutti_settings& settings);

}  // namespace tutti::c_api
