// Editing sections in place.  An editor is made when a section is opened; only opened sections are sent.
// Where the editor cannot be loaded the textarea itself is shown, with the section's markup.

import { insertInOrder } from "./desk-parts.js";

export function edits() {
  const form = document.querySelector("[data-editing]");
  const bar = document.querySelector("[data-save-bar]");
  const template = document.querySelector("[data-section-template]");
  const base = form?.querySelector("[name=base_number]");
  const config = form ? JSON.parse(form.dataset.config) : null;
  const changed = new Set();
  let leaving = false;

  const sections = () => [...form.querySelectorAll("[data-kind]")];
  const area = (section) => section.querySelector("textarea");
  const isOpen = (section) => section.matches(".editing, .removed");

  function refresh() {
    bar.hidden = !sections().some(isOpen);
    if (bar.hidden) base.value = document.querySelector("[data-desk]").dataset.number;
    const publish = document.querySelector("[data-publish]");
    if (publish) publish.title = changed.size ? "What you typed is not saved yet; publishing shows the saved text." : "";
  }

  async function open(section) {
    section.classList.add("editing");
    area(section).disabled = false;
    refresh();
    const editor = await makeEditor(area(section), config);
    if (editor) {
      editor.on("update", () => changed.add(section));
      editor.commands.focus("end");
    } else {
      area(section).focus();
    }
  }

  function close(section) {
    changed.delete(section);
    if (!section.querySelector("[data-text]")) {
      document.querySelector(`[data-add-section="${section.dataset.kind}"]`)?.removeAttribute("hidden");
      section.remove();
    } else {
      section.classList.remove("editing", "removed");
      section.querySelector(".removed-note").hidden = true;
      resetArea(section);
      section.querySelector("[data-edit]").focus();
    }
    refresh();
  }

  function remove(section) {
    section.classList.add("removed");
    area(section).disabled = false;
    area(section).value = "";
    section.querySelector(".removed-note").hidden = false;
    changed.add(section);
    refresh();
    section.querySelector("[data-cancel]").focus();
  }

  function add(kind, heading, button) {
    const section = template.content.firstElementChild.cloneNode(true);
    section.dataset.kind = section.dataset.section = kind;
    section.querySelector("h3").textContent = heading;
    area(section).name = `section-${kind}`;
    area(section).setAttribute("aria-label", heading);
    section.dataset.rank = button.dataset.rank;
    insertInOrder(form.querySelector("[data-sections]"), section);
    button.hidden = true;
    button.closest("details").open = false;
    open(section);
  }

  if (!form || !bar) return { isDirty: () => false, save() {}, open() {}, openAmong: () => "", moved() {} };

  form.addEventListener("click", (event) => {
    const section = event.target.closest("[data-kind]");
    if (event.target.closest("[data-edit]")) open(section);
    if (event.target.closest("[data-remove]")) remove(section);
    if (event.target.closest("[data-cancel]")) close(section);
    if (event.target.closest("[data-cancel-all]")) sections().filter(isOpen).forEach(close);
    const button = event.target.closest("[data-add-section]");
    if (button) add(button.dataset.addSection, button.textContent, button);
  });
  form.addEventListener("input", (event) => {
    if (event.target.matches("textarea")) changed.add(event.target.closest("[data-kind]"));
  });
  form.addEventListener("submit", () => (leaving = true));
  document.addEventListener("desk:replaced", refresh);
  window.addEventListener("beforeunload", (event) => {
    if (changed.size && !leaving) event.preventDefault();
  });
  for (const section of sections().filter((one) => one.matches(".editing"))) {
    changed.add(section);
    makeEditor(area(section), config).then((editor) => editor?.on("update", () => changed.add(section)));
  }

  const headingOf = (section) => section.querySelector("h3").firstChild.textContent.trim();
  return {
    isDirty: () => changed.size > 0,
    // The heading of a section that is being edited among these kinds; where no kind is known, of any.
    openAmong(kinds) {
      const known = kinds.filter(Boolean);
      const inTheWay = sections().find((section) => isOpen(section) && (!known.length || known.includes(section.dataset.kind)));
      return inTheWay ? headingOf(inTheWay) : "";
    },
    // The head moved by an action of this person's that left the open sections alone: they stand on the new head.
    moved(before, number) {
      if (Number(base.value) === before) base.value = number;
    },
    save: () => !bar.hidden && form.requestSubmit(),
    open: (kind) => {
      const section = kind && form.querySelector(`[data-kind="${kind}"]`);
      if (section && !isOpen(section)) open(section);
    },
  };
}

async function makeEditor(textarea, config) {
  if (textarea.closest(".prose-editor")) return null;
  try {
    const { createEditor } = await import("django-prose-editor/configurable");
    const editor = await createEditor(textarea, config);
    editor.view.dom.setAttribute("aria-label", textarea.getAttribute("aria-label"));
    editor.view.dom.setAttribute("aria-multiline", "true");
    return editor;
  } catch (fault) {
    console.error("The editor could not be loaded.", fault);
    textarea.before("The editor could not be loaded. This is the section's markup; it can be edited and saved as it is.");
    return null;
  }
}

function resetArea(section) {
  const old = section.querySelector("textarea");
  const fresh = old.cloneNode();
  fresh.value = fresh.dataset.stored;
  fresh.disabled = true;
  fresh.removeAttribute("style");
  fresh.hidden = false;
  section.querySelector(".section-editor").replaceChildren(fresh);
}
