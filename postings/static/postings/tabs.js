// Tabs by arrow keys and click.  Without this script every panel is shown, one under the other.

export function tabs(within = document, keep = null) {
  for (const root of within.querySelectorAll("[data-tabs]")) wire(root.querySelector("[role=tablist]"), panelOf, undefined, keep);
  const columns = within.querySelector("[data-columns]");
  const columnTabs = within.querySelector("[data-column-tabs]");
  if (columnTabs) wire(columnTabs, () => null, (tab) => (columns.dataset.showing = tab.id.replace("tab-", "")));
}

export function showColumn(name) {
  document.getElementById(`tab-${name}`)?.click();
}

function panelOf(tab) {
  return document.getElementById(tab.getAttribute("aria-controls"));
}

function wire(list, panel, chosen = () => {}, keep = null) {
  const all = [...list.querySelectorAll("[role=tab]")];
  const choose = (tab) => {
    for (const one of all) {
      one.setAttribute("aria-selected", one === tab);
      one.tabIndex = one === tab ? 0 : -1;
      const its = panel(one);
      if (its) its.hidden = one !== tab;
    }
    chosen(tab);
  };
  list.addEventListener("click", (event) => {
    const tab = event.target.closest("[role=tab]");
    if (tab) choose(tab);
  });
  list.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = all[(all.indexOf(document.activeElement) + step + all.length) % all.length];
    choose(next);
    next.focus();
  });
  choose(all.find((tab) => tab.id === keep) ?? all.find((tab) => tab.getAttribute("aria-selected") === "true") ?? all[0]);
}
