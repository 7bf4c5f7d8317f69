// SPDX-License-Identifier: Apache-2.0
#include "op/rules/linear_algebra_targets.h"

#include <algorithm>
#include <limits>

#include "base/text.h"

namespace tutti::op {
namespace {

constexpr std::string_view kSingular = "mxn -> mxn=0 min:real mxu vxn info";

constexpr LinearAlgebraTarget kLapack[] = {
    {"potrf", "potrf", "potrf", "uplo", "nxn -> nxn=0 info"},
    {"getrf", "getrf", "getrf", "", "mxn -> mxn=0 min:int info"},
    {"geqrf", "geqrf", "geqrf", "", "mxn -> mxn=0 min"},
    {"geqp3", "geqp3", "geqp3", "", "mxn n:int -> mxn=0 n:int=1 min"},
    {"orgqr", "ungqr", "orgqr", "", "mxn k -> mxn=0"},
    {"ormqr", "unmqr", "ormqr", "left transpose", "rxk k mxn -> mxn=2"},
    {"sytrd", "hetrd", "sytrd", "uplo", "nxn -> nxn=0 n:real less:real less info"},
    {"gehrd", "gehrd", "gehrd", "low high", "nxn -> nxn=0 less info"},
    {"trsm", "trsm", "trsm", "side uplo trans_x diag", "rxr mxn -> mxn=1"},
    {"gtsv", "gtsv", "gtsv", "", "n n n nxk -> n=0 n=1 n=2 nxk=3 info"},
    {"syevd", "heevd", "syevd", "mode=NV uplo", "nxn -> nxn=0 n:real info"},
    {"gesdd", "gesdd", "gesdd", "mode=ASN", kSingular},
    {"gesvd", "gesvd", "gesvd", "mode=ASN", kSingular},
    {"geev", "geev", "geev", "compute_left compute_right",
     "nxn -> n n nxn:complex nxn:complex info", "nxn -> n nxn nxn info"},
    {"gees", "gees", "gees", "mode=NV sort", "nxn -> nxn=0 nxn n n count info",
     "nxn -> nxn=0 nxn n count info"},
};

constexpr LinearAlgebraTarget kXla[] = {
    {"Qr", "", "geqrf", "", "mxn -> mxn=0 min"},
    {"ProductOfElementaryHouseholderReflectors", "", "orgqr", "", "mxn k -> mxn=0"},
    {"LuDecomposition", "", "getrf_with_order", "", "mxn -> mxn=0 min:int m:int"},
    {"Eigh", "", "syevd_or_nan", "", "nxn -> nxn=0 n:real"},
};

/// An option by its name in the call's configuration, and the letters it may have.
struct LetterOption {
  std::string_view name;
  char lapack::Options::*letter;
  std::string_view allowed;
};
constexpr LetterOption kLetters[] = {
    {"uplo", &lapack::Options::uplo, "LU"},
    {"side", &lapack::Options::side, "LR"},
    {"trans_x", &lapack::Options::trans, "NTC"},
    {"diag", &lapack::Options::diag, "NU"},
    {"mode", &lapack::Options::job, "NVAS"},
    {"compute_left", &lapack::Options::left_job, "NV"},
    {"compute_right", &lapack::Options::right_job, "NV"},
    {"sort", nullptr, "N"},
};

char letter_of(bool is_complex, bool is_wide) {
  return is_complex ? (is_wide ? 'z' : 'c') : (is_wide ? 'd' : 's');
}

/// The call's configuration, under either name that JAX has given it.
ir::Attributes configuration(const Operation& op) {
  for (const std::string_view name : {"mhlo.backend_config", "backend_config"})
    if (const ir::Attribute* found = op.attributes.find(name))
      if (const auto* dictionary = found->get<ir::DictionaryAttribute>()) return dictionary->fields;
  return {};
}

int64_t number_of(const Operation& op, std::string_view name, const ir::Attribute& value) {
  if (const auto* number = value.get<ir::IntegerAttribute>()) return number->value;
  if (const auto* flag = value.get<bool>()) return *flag;
  ir::operation_error(op, fmt::format("option {}: expected an integer", name));
}

void read_letter(const Operation& op, const LetterOption& option, std::string_view allowed,
                 int64_t value, lapack::Options& options) {
  const bool fits =
      value > 0 && value < 128 && allowed.find(static_cast<char>(value)) != std::string_view::npos;
  if (!fits)
    ir::operation_error(op, fmt::format("option {} is {}, expected the code of a letter of {}",
                                        option.name, value, allowed));
  if (option.letter) options.*option.letter = static_cast<char>(value);
}

void read_option(const Operation& op, std::string_view word, int64_t value,
                 lapack::Options& options) {
  const std::string_view name = word.substr(0, word.find('='));
  for (const LetterOption& option : kLetters)
    if (option.name == name)
      return read_letter(op, option, name == word ? option.allowed : word.substr(name.size() + 1),
                         value, options);
  if (name == "left") options.side = value ? 'L' : 'R';
  if (name == "transpose") options.trans = value ? 'T' : 'N';
  constexpr int64_t kMost = std::numeric_limits<int>::max();
  const int number = static_cast<int>(std::clamp<int64_t>(value, 0, kMost));
  if (name == "low") options.low = number;
  if (name == "high") options.high = number;
}

/// XLA's options are one text: "lower, sort, rounds, tolerance".
lapack::Options options_of_eigh(const Operation& op) {
  lapack::Options options;
  options.job = 'V';
  const ir::Attribute* config = op.attributes.find("backend_config");
  const auto* text = config ? config->get<std::string>() : nullptr;
  if (!text || text->size() < 2 || ((*text)[0] != '0' && (*text)[0] != '1') || (*text)[1] != ',')
    ir::operation_error(op, "expected a backend_config as \"1,1,100,1e-6\"");
  options.uplo = (*text)[0] == '1' ? 'L' : 'U';
  return options;
}

}  // namespace

const LinearAlgebraTarget* find_target(std::string_view name, ElementType element) {
  for (const LinearAlgebraTarget& target : kXla)
    if (target.name == name) return &target;
  const bool is_complex = ir::is_complex(element);
  for (const LinearAlgebraTarget& target : kLapack)
    if (name == fmt::format("lapack_{}{}_ffi", letter_of(is_complex, is_wide(element)),
                            is_complex ? target.complex_name : target.name))
      return &target;
  return nullptr;
}

bool is_linear_algebra(std::string_view name) {
  for (const ElementType element :
       {ElementType::f32, ElementType::f64, ElementType::complex_f32, ElementType::complex_f64})
    if (find_target(name, element)) return true;
  return false;
}

lapack::Options read_options(const Operation& op, const LinearAlgebraTarget& target) {
  if (target.name == "Eigh") return options_of_eigh(op);
  lapack::Options options;
  const std::vector<std::string> known = words_of(target.options);
  const ir::Attributes given = configuration(op);
  for (const std::string_view word : known) {
    const std::string_view name = word.substr(0, word.find('='));
    const ir::Attribute* value = given.find(name);
    if (!value) ir::operation_error(op, fmt::format("has no option {}, expected one", name));
    read_option(op, word, number_of(op, name, *value), options);
  }
  for (const auto& [name, value] : given.entries())
    if (std::none_of(known.begin(), known.end(), [&, &name = name](std::string_view word) {
          return word.substr(0, word.find('=')) == name;
        }))
      ir::operation_error(op, fmt::format("option {} is none that is known here", escaped(name)));
  return options;
}

}  // namespace tutti::op
