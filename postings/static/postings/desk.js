// A posting's page: one selection over two columns, blocks moved and sections edited in place, nothing reloaded by hand.
import { askBeforeSubmit, closeMenus, focusTold } from "./common.js";
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
deskKeys({ selected, actions, menu, editing });
progress(() => editing.isDirty());
autosave(desk, editing);
livePreview(desk, editing);
presence(desk, editing, actions ? actions.showNewest : () => showNewest(desk));
focusTold();

document.addEventListener("click", (event) => {
  const button = event.target.closest('[data-do="restore"][data-of]');
  if (button) actions?.restore(button.dataset.of);
});
