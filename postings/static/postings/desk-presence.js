// Who else is here and who writes where: asked quietly every ten seconds, told in one line.
import { quietButton, token } from "./common.js";

const EVERY_MS = 10_000;

export function presence(desk, editing, showNewest) {
  const line = document.querySelector("[data-presence]");
  let locks = [];

  async function post(address, fields) {
    const body = new FormData();
    body.append("csrfmiddlewaretoken", token());
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    try {
      const response = await fetch(address, { method: "POST", body });
      const isJson = response.headers.get("Content-Type")?.includes("json");
      return isJson ? { status: response.status, ...(await response.json()) } : null;
    } catch {
      return null; // The next question may come through.
    }
  }

  async function ask() {
    if (document.hidden) return;
    const answer = await post(desk.dataset.here, { section: editing.openKind() });
    if (!answer || answer.status !== 200) return;
    locks = answer.locks;
    tell(answer);
    showLocks();
    for (const message of answer.messages) deliver(message);
  }

  function tell(answer) {
    const names = answer.others.map((one) => (one.section ? `${one.name} (in ${one.section})` : one.name));
    const parts = names.length ? [`Also here: ${names.join(", ")}.`] : [];
    const isNew = answer.number > Number(desk.dataset.number);
    if (isNew) parts.push(`${answer.author} saved revision ${answer.number} at ${answer.at}.`);
    const words = parts.join(" ");
    if (line.dataset.words === words) return;
    line.dataset.words = words;
    line.replaceChildren(words);
    if (isNew) line.append(" ", quietButton("Show it", () => (showNewest(), (line.dataset.words = ""))));
  }

  function showLocks() {
    for (const old of document.querySelectorAll("[data-locked-by]")) old.remove();
    for (const lock of locks) {
      const tools = document.querySelector(`[data-sections] [data-kind="${lock.kind}"] .section-tools`);
      if (!tools) continue;
      const word = document.createElement("span");
      word.className = "tag";
      word.dataset.lockedBy = lock.name;
      word.textContent = `${lock.name} is writing here`;
      word.title = `since ${lock.since}`;
      tools.prepend(word);
    }
  }

  function deliver(message) {
    const place = document.querySelector("[data-messages]");
    const note = document.createElement("div");
    note.className = "message";
    const head = document.createElement("strong");
    head.textContent = `${message.from}, ${message.at}, about ${message.section}`;
    const text = document.createElement("p");
    text.textContent = message.text;
    note.append(head, text, quietButton("Close", () => note.remove()));
    place.append(note);
  }

  async function hold(section, more = {}) {
    const kind = section.dataset.kind;
    const answer = await post(desk.dataset.lock, { kind, ...more });
    section.querySelector("[data-lock-note]")?.remove();
    if (answer?.code === "section_locked") section.querySelector(".section-head").after(takeOver(section, answer.sentence));
    if (more.take_over) {
      locks = locks.filter((lock) => lock.kind !== kind);
      showLocks();
    }
  }

  function takeOver(section, sentence) {
    const note = document.createElement("div");
    note.className = "lock-note";
    note.dataset.lockNote = "";
    note.setAttribute("role", "status");
    const message = document.createElement("input");
    message.maxLength = 500;
    message.placeholder = "A word to them (optional)";
    message.setAttribute("aria-label", "Message to whoever is writing here");
    const act = quietButton("Take over", () => hold(section, { take_over: "1", message: message.value }));
    act.className = "button";
    note.append(`${sentence} If you both write, whoever saves second gets both texts.`, message, act);
    return note;
  }

  document.addEventListener("desk:opened", (event) => desk.dataset.lock && hold(event.detail));
  document.addEventListener("desk:closed", (event) => {
    event.detail.querySelector("[data-lock-note]")?.remove();
    if (desk.dataset.unlock) post(desk.dataset.unlock, { kind: event.detail.dataset.kind });
  });
  document.addEventListener("desk:replaced", showLocks);
  document.addEventListener("visibilitychange", ask);
  window.addEventListener("pagehide", () => {
    const body = new FormData();
    body.append("csrfmiddlewaretoken", token());
    navigator.sendBeacon(desk.dataset.leave, body);
  });
  ask();
  setInterval(ask, EVERY_MS);
}
