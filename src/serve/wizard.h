// SPDX-License-Identifier: Apache-2.0
// The page for a new training: the fields that it needs and all other options, and beside them the
// first rows of the file, an estimate, the command line and the run file.
#pragma once

#include <list>
#include <memory>

#include "serve/jobs.h"
#include "serve/program.h"

namespace tutti::serve {

class Wizard {
 public:
  Wizard(const ProgramInterface& program, Jobs& jobs, Path folder, std::string form_key, Hide hide);

  /// The form. `values` are those of a run that the new one starts from.
  Response form(const NamedValues& values);
  /// The form with a draft and its estimate; the empty form if there is no such draft.
  Response form_of_draft(const std::string& id);
  /// Makes a draft from a filled-in form and starts its estimate. The response redirects to the
  /// draft, or is the form with its errors.
  Response take(const NamedValues& form);
  /// Starts the training of a filled-in form, only once however often it is called.
  Response start(const NamedValues& form);

 private:
  struct Draft {
    std::string id, run;
    NamedValues values = {};
    nlohmann::ordered_json arguments = {};
    std::unique_ptr<ChildProcess> estimate = {};
    bool started = false;
  };
  using Errors = std::map<std::string, std::string>;

  /// The values of a filled-in form, and what is wrong with them.
  Draft draft_of(const NamedValues& form, Errors& errors) const;
  Response form_page(const std::string& run, const NamedValues& values, const Errors& errors,
                     Draft* draft);
  std::string form_content(const std::string& run, const NamedValues& values, const Errors& errors,
                           Draft* draft);
  std::string aside_html(const NamedValues& values, Draft* draft);
  std::string reason_against(const std::string& run) const;
  std::string unused_name() const;
  Draft* draft(const std::string& id);
  std::string estimate_html(Draft& draft) const;
  std::string offers_html(const std::string& error) const;
  std::string commands_html(const Draft& draft) const;
  static bool is_refused(Draft& draft);

  const ProgramInterface& program_;
  Jobs& jobs_;
  Path folder_;
  std::string form_key_;
  Hide hide_;
  std::vector<Field> first_, others_;  // the fields with a label, and all others
  std::list<Draft> drafts_;            // the newest first
  int64_t last_id_ = 0;
};

}  // namespace tutti::serve
