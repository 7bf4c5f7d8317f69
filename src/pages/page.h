// SPDX-License-Identifier: Apache-2.0
// What the reports of runs and of suites share: each is one HTML file that needs no other.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tutti::pages {

/// The style of every page, and the script of its charts; its function showCharts(root) is for
/// charts that are added to a page later.
std::string_view page_style();
std::string_view page_script();

/// Text escaped for HTML, XML and attributes in double quotes. Characters that XML forbids, and
/// bytes that are not UTF-8, become \xHH.
std::string escaped_html(std::string_view text);

/// A table with a header row; every cell is escaped. Columns from `first_number` on are aligned as
/// numbers. Empty if there are no rows.
std::string table_html(const std::vector<std::string>& head,
                       const std::vector<std::vector<std::string>>& rows, size_t first_number = 1);

/// A collapsible section with a heading. `content` is HTML; if it is empty, so is the result.
std::string section_html(std::string_view heading, const std::string& content, bool open = true);

/// The whole page. Its style suits light and dark, wide and narrow screens, and print. It has the
/// charts' script and a policy that forbids the browser any request. `body` is HTML.
std::string page_html(std::string_view title, const std::string& body);

}  // namespace tutti::pages
