// Small habits that several pages share.

export function askBeforeSubmit(root = document) {
  root.addEventListener("click", (event) => {
    const button = event.target.closest("[data-confirm]");
    if (button && !window.confirm(button.dataset.confirm)) event.preventDefault();
  });
}

export function closeMenus() {
  document.addEventListener("click", (event) => {
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (!menu.contains(event.target)) menu.open = false;
    }
  });
  document.addEventListener("keydown", (event) => {
    const menu = event.key === "Escape" && document.querySelector("details.menu[open]");
    if (menu) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });
}

// A button that cannot be pressed says why, in the words beside it.
export function explainRefused(tell) {
  document.addEventListener("click", (event) => {
    const button = event.target.closest('[aria-disabled="true"][aria-describedby]');
    if (!button) return;
    event.preventDefault();
    tell(document.getElementById(button.getAttribute("aria-describedby"))?.textContent ?? "");
  });
}

export function quietButton(word, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "quiet-button";
  made.textContent = word;
  made.addEventListener("click", act);
  return made;
}

// The forms' token, for what is sent without a form.
export function token() {
  return document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
}

export function focusTold() {
  document.querySelector("[data-focus]")?.focus();
}

export function isTyping(target) {
  return target.matches("input, textarea, select, [contenteditable], [contenteditable] *");
}
