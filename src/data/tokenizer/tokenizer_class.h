// SPDX-License-Identifier: Apache-2.0
// The class by which transformers' AutoTokenizer reads a folder: it decides which fields count.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace tutti::data {

/// The class that takes a tokenizer.json as it is.
inline constexpr const char* kGenericTokenizerClass = "TokenizersBackend";

struct ChosenTokenizerClass {
  std::string name;       // an alias has the name of its class
  std::string chosen_by;  // the place that names it, for errors; empty if none does
};

/// What transformers needs to know of a folder to choose.
struct TokenizerClassSource {
  const nlohmann::json& config;        // tokenizer_config.json
  const nlohmann::json& model_config;  // config.json
  std::string config_name, model_config_name;
  bool has_byte_level = false;  // whether its tokenizer.json names ByteLevel
};

/// As transformers 5.23 chooses where mistral-common is not installed. Throws UserError for a name
/// that is no string.
ChosenTokenizerClass choose_tokenizer_class(const TokenizerClassSource& source);

}  // namespace tutti::data
