// One selection over both columns: a block of the source and its twin in the text.
import { showColumn } from "./tabs.js";

export function selection() {
  const list = document.querySelector("[data-blocks-list]");
  const sections = document.querySelector("[data-sections]");
  const blocks = () => [...(list?.querySelectorAll(".piece") ?? [])].filter((block) => block.offsetParent);
  const narrow = window.matchMedia("(max-width: 800px)");
  let current = null;

  function twins(id) {
    return [...(sections?.querySelectorAll("[data-blocks]") ?? [])].filter((leaf) => leaf.dataset.blocks.split(" ").includes(id));
  }

  function find(id) {
    return list?.querySelector(`[data-block="${CSS.escape(id)}"]`);
  }

  function mark(ids) {
    for (const marked of document.querySelectorAll(".selected")) {
      marked.classList.remove("selected");
      if (marked.matches("[role=option]")) marked.setAttribute("aria-selected", "false");
    }
    const found = ids.map(find).filter(Boolean);
    for (const block of found) {
      block.classList.add("selected");
      block.setAttribute("aria-selected", "true");
    }
    const leaves = ids.flatMap(twins);
    for (const leaf of leaves) leaf.classList.add("selected");
    current = ids[0] ?? null;
    if (found[0]) list.setAttribute("aria-activedescendant", found[0].id);
    return { block: found[0], leaf: leaves[0] };
  }

  function scroll(element, within) {
    if (!element || !element.offsetParent) return;
    const frame = within.getBoundingClientRect();
    const place = element.getBoundingClientRect();
    if (within.scrollHeight > within.clientHeight + 4 && !narrow.matches) {
      if (place.top < frame.top || place.bottom > frame.bottom) within.scrollTop += place.top - frame.top - frame.height / 3;
    } else if (place.top < 60 || place.bottom > window.innerHeight - 20) {
      element.scrollIntoView({ block: "center" });
    }
  }

  function selectFromSource(id) {
    const { block, leaf } = mark([id]);
    scroll(block, list);
    if (!narrow.matches) scroll(leaf, sections.closest("form"));
  }

  function selectFromText(ids) {
    const { block } = mark(ids);
    if (!narrow.matches) scroll(block, list);
  }

  function goto(id) {
    if (!find(id)?.offsetParent) document.querySelector('[data-show="all"]')?.click();
    if (narrow.matches) showColumn("source");
    selectFromSource(id);
    find(id)?.scrollIntoView({ block: "nearest" });
    list?.focus({ preventScroll: narrow.matches });
  }

  list?.addEventListener("click", (event) => {
    const block = event.target.closest(".piece");
    if (block) selectFromSource(block.dataset.block);
  });
  list?.addEventListener("keydown", (event) => {
    const shown = blocks();
    const here = shown.findIndex((block) => block.dataset.block === current);
    const target = { ArrowDown: here + 1, ArrowUp: Math.max(0, here - 1), Home: 0, End: shown.length - 1 }[event.key];
    if (target === undefined || !shown[target]) return;
    event.preventDefault();
    selectFromSource(shown[target].dataset.block);
  });
  sections?.addEventListener("click", (event) => {
    const leaf = event.target.closest("[data-text] [data-blocks]");
    if (leaf && !event.target.closest("a")) selectFromText(leaf.dataset.blocks.split(" "));
  });
  // A link in the text under review must not carry somebody away from unsaved work.
  sections?.addEventListener("click", (event) => {
    const link = event.target.closest("[data-text] a");
    if (!link) return;
    event.preventDefault();
    window.open(link.href, "_blank", "noopener");
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-goto]");
    if (button) goto(button.dataset.goto);
  });
  filter(list);

  let step = -1;
  return {
    walk(by) {
      const stops = [...document.querySelectorAll("[data-attention] [data-goto]")];
      if (!stops.length) return;
      step = (step + by + stops.length) % stops.length;
      for (const stop of stops) stop.classList.toggle("current", stop === stops[step]);
      goto(stops[step].dataset.goto);
    },
    section() {
      return current && twins(current)[0]?.closest("[data-kind]")?.dataset.kind;
    },
  };
}

function filter(list) {
  const group = document.querySelector("[data-block-filter]");
  group?.addEventListener("click", (event) => {
    const button = event.target.closest("[data-show]");
    if (!button) return;
    for (const one of group.querySelectorAll("[data-show]")) one.setAttribute("aria-pressed", one === button);
    list.dataset.showing = button.dataset.show;
  });
}
