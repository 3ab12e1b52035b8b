// The list: "/" focuses the search, a choice searches at once, empty choices stay out of the address.
import { askBeforeSubmit, closeMenus, isTyping } from "./common.js";

const finder = document.querySelector("[data-finder]");
const search = document.querySelector("[data-search]");

function submit() {
  for (const field of finder.elements) field.disabled = field.name && !field.value;
  finder.submit();
}

if (finder) {
  finder.addEventListener("change", (event) => event.target.matches("select") && submit());
  finder.addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    event.preventDefault();
    search.focus();
    search.select();
  });
  // Coming back by the browser's button shows the fields as they were before.
  window.addEventListener("pageshow", () => {
    for (const field of finder.elements) field.disabled = false;
  });
}

// Chosen rows bring up what can be done with them.
const bulk = document.querySelector("[data-bulk]");
const picks = () => [...document.querySelectorAll("[data-pick]")];

bulk && document.addEventListener("change", (event) => {
  if (event.target.matches("[data-pick-all]")) for (const pick of picks()) pick.checked = event.target.checked;
  if (!event.target.matches("[data-pick], [data-pick-all]")) return;
  const number = picks().filter((pick) => pick.checked).length;
  bulk.hidden = !number;
  bulk.querySelector("[data-picked]").textContent = `${number} chosen`;
});

askBeforeSubmit();
closeMenus();
