// SPDX-License-Identifier: Apache-2.0
// Asks for the same page again while it is looked at, and puts the parts that have changed into
// their places. A chart that is pointed at, and a part that has the focus, stay as they are.
"use strict";
{
  const main = document.querySelector("main");
  const state = document.getElementById("state");
  const shown = new Map([...main.querySelectorAll("[data-part]")]
    .map(part => [part.dataset.part, part.innerHTML]));

  const isRead = part =>
    part.matches(":focus-within") || (part.matches(":hover") && part.querySelector("figure"));

  const replace = (part, fresh) => {
    const chosen = new Set([...part.querySelectorAll("input:checked")].map(one => one.value));
    const open = [...part.querySelectorAll("details")].map(one => one.open);
    part.replaceChildren(...fresh.childNodes);
    for (const one of part.querySelectorAll("input")) one.checked = chosen.has(one.value);
    part.querySelectorAll("details").forEach((one, i) => { if (i < open.length) one.open = open[i]; });
    showValues(part);
  };

  const take = fresh => {
    for (const made of fresh.querySelectorAll("[data-part]")) {
      const name = made.dataset.part;
      const part = [...main.querySelectorAll("[data-part]")].find(one => one.dataset.part === name);
      if (!part) {
        location.reload();  // another chart has its first point
        return;
      }
      if (shown.get(name) === made.innerHTML || isRead(part)) continue;
      shown.set(name, made.innerHTML);
      replace(part, made);
    }
    main.dataset.refresh = fresh.querySelector("main").dataset.refresh;
  };

  const later = () => {
    const wait = Number(main.dataset.refresh);
    if (wait > 0) setTimeout(refresh, wait);
  };

  const refresh = async () => {
    try {
      if (!document.hidden) {
        const answer = await fetch(location.href, { cache: "no-store" });
        if (!answer.ok) throw new Error((await answer.text()).trim());
        take(new DOMParser().parseFromString(await answer.text(), "text/html"));
        state.textContent = "";
      }
    } catch (error) {
      state.textContent = "Not up to date: " + error.message;
    }
    later();
  };
  later();
}
