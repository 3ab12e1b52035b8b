// One selection over both columns: a block of the source and its twin in the text.
// The lists stay in the page while what is in them is replaced, so everything listens at the lists.
import { showColumn } from "./tabs.js";

const LEAF = "[data-text] [data-position]";

export function selection() {
  const list = document.querySelector("[data-blocks-list]");
  const sections = document.querySelector("[data-sections]");
  const narrow = window.matchMedia("(max-width: 800px)");
  const shownBlocks = () => [...(list?.querySelectorAll(".piece") ?? [])].filter((block) => block.offsetParent);
  const leaves = () => [...(sections?.querySelectorAll(LEAF) ?? [])].filter((leaf) => leaf.offsetParent);
  const blocksOf = (leaf) => leaf?.dataset.blocks?.split(" ") ?? [];
  const find = (id) => list?.querySelector(`[data-block="${CSS.escape(id)}"]`);
  const twin = (id) => sections && [...sections.querySelectorAll(LEAF)].find((leaf) => blocksOf(leaf).includes(id));
  let current = null;
  let step = -1;

  function mark(blocks, marked) {
    for (const one of document.querySelectorAll(".selected")) {
      one.classList.remove("selected");
      if (one.matches("[role=option]")) one.setAttribute("aria-selected", "false");
    }
    for (const block of blocks) {
      block.classList.add("selected");
      block.setAttribute("aria-selected", "true");
    }
    for (const leaf of marked) leaf.classList.add("selected");
    for (const leaf of leaves()) leaf.tabIndex = leaf === marked[0] ? 0 : -1;
    if (!marked.length && leaves()[0]) leaves()[0].tabIndex = 0;
    if (blocks[0]) list.setAttribute("aria-activedescendant", blocks[0].id);
    else list?.removeAttribute("aria-activedescendant");
  }

  function scroll(element, within) {
    if (!element || !element.offsetParent || !within) return;
    const frame = within.getBoundingClientRect();
    const place = element.getBoundingClientRect();
    if (within.scrollHeight > within.clientHeight + 4 && !narrow.matches) {
      const bottom = Math.min(frame.bottom, window.innerHeight); // What is below the window is not seen either.
      if (place.top < frame.top || place.bottom > bottom) within.scrollTop += place.top - frame.top - (bottom - frame.top) / 3;
    } else if (place.top < 60 || place.bottom > window.innerHeight - 20) {
      element.scrollIntoView({ block: "center" });
    }
  }

  function selectBlock(id) {
    const block = find(id);
    const leaf = twin(id);
    mark(block ? [block] : [], leaf ? [leaf] : []);
    current = { side: "source", block: id };
    scroll(block, list);
    if (!narrow.matches) scroll(leaf, sections?.closest("form"));
  }

  function selectLeaf(leaf, { focus = false } = {}) {
    const ids = blocksOf(leaf);
    mark(ids.map(find).filter(Boolean), [leaf]);
    const section = leaf.closest("[data-kind]").dataset.kind;
    current = { side: "text", block: ids.length === 1 ? ids[0] : null, section, position: Number(leaf.dataset.position) };
    if (!narrow.matches) scroll(find(ids[0] ?? ""), list);
    scroll(leaf, sections.closest("form"));
    if (focus) leaf.focus({ preventScroll: true });
  }

  function goto(id) {
    if (!find(id)?.offsetParent) document.querySelector('[data-show="all"]')?.click();
    if (narrow.matches) showColumn("source");
    selectBlock(id);
    find(id)?.scrollIntoView({ block: "nearest" });
    list?.focus({ preventScroll: narrow.matches });
  }

  function leafAt(section, position) {
    return sections?.querySelector(`[data-kind="${section}"] [data-text] [data-position="${position}"]`);
  }

  list?.addEventListener("click", (event) => {
    const block = event.target.closest(".piece");
    if (block) selectBlock(block.dataset.block);
  });
  list?.addEventListener("keydown", (event) => {
    if (event.altKey) return;
    const shown = shownBlocks();
    const here = shown.findIndex((block) => block.dataset.block === current?.block);
    const target = { ArrowDown: here + 1, ArrowUp: Math.max(0, here - 1), Home: 0, End: shown.length - 1 }[event.key];
    if (target === undefined || !shown[target]) return;
    event.preventDefault();
    selectBlock(shown[target].dataset.block);
  });
  sections?.addEventListener("click", (event) => {
    const leaf = event.target.closest(LEAF);
    if (leaf && !event.target.closest("a")) selectLeaf(leaf);
  });
  sections?.addEventListener("focusin", (event) => {
    if (event.target.matches(LEAF) && !event.target.matches(".selected")) selectLeaf(event.target);
  });
  sections?.addEventListener("keydown", (event) => {
    if (event.altKey || !event.target.matches(LEAF)) return;
    const all = leaves();
    const next = all[all.indexOf(event.target) + ({ ArrowDown: 1, ArrowUp: -1 }[event.key] ?? NaN)];
    if (!next) return;
    event.preventDefault();
    selectLeaf(next, { focus: true });
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
  mark([], []);

  return {
    current: () => current,
    element: () => (current?.side === "text" ? leafAt(current.section, current.position) : find(current?.block ?? "")),
    select: (element) => (element.matches(".piece") ? selectBlock(element.dataset.block) : selectLeaf(element)),
    // After the parts were replaced: the same block again, on the side where the person was, with the focus.
    again(focus, wanted = current) {
      const leaf = wanted?.side === "text" && ((wanted.block && twin(wanted.block)) || leafAt(wanted.section, wanted.position));
      if (leaf) return selectLeaf(leaf, { focus });
      if (!wanted?.block || !find(wanted.block)) return mark([], []);
      selectBlock(wanted.block);
      if (focus) list.focus({ preventScroll: true });
    },
    walk(by) {
      const stops = [...document.querySelectorAll("[data-attention] [data-goto]")];
      if (!stops.length) return;
      step = (Math.min(step, stops.length) + by + stops.length) % stops.length;
      for (const stop of stops) stop.classList.toggle("current", stop === stops[step]);
      const rest = stops[step].closest("details");
      if (rest) rest.open = true;
      goto(stops[step].dataset.goto);
    },
    section: () => (current?.side === "text" ? current.section : current && twin(current.block)?.closest("[data-kind]")?.dataset.kind),
    place() {
      const leaf = current?.side === "source" ? twin(current.block) : leafAt(current?.section, current?.position);
      if (!leaf) return null;
      const section = leaf.closest("[data-kind]");
      return { section: section.dataset.kind, position: Number(leaf.dataset.position), count: section.querySelectorAll(LEAF).length };
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
