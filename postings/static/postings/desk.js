// A posting's page: one selection over two columns, editing in place, progress without a reload by hand.
import { askBeforeSubmit, closeMenus, focusTold, isTyping } from "./common.js";
import { edits } from "./editing.js";
import { progress } from "./progress.js";
import { selection } from "./selection.js";
import { tabs } from "./tabs.js";

askBeforeSubmit();
closeMenus();
tabs();
const editing = edits();
const selected = selection();
progress(() => editing.isDirty());
focusTold();

document.addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key === "s") {
    event.preventDefault();
    editing.save();
  }
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  if (event.key === "n") selected.walk(1);
  if (event.key === "p") selected.walk(-1);
  if (event.key === "e") editing.open(selected.section());
});
