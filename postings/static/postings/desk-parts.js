// The parts of the page that the server renders again after an action, put where they belong.
import { tabs } from "./tabs.js";

const SIMPLE = ["head", "attention", "blocks", "adding", "below"];

export function replaceParts(answer, desk) {
  for (const name of SIMPLE) {
    const place = document.querySelector(`[data-part="${name}"]`);
    if (!place || answer.parts[name] === undefined) continue;
    const keep = name === "below" ? place.querySelector('[role=tab][aria-selected="true"]')?.id : null;
    const open = name === "attention" && place.querySelector("details")?.open;
    const typed = name === "head" ? typedNames(place) : [];
    place.innerHTML = answer.parts[name];
    for (const [field, value] of typed) place.querySelector(`[data-rename] [name=${field}]`).value = value;
    if (name === "below") tabs(place, keep);
    if (open && place.querySelector("details")) place.querySelector("details").open = true;
  }
  replaceSections(document.querySelector("[data-sections]"), answer.parts.sections);
  for (const count of document.querySelectorAll("[data-count]")) count.textContent = answer.counts[count.dataset.count];
  for (const number of document.querySelectorAll("[data-number]")) if (number !== desk) number.textContent = answer.number;
  desk.dataset.number = answer.number;
  addHandles();
  document.dispatchEvent(new CustomEvent("desk:replaced", { detail: answer }));
}

// A title that somebody is typing stays as it is.
function typedNames(head) {
  const fields = head.querySelector("[data-rename]")?.elements ?? {};
  return ["title", "company"].filter((name) => fields[name] && fields[name].value !== fields[`was_${name}`].value).map((name) => [name, fields[name].value]);
}

export async function showNewest(desk) {
  const response = await fetch(desk.dataset.newest, { headers: { Accept: "application/json" } }).catch(() => null);
  if (!response?.ok || response.redirected) return false;
  replaceParts(await response.json(), desk);
  return true;
}

// Sections under somebody's hands stay as they are; the others are replaced, each in its place.
function replaceSections(container, html) {
  if (!container || html === undefined) return;
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  const wanted = new Map([...fresh.content.querySelectorAll("[data-kind]")].map((section) => [section.dataset.kind, section]));
  for (const section of [...container.querySelectorAll("[data-kind]")]) {
    const next = wanted.get(section.dataset.kind);
    wanted.delete(section.dataset.kind);
    if (section.matches(".editing, .removed")) renewBehindEditor(section, next);
    else if (next) section.replaceWith(next);
    else section.remove();
  }
  for (const section of wanted.values()) insertInOrder(container, section);
}

// What is shown again when the editor is closed is the newest text, not the one the editor was opened on.
function renewBehindEditor(section, next) {
  const old = section.querySelector("[data-text]");
  const text = next?.querySelector("[data-text]");
  if (!text) return old?.remove();
  if (old) old.replaceWith(text);
  else section.querySelector(".section-head").after(text);
  section.querySelector("textarea").dataset.stored = next.querySelector("textarea").dataset.stored;
}

export function insertInOrder(container, section) {
  const rank = (one) => Number(one.dataset.rank ?? 99);
  const after = [...container.querySelectorAll("[data-kind]")].find((other) => rank(other) > rank(section));
  container.insertBefore(section, after ?? null);
}

// Each paragraph and item of the text gets what one can take hold of it by.
export function addHandles() {
  if (!document.querySelector("[data-act]")) return;
  for (const leaf of document.querySelectorAll("[data-text] [data-position]")) {
    if (leaf.querySelector(":scope > .handle, :scope > :last-child > .handle")) continue;
    const handle = document.createElement("span");
    handle.className = "handle";
    handle.dataset.handle = "";
    handle.setAttribute("aria-hidden", "true");
    handle.title = "What can be done with it (m)";
    (leaf.matches("tr") ? leaf.lastElementChild : leaf).append(handle);
  }
}
