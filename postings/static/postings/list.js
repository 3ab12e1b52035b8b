// The list: "/" focuses the search, a choice searches at once, empty choices stay out of the address.
import { askBeforeSubmit, isTyping } from "./common.js";

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

askBeforeSubmit();
