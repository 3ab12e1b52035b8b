// The rich-text editor of one section, bound to the markup that a section may hold.
import { cleanPasted } from "./desk-paste.js";

export async function makeEditor(textarea, section, config) {
  if (textarea.closest(".prose-editor")) return null;
  try {
    const { createEditor } = await import("django-prose-editor/configurable");
    const editor = await createEditor(textarea, config);
    editor.view.dom.setAttribute("aria-label", textarea.getAttribute("aria-label"));
    editor.view.dom.setAttribute("aria-multiline", "true");
    nameForms(editor, section);
    editor.on("create", () => nameForms(editor, section)); // Its menu may come a moment after it.
    cleanPasted(editor, section);
    return editor;
  } catch (fault) {
    console.error("The editor could not be loaded.", fault);
    textarea.before("The editor could not be loaded. This is the section's markup; it can be edited and saved as it is.");
    return null;
  }
}

// What a line is stands in words: the heading that a section may hold is a sub-heading to who writes.
const FORMS = { heading3: "Sub-heading", paragraph: "Paragraph" };

function nameForms(editor, section) {
  for (const { name, button, option } of editor.storage.menu.menu.items("blockType")) {
    const word = FORMS[name];
    if (!word || !button || button.textContent === word) continue;
    if (option) option.textContent = word;
    for (const shown of [section.querySelector(`.prose-menubar__selected [title="${button.title}"]`), button]) {
      if (!shown) continue;
      shown.classList.remove("material-icons");
      shown.replaceChildren(word);
      shown.title = "Form of this line";
      shown.setAttribute("aria-label", `${word}: form of this line`);
    }
  }
}

export function resetArea(section) {
  const old = section.querySelector("textarea");
  const fresh = old.cloneNode();
  fresh.value = fresh.dataset.stored;
  fresh.disabled = true;
  fresh.removeAttribute("style");
  fresh.hidden = false;
  section.querySelector(".section-editor").replaceChildren(fresh);
}
