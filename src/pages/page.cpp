// SPDX-License-Identifier: Apache-2.0
#include "pages/page.h"

#include <fmt/format.h>

#include "base/text.h"
#include "pages/look.h"

namespace tutti::pages {
std::string_view page_style() {
  return kStyle;
}

std::string_view page_script() {
  return kScript;
}

std::string escaped_html(std::string_view text) {
  std::string result;
  for (const char c : escaped_lines(text)) {
    if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else if (c == '&')
      result += "&amp;";
    else if (c == '"')
      result += "&quot;";
    else
      result += c;
  }
  return result;
}

std::string table_html(const std::vector<std::string>& head,
                       const std::vector<std::vector<std::string>>& rows, size_t first_number) {
  if (rows.empty()) return "";
  const auto kind = [&](size_t column) {
    return column >= first_number ? " class=\"number\"" : "";
  };
  std::string html = "<div class=\"scroll\" tabindex=\"0\" role=\"group\"><table><thead><tr>";
  for (size_t column = 0; column < head.size(); column++)
    html += fmt::format("<th scope=\"col\"{}>{}</th>", kind(column), escaped_html(head[column]));
  html += "</tr></thead><tbody>\n";
  for (const auto& row : rows) {
    html += "<tr>";
    for (size_t column = 0; column < row.size(); column++)
      html += fmt::format("<{0}{1}>{2}</{3}>", column == 0 ? "th scope=\"row\"" : "td",
                          kind(column), escaped_html(row[column]), column == 0 ? "th" : "td");
    html += "</tr>\n";
  }
  return html + "</tbody></table></div>\n";
}

std::string section_html(std::string_view heading, const std::string& content, bool open) {
  if (content.empty()) return "";
  return fmt::format("<details class=\"section\"{}><summary><h2>{}</h2></summary>\n{}</details>\n",
                     open ? " open" : "", escaped_html(heading), content);
}

std::string page_html(std::string_view title, const std::string& body) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
      "'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{0}</title>\n<style>{1}</style></head><body>\n<main>\n<h1>{0}</h1>\n{2}</main>\n"
      "<script>{3}</script>\n</body></html>\n",
      escaped_html(title), kStyle, body, kScript);
}

}  // namespace tutti::pages
