// Pages beside the desk: choosing a whole section puts the single blocks aside.
import { askBeforeSubmit, focusTold } from "./common.js";

for (const form of document.querySelectorAll("[data-merging]")) {
  form.addEventListener("change", (event) => {
    if (!event.target.matches("[data-whole]")) return;
    const blocks = event.target.closest("fieldset").parentElement.querySelector("[data-merge-blocks]");
    for (const one of blocks.querySelectorAll("fieldset")) one.disabled = event.target.value !== "";
    blocks.classList.toggle("aside", event.target.value !== "");
  });
}

askBeforeSubmit();
focusTold();
