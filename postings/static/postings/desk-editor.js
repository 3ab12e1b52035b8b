// The rich-text editor of one section, bound to the markup that a section may hold.
import { cleanPasted } from "./desk-paste.js";

export async function makeEditor(textarea, section, config) {
  if (textarea.closest(".prose-editor")) return null;
  try {
    const { createEditor } = await import("django-prose-editor/configurable");
    const editor = await createEditor(textarea, config);
    editor.view.dom.setAttribute("aria-label", textarea.getAttribute("aria-label"));
    editor.view.dom.setAttribute("aria-multiline", "true");
    cleanPasted(editor, section);
    return editor;
  } catch (fault) {
    console.error("The editor could not be loaded.", fault);
    textarea.before("The editor could not be loaded. This is the section's markup; it can be edited and saved as it is.");
    return null;
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
