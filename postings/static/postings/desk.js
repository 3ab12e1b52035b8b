// A posting's page: one selection over two columns, blocks moved and sections edited in place, nothing reloaded by hand.
import { askBeforeSubmit, closeMenus, explainRefused, focusTold } from "./common.js";
import { blockActions } from "./desk-blocks.js";
import { autosave } from "./desk-draft.js";
import { deskKeys } from "./desk-keys.js";
import { blockMenu } from "./desk-menu.js";
import { addHandles, showNewest } from "./desk-parts.js";
import { presence } from "./desk-presence.js";
import { livePreview } from "./desk-preview.js";
import { edits } from "./editing.js";
import { progress } from "./progress.js";
import { selection } from "./selection.js";
import { tabs } from "./tabs.js";

const desk = document.querySelector("[data-desk]");

askBeforeSubmit();
closeMenus();
tabs();
addHandles();
const editing = edits();
const selected = selection();
const actions = desk.dataset.act ? blockActions(desk, selected, editing) : null;
const menu = actions ? blockMenu(selected, actions, () => editing.open(selected.section())) : { open() {} };
const saved = document.querySelector("[data-saved]");
const tell = (words) => {
  saved.dataset.state = "bad";
  saved.replaceChildren(words);
};
explainRefused(tell);
deskKeys({ selected, actions, menu, editing, refused: () => tell(document.getElementById("why-edit")?.textContent ?? "") });
progress(() => editing.isDirty());
autosave(desk, editing);
livePreview(desk, editing);
presence(desk, editing, actions ? actions.showNewest : () => showNewest(desk));
focusTold();

// What opens at the end of a column that scrolls is brought into sight.
document.addEventListener("toggle", (event) => event.target.matches(".add-section[open]") && event.target.scrollIntoView({ block: "nearest" }), true);
document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-show-tab]");
  if (link) document.getElementById(link.dataset.showTab)?.click();
  const button = event.target.closest('[data-do="restore"][data-of]');
  if (button) actions?.restore(button.dataset.of);
});
