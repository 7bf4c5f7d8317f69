// SPDX-License-Identifier: Apache-2.0
// Keeps a page up to date while it is looked at: asks for it again and replaces the parts that have
// changed. Filters and sorts the runs, finds options, and estimates a new run while it is typed.
"use strict";
{
  const main = document.querySelector("main");
  const state = document.getElementById("state");
  const partsOf = root => [...root.querySelectorAll("[data-part]")];
  const shown = new Map(partsOf(main).map(part => [part.dataset.part, part.innerHTML]));

  /// A chart that is pointed at, and a part that has the focus, stay as they are.
  const isRead = part =>
    part.matches(":focus-within") || (part.matches(":hover") && part.querySelector("figure"));

  const nameOf = details => details.querySelector("summary").textContent;

  const replace = (part, fresh) => {
    const chosen = new Set([...part.querySelectorAll("input:checked")].map(one => one.value));
    const open = new Map([...part.querySelectorAll("details")].map(one => [nameOf(one), one.open]));
    part.replaceChildren(...fresh.childNodes);
    for (const one of part.querySelectorAll("input")) one.checked = chosen.has(one.value);
    for (const one of part.querySelectorAll("details"))
      if (open.has(nameOf(one))) one.open = open.get(nameOf(one));
    showCharts(part);
    prepareRuns();
  };

  /// Which charts there are changes with the first point of another one.
  const takeCharts = fresh => {
    const [now, then] = [main, fresh].map(root => root.querySelector("#charts"));
    if (!now || !then) return;
    const names = root => partsOf(root).map(part => part.dataset.part).join("\n");
    if (names(now) === names(then)) return;
    for (const part of partsOf(then)) shown.set(part.dataset.part, part.innerHTML);
    now.replaceChildren(...then.childNodes);
    showCharts(now);
  };

  const take = fresh => {
    takeCharts(fresh);
    const parts = new Map(partsOf(main).map(part => [part.dataset.part, part]));
    for (const made of partsOf(fresh)) {
      const name = made.dataset.part, part = parts.get(name);
      if (!part || shown.get(name) === made.innerHTML || isRead(part)) continue;
      shown.set(name, made.innerHTML);
      replace(part, made);
    }
    // A model that can be asked now, as its training has ended, comes with a new page.
    if (fresh.getElementById("ask") && !document.getElementById("ask")) location.reload();
    // So does the first run of a folder.
    if (fresh.getElementById("filter") && !filter) location.reload();
    main.dataset.refresh = fresh.querySelector("main").dataset.refresh;
  };

  const parsed = text => new DOMParser().parseFromString(text, "text/html");

  let timer = 0;
  const later = () => {
    const wait = Number(main.dataset.refresh);
    clearTimeout(timer);
    if (wait > 0) timer = setTimeout(refresh, wait);
  };

  const refresh = async () => {
    const asked = location.href;
    try {
      if (!document.hidden) {
        const answer = await fetch(asked, { cache: "no-store" });
        if (!answer.ok) throw new Error((await answer.text()).trim());
        const text = await answer.text();
        if (asked === location.href) take(parsed(text));
        state.textContent = "";
      }
    } catch (error) {
      state.textContent = "Not up to date: " + error.message;
    }
    later();
  };

  // The runs: words that filter them, and a column that sorts them.
  const filter = document.getElementById("filter");
  const order = { column: -1, falls: false };

  const filterRuns = () => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(word => word);
    const rows = [...main.querySelectorAll(".runs tbody tr")];
    const most = location.search.includes("all=") ? rows.length : 200;
    let count = 0;
    for (const row of rows) {
      row.searched ??= row.textContent.toLowerCase();
      const fits = words.every(word => row.searched.includes(word));
      count += fits;
      const shows = fits && count <= most;
      if (row.hidden === shows) row.hidden = !shows;
    }
    document.getElementById("shown").textContent =
      words.length ? `${count} of ${rows.length} runs` : "";
  };

  const sortRuns = () => {
    const body = main.querySelector(".runs tbody");
    if (order.column < 0) return;
    const valueOf = row => {
      const text = row.cells[order.column].textContent;
      const number = parseFloat(text.replace(/^[a-z_0-9]+ (?=[-\d])/, ""));
      return /^[-\d]|^[a-z_0-9]+ [-\d]/.test(text) && !/^\d{4}-/.test(text) ? number : text;
    };
    const keyed = [...body.rows].map(row => [valueOf(row), row]);
    const isLess = (a, b) => typeof a === typeof b ? a < b : typeof a === "number";
    keyed.sort(([a], [b]) => (isLess(a, b) ? -1 : isLess(b, a) ? 1 : 0) * (order.falls ? -1 : 1));
    body.append(...keyed.map(([, row]) => row));
    main.querySelectorAll(".runs thead th").forEach((head, i) => {
      if (i === order.column) head.ariaSort = order.falls ? "descending" : "ascending";
      else head.removeAttribute("aria-sort");
    });
  };

  const prepareRuns = () => {
    if (!filter || !main.querySelector(".runs")) return;
    main.querySelectorAll(".runs thead th").forEach((head, column) => {
      if (column === 0 || head.querySelector("button")) return;
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      button.addEventListener("click", () => {
        order.falls = order.column === column && !order.falls;
        order.column = column;
        sortRuns();
        filterRuns();
      });
      head.append(button);
    });
    filter.hidden = false;
    sortRuns();
    if (filter.value || order.column >= 0) filterRuns();
  };
  if (filter) {
    filter.addEventListener("input", filterRuns);
    filter.addEventListener("keydown", event => {
      if (event.key === "Enter") event.preventDefault();
    });
  }
  prepareRuns();

  // The options of a new run: words that find them.
  const find = document.getElementById("find");
  if (find) {
    const groups = [...document.querySelectorAll("#options .group")];
    const before = groups.map(group => group.open);
    const search = () => {
      const words = find.value.toLowerCase().split(/\s+/).filter(word => word);
      groups.forEach((group, i) => {
        let any = false;
        for (const field of group.querySelectorAll(".field")) {
          const text = field.textContent.toLowerCase();
          field.hidden = !words.every(word => text.includes(word));
          any ||= !field.hidden;
        }
        group.hidden = !any;
        group.open = words.length > 0 || before[i];
      });
    };
    find.hidden = false;
    find.addEventListener("input", search);
    find.addEventListener("keydown", event => {
      if (event.key === "Enter") event.preventDefault();
    });
  }

  // A new run: what is typed is checked and estimated, and the fields keep the focus.
  const form = document.querySelector(".new-run form");
  if (form) {
    let waiting = 0, sent = "";
    const check = async () => {
      const body = new URLSearchParams(new FormData(form)).toString();
      if (body === sent) return;
      sent = body;
      try {
        const answer = await fetch("/new", { method: "POST", cache: "no-store",
          headers: { "Content-Type": "application/x-www-form-urlencoded" }, body });
        const fresh = parsed(await answer.text());
        if (sent !== body || !answer.ok) return;
        if (answer.redirected) history.replaceState(null, "", answer.url);
        for (const help of form.querySelectorAll(".field p[id]")) {
          const now = fresh.getElementById(help.id);
          if (now && now.innerHTML !== help.innerHTML) help.replaceChildren(...now.childNodes);
        }
        for (const control of form.querySelectorAll("[aria-describedby]")) {
          const now = fresh.getElementById(control.id);
          if (now && now.hasAttribute("aria-invalid")) control.ariaInvalid = "true";
          else control.removeAttribute("aria-invalid");
        }
        take(fresh);
        later();
      } catch (error) {
        state.textContent = "Not up to date: " + error.message;
      }
    };
    const soon = event => {
      if (event.target === find) return;
      clearTimeout(waiting);
      waiting = setTimeout(check, event.type === "change" ? 50 : 700);
    };
    form.addEventListener("input", soon);
    form.addEventListener("change", soon);
    // A button that adds a switch sets it, and the estimate is made anew.
    form.addEventListener("click", event => {
      const button = event.target.closest("button[name^='a.']");
      const control = button && document.getElementById("f-" + button.name.slice(2));
      if (!control || control.type !== "checkbox") return;
      event.preventDefault();
      control.checked = true;
      button.disabled = true;
      button.blur();
      check();
    });
  }
  later();
}
