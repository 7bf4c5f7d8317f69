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
  std::string label = {};      // shown instead of the flag's name; empty: that name
  std::string standing = {};   // shown instead of the default; empty: the default itself
  std::string when_true = {};  // shown for the other value of a switch
};

/// One field. By flag, `values` has the texts that differ from the defaults, and `errors` has what
/// is wrong. If `writes`, a text may have several lines.
std::string field_html(const Field& field, const NamedValues& values,
                       const std::map<std::string, std::string>& errors, bool writes = false);

/// The fields group by group. Each group is collapsed, except the first `open` ones and those with
/// errors.
std::string fields_html(const std::vector<Field>& fields, const NamedValues& values,
                        const std::map<std::string, std::string>& errors, size_t open);

/// The values of a submitted form: name and text of each field that differs from its default.
NamedValues given_values(const std::vector<Field>& fields, const NamedValues& form);

/// The same values as command-line words: "--do_train", "--learning_rate=0.001".
std::vector<std::string> flags_of(const std::vector<Field>& fields, const NamedValues& values);

}  // namespace tutti::serve
