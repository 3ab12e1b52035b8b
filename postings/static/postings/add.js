// Pasting keeps the clipboard's formatting: what the page or document held goes along as HTML while the text is untouched.
import { focusTold } from "./common.js";

const text = document.querySelector("[data-paste]");
const markup = document.querySelector("[data-paste-markup]");
const note = document.querySelector("[data-paste-note]");

function tell(words, button) {
  note.replaceChildren(words);
  if (button) note.append(" ", button);
  note.hidden = !words;
}

function forget(words) {
  markup.value = "";
  tell(words);
}

function plainButton() {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "quiet-button";
  button.textContent = "Use the plain text";
  button.addEventListener("click", () => {
    forget("");
    text.focus();
  });
  return button;
}

function replacesAll() {
  return text.value.slice(0, text.selectionStart).trim() === "" && text.value.slice(text.selectionEnd).trim() === "";
}

if (text) {
  let pasting = false;
  text.addEventListener("paste", (event) => {
    const html = event.clipboardData?.getData("text/html") ?? "";
    pasting = Boolean(html.trim()) && replacesAll();
    if (pasting) markup.value = html;
  });
  text.addEventListener("input", () => {
    if (pasting) tell("Pasted with headings, lists and links.", plainButton());
    else if (markup.value) forget("You changed the text, so it is sent as plain text.");
    pasting = false;
  });
  if (markup.value) tell("Pasted with headings, lists and links.", plainButton());
}

focusTold();
