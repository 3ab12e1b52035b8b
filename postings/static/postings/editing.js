// Editing sections in place.  An editor is made when a section is opened; only opened sections are sent.
// Where the editor cannot be loaded the textarea itself is shown, with the section's markup.
import { insertInOrder } from "./desk-parts.js";
import { makeEditor, resetArea } from "./desk-editor.js";

const NOTHING = {
  isDirty: () => false,
  typed: () => ({}),
  openKind: () => "",
  openAmong: () => "",
  moved() {},
  open() {},
  save() {},
  leave() {},
};

export function edits() {
  const form = document.querySelector("[data-editing]");
  const bar = document.querySelector("[data-save-bar]");
  if (!form || !bar) return NOTHING;
  const template = document.querySelector("[data-section-template]");
  const base = form.querySelector("[name=base_number]");
  const config = JSON.parse(form.dataset.config);
  const changed = new Set();
  let leaving = false;

  const sections = () => [...form.querySelectorAll("[data-kind]")];
  const area = (section) => section.querySelector("textarea");
  const isOpen = (section) => section.matches(".editing, .removed");
  const tell = (name, detail) => document.dispatchEvent(new CustomEvent(`desk:${name}`, { detail }));

  function refresh() {
    bar.hidden = !sections().some(isOpen);
    if (bar.hidden) base.value = document.querySelector("[data-desk]").dataset.number;
    const publish = document.querySelector("[data-publish]");
    if (publish) publish.title = changed.size ? "What you typed is not saved yet; publishing shows the saved text." : "";
  }

  function touch(section) {
    changed.add(section);
    tell("typed", section);
  }

  async function watch(section) {
    const editor = await makeEditor(area(section), section, config);
    editor?.on("update", () => touch(section));
    return editor;
  }

  async function open(section) {
    section.classList.add("editing");
    area(section).disabled = false;
    refresh();
    tell("opened", section);
    const editor = await watch(section);
    for (const part of [bar, section]) part.scrollIntoView({ block: "nearest" });
    if (editor) editor.commands.focus("end");
    else area(section).focus();
  }

  function close(section) {
    const wasChanged = changed.delete(section);
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
    tell("closed", section);
    if (wasChanged) tell("typed", section);
  }

  function remove(section) {
    section.classList.add("removed");
    area(section).disabled = false;
    area(section).value = "";
    section.querySelector(".removed-note").hidden = false;
    refresh();
    touch(section);
    bar.scrollIntoView({ block: "nearest" });
    section.querySelector("[data-cancel]").focus();
  }

  function add(button) {
    const section = template.content.firstElementChild.cloneNode(true);
    const kind = button.dataset.addSection;
    section.dataset.kind = section.dataset.section = kind;
    section.dataset.rank = button.dataset.rank;
    section.querySelector("h3").textContent = button.textContent;
    area(section).name = `section-${kind}`;
    area(section).setAttribute("aria-label", button.textContent);
    insertInOrder(form.querySelector("[data-sections]"), section);
    button.hidden = true;
    button.closest("details").open = false;
    open(section);
  }

  form.addEventListener("click", (event) => {
    const section = event.target.closest("[data-kind]");
    if (event.target.closest("[data-edit]")) open(section);
    if (event.target.closest("[data-remove]")) remove(section);
    if (event.target.closest("[data-cancel]")) close(section);
    if (event.target.closest("[data-cancel-all]")) sections().filter(isOpen).forEach(close);
    const button = event.target.closest("[data-add-section]");
    if (button) add(button);
  });
  form.addEventListener("input", (event) => {
    if (event.target.matches("textarea")) touch(event.target.closest("[data-kind]"));
    if (event.target.matches("[name=note]") && changed.size) tell("typed");
  });
  form.addEventListener("submit", () => {
    leaving = true;
    tell("submitted");
  });
  document.addEventListener("desk:replaced", refresh);
  window.addEventListener("beforeunload", (event) => {
    if (changed.size && !leaving) event.preventDefault();
  });
  for (const section of sections().filter((one) => one.matches(".editing"))) {
    changed.add(section);
    watch(section);
    setTimeout(() => tell("opened", section));
  }

  return {
    isDirty: () => changed.size > 0,
    typed: () => Object.fromEntries([...changed].map((section) => [section.dataset.kind, area(section).value])),
    base: () => Number(base.value),
    note: () => form.querySelector("[name=note]").value,
    leave: () => (leaving = true),
    openKind: () => sections().find(isOpen)?.dataset.kind ?? "",
    // The heading of a section that is being edited among these kinds; where no kind is known, of any.
    openAmong(kinds) {
      const known = kinds.filter(Boolean);
      const inTheWay = sections().find((one) => isOpen(one) && (!known.length || known.includes(one.dataset.kind)));
      return inTheWay ? inTheWay.querySelector("h3").firstChild.textContent.trim() : "";
    },
    // The head moved by an action of this person's that left the open sections alone: they stand on the new head.
    moved(before, number) {
      if (Number(base.value) === before) base.value = number;
    },
    save: () => !bar.hidden && form.requestSubmit(),
    open(kind) {
      const section = kind && form.querySelector(`[data-kind="${kind}"]`);
      if (section && !isOpen(section)) open(section);
    },
  };
}
