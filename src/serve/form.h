// SPDX-License-Identifier: Apache-2.0
// The flags of a command as a form. Its labels, explanations and defaults come from the list that
// also reads the command line.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/argument.h"
#include "serve/message.h"

namespace tutti::serve {

struct Field {
  Argument argument;           // nothing is read or written through its pointer
  std::string standard;        // the default as text; empty: none
  std::string label = {};      // that a form shows instead of the flag's name; empty: that name
  std::string standing = {};   // what it calls the default; empty: the default itself
  std::string when_true = {};  // what it calls the other value of a switch
};

/// One field. `values` are texts by flag's name, for those that are not the default. `errors` say
/// what is wrong, likewise. If `writes`, a text may have several lines.
std::string field_html(const Field& field, const NamedValues& values,
                       const std::map<std::string, std::string>& errors, bool writes = false);

/// The fields group by group. Each group is folded, except the first `open` ones and those with
/// errors.
std::string fields_html(const std::vector<Field>& fields, const NamedValues& values,
                        const std::map<std::string, std::string>& errors, size_t open);

/// What a form like that was filled with: the name and text of each field that is not the default.
NamedValues given_values(const std::vector<Field>& fields, const NamedValues& form);

/// The same as words of a command line: "--do_train", "--learning_rate=0.001".
std::vector<std::string> flags_of(const std::vector<Field>& fields, const NamedValues& values);

}  // namespace tutti::serve
