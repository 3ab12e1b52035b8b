// A block's menu: opened by its handle, by the right button, or by m; arrows walk, Escape closes.

const SETTLES_MS = 300;
// There the menu covers much of the page, and what shows beside it is too small to be hit.
const narrow = matchMedia("(max-width: 800px)");

export function blockMenu(selected, actions, edit) {
  const menu = document.querySelector("[data-menu]");
  if (!menu) return { open() {} };
  const title = menu.querySelector("[data-menu-title]");
  // What stands beside the menu, but for what tells of messages.
  const beside = () => [...menu.parentElement.children].filter((part) => part !== menu && !part.role);
  const items = () => [...menu.querySelectorAll("[role=menuitem]")].filter((item) => !item.hidden);
  let from = null;
  let openedAt = 0;

  function open(at) {
    const element = selected.element();
    if (!element) return actions.tell("Select a block first.");
    from = element.matches(".piece") ? element.closest("[data-blocks-list]") : element;
    offer(element);
    menu.hidden = false;
    const place = at ?? element.getBoundingClientRect();
    const left = Math.max(8, Math.min(place.right - menu.offsetWidth, innerWidth - menu.offsetWidth - 8));
    menu.style.left = `${left}px`;
    menu.style.top = `${topFor(place)}px`;
    openedAt = performance.now();
    for (const part of beside()) part.inert = narrow.matches;
    items()[0].focus({ preventScroll: true });
  }

  // Below the block, else above it, else as low as it fits.
  function topFor(place) {
    const [below, above, lowest] = [place.bottom + 2, place.top - menu.offsetHeight - 2, innerHeight - menu.offsetHeight - 8];
    return below <= lowest ? below : above >= 8 ? above : Math.max(8, lowest);
  }

  // What can be done with this block; what it is already is not offered.
  function offer(element) {
    const place = selected.place();
    title.textContent = (element.querySelector(".piece-text") ?? element).textContent.trim().slice(0, 60);
    for (const item of menu.querySelectorAll("[role=menuitem]")) {
      const what = item.dataset.do;
      item.hidden =
        (what === "place" && item.dataset.kindOfPlace === place?.section) ||
        (what === "restore" && Boolean(place)) ||
        (what === "up" && !(place?.position > 0)) ||
        (what === "down" && !(place && place.position < place.count - 1)) ||
        (["leave-out", "edit"].includes(what) && !place);
    }
  }

  function close(focus = true) {
    if (menu.hidden) return;
    menu.hidden = true;
    for (const part of beside()) part.inert = false;
    if (focus) from?.focus({ preventScroll: true });
  }

  function choose(item) {
    close();
    const what = item.dataset.do;
    if (what === "place") actions.place(item.dataset.kindOfPlace);
    if (what === "restore") actions.restore();
    if (what === "up") actions.move(-1);
    if (what === "down") actions.move(1);
    if (what === "edit") edit();
    if (what === "leave-out") actions.leaveOut();
  }

  menu.addEventListener("click", (event) => {
    const item = event.target.closest("[role=menuitem]");
    if (item) choose(item);
  });
  menu.addEventListener("keydown", (event) => {
    const all = items();
    const here = all.indexOf(document.activeElement);
    const next = { ArrowDown: (here + 1) % all.length, ArrowUp: (here - 1 + all.length) % all.length, Home: 0, End: all.length - 1 }[event.key];
    if (next !== undefined) all[next].focus();
    else if (event.key === "Escape" || event.key === "Tab") close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  document.addEventListener("pointerdown", (event) => menu.contains(event.target) || close(false));
  window.addEventListener("resize", () => close(false));
  // Showing the block scrolls as well, and the browser tells it late.
  document.addEventListener("scroll", (event) => event.target !== menu && performance.now() - openedAt > SETTLES_MS && close(), true);
  document.addEventListener("click", (event) => {
    const handle = event.target.closest("[data-handle]");
    if (!handle) return;
    selected.select(handle.closest(".piece, [data-position]"));
    open(handle.getBoundingClientRect());
  });
  document.addEventListener("contextmenu", (event) => {
    const element = event.target.closest(".piece, [data-text] [data-position]");
    if (!element || event.target.closest("a") || event.shiftKey) return;
    event.preventDefault();
    selected.select(element);
    open(new DOMRect(event.clientX, event.clientY, 0, 0));
  });
  return { open, close, isOpen: () => !menu.hidden };
}
