// SPDX-License-Identifier: Apache-2.0
#include "serve/html.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/percent_encoding.h"
#include "pages/page.h"
#include "serve/access.h"
#include "serve/page.h"

namespace tutti::serve {
namespace {

using pages::escaped_html;

/// `text` with the value of each name in place of its comment `<!--name-->`.
std::string filled(std::string_view text,
                   const std::vector<std::pair<std::string_view, std::string>>& values) {
  std::string result;
  while (!text.empty()) {
    const size_t begin = std::min(text.find("<!--"), text.size());
    result += text.substr(0, begin);
    text.remove_prefix(begin);
    if (text.empty()) break;
    const size_t end = text.find("-->");
    for (const auto& [name, value] : values)
      if (text.substr(4, end - 4) == name) result += value;
    text.remove_prefix(end + 3);
  }
  return result;
}

/// The links of every page; that of the page itself is marked.
std::string links_html(const std::string& title) {
  std::string html;
  for (const auto& [target, text] :
       {std::pair("/", "Runs"), {"/new", "New run"}, {"/devices", "Devices"}})
    html += fmt::format("<a href=\"{}\"{}>{}</a>\n", target,
                        title == text ? " aria-current=\"page\"" : "", text);
  return html;
}

}  // namespace

Response page(const std::string& title, const std::string& body, int refresh) {
  Response response;
  response.body = filled(kPageHtml, {{"title", escaped_html(title)},
                                     {"nav", links_html(title)},
                                     {"refresh", std::to_string(refresh)},
                                     {"body", body}});
  return response;
}

Response refusal_page(int status, const std::string& why) {
  Response response =
      page("Not done", fmt::format("<p role=\"alert\" class=\"card\">{}</p>\n", escaped_html(why)),
           kNever);
  response.status = status;
  return response;
}

std::string part_html(const std::string& name, const std::string& content) {
  return fmt::format("<div data-part=\"{}\">\n{}</div>\n", escaped_html(name), content);
}

std::string paragraph_html(std::string_view text) {
  return fmt::format("<p>{}</p>\n", escaped_html(text));
}

std::string text_html(std::string_view name, std::string_view text) {
  if (text.empty()) return "";
  return fmt::format("<pre tabindex=\"0\" role=\"group\" aria-label=\"{}\">{}</pre>\n",
                     escaped_html(name), escaped_html(text));
}

std::string form_html(const std::string& target, const std::string& key, const NamedValues& values,
                      const std::string& content) {
  std::string html = fmt::format("<form method=\"post\" action=\"{}\">\n", target);
  NamedValues hidden = {{kFormKey, key}};
  hidden.insert(hidden.end(), values.begin(), values.end());
  for (const auto& [name, value] : hidden)
    html += fmt::format("<input type=\"hidden\" name=\"{}\" value=\"{}\">\n", escaped_html(name),
                        escaped_html(value));
  return html + content + "</form>\n";
}

std::string button_html(const std::string& target, const std::string& key,
                        const NamedValues& values, std::string_view text, bool is_primary) {
  return form_html(target, key, values,
                   fmt::format("<button{}>{}</button>\n", is_primary ? " class=\"primary\"" : "",
                               escaped_html(text)));
}

std::string address_of_run(const std::string& page, const std::string& run) {
  return fmt::format("/{}?run={}", page, percent_encoded(run, true));
}

}  // namespace tutti::serve
