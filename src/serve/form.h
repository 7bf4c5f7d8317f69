// SPDX-License-Identifier: Apache-2.0
// The flags of a command as a form: labels, explanations and defaults are those of the list that
// the command line is read by.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/argument.h"
#include "serve/message.h"

namespace tutti::serve {

struct Field {
  Argument argument;     // nothing is read or written through its pointer
  std::string standard;  // the default as text; empty: none
};

/// A group of fields after another, each folded but for the first `open` ones. `values` are texts
/// by flag's name, for those that are not the default; `errors` say what is wrong, likewise. Where
/// `writes` is true, texts may have several lines.
std::string fields_html(const std::vector<Field>& fields, const NamedValues& values,
                        const std::map<std::string, std::string>& errors, size_t open,
                        bool writes = false);

/// The input of such a form: name and text of each field that is not the default.
NamedValues given_values(const std::vector<Field>& fields, const NamedValues& form);

/// The same as words of a command line: "--do_train", "--learning_rate=0.001".
std::vector<std::string> flags_of(const std::vector<Field>& fields, const NamedValues& values);

}  // namespace tutti::serve
