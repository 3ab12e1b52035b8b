// The desk's keys.  They mean nothing while somebody types.
import { isTyping } from "./common.js";

export function deskKeys({ selected, actions, menu, editing, refused }) {
  const help = document.querySelector("[data-keys]");
  const kinds = [...document.querySelectorAll("[data-kind-of-place]")].map((item) => item.dataset.kindOfPlace);
  const looking = {
    n: () => selected.walk(1),
    p: () => selected.walk(-1),
    "?": () => help?.showModal(),
  };
  const doing = {
    x: () => actions.leaveOut(),
    r: () => actions.restore(),
    u: () => actions.undo(),
    e: () => (selected.section() ? editing.open(selected.section()) : actions.tell("Select a block that stands in the text first.")),
    m: () => menu.open(),
    Enter: () => menu.open(),
  };

  function press(event) {
    if (event.altKey) return actions && { ArrowUp: () => actions.move(-1), ArrowDown: () => actions.move(1) }[event.key];
    if (looking[event.key]) return looking[event.key];
    if (!actions) return /^[1-8xrue]$/.test(event.key) ? refused : null;
    if (event.key === "Enter" && !event.target.closest("[data-blocks-list], [data-text]")) return null;
    const kind = /^[1-8]$/.test(event.key) && kinds[Number(event.key) - 1];
    return kind ? () => actions.place(kind) : doing[event.key];
  }

  document.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "s") {
      event.preventDefault();
      return editing.save();
    }
    if (event.ctrlKey || event.metaKey || isTyping(event.target) || help?.open) return;
    const act = press(event);
    if (!act) return;
    event.preventDefault();
    menu.close?.(true);
    act();
  });
  document.addEventListener("click", (event) => event.target.closest("[data-show-keys]") && help?.showModal());
}
