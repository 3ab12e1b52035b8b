// What is typed is kept: in this browser at once, as a draft on the server a moment later.  History never hears of it.
import { token } from "./common.js";

const QUIET_MS = 1200;
const AGAIN_MS = 10_000;

export function autosave(desk, editing) {
  if (!desk.dataset.draft) return;
  const key = `postwright:draft:${desk.dataset.posting}:${desk.dataset.user}`;
  const rename = () => document.querySelector("[data-rename]");
  const states = () => document.querySelectorAll("[data-draft-state], [data-name-state]");
  const beside = document.querySelector("[data-draft-offer]") ? "1" : "";
  let timer = 0;
  let renaming = false;

  function remember(submitted = false) {
    const kept = { ...current(), submitted };
    if (Object.keys(kept.typed).length || kept.names) store(key, JSON.stringify(kept));
    else forget(key);
  }

  function form(kept) {
    const body = new FormData();
    body.append("csrfmiddlewaretoken", token());
    body.append("base_number", kept.base);
    body.append("note", kept.note ?? "");
    if (beside) body.append("beside", beside);
    for (const [name, value] of Object.entries(kept.names ?? {})) body.append(name, value);
    for (const [kind, html] of Object.entries(kept.typed)) body.append(`section-${kind}`, html);
    return body;
  }

  const current = () => ({ typed: editing.typed(), base: editing.base(), note: editing.note(), names: names() });

  // Title and company, where they differ from those that were shown.
  function names() {
    const field = (name) => rename()?.elements[name]?.value ?? "";
    const same = field("title") === field("was_title") && field("company") === field("was_company");
    return same && !renaming ? null : { title: field("title"), company: field("company") };
  }

  async function keep(kept = current()) {
    clearTimeout(timer);
    timer = 0;
    try {
      const response = await fetch(desk.dataset.draft, { method: "POST", body: form(kept) });
      const isJson = response.headers.get("Content-Type")?.includes("json");
      if (response.redirected || !isJson) return loggedOut();
      const answer = await response.json();
      if (!response.ok) return tell(`not kept as a draft: ${answer.sentence}`, "bad");
      if (!timer) forget(key); // The server has it; while a timer runs, something newer was typed.
      tell(answer.saved_at ? `draft kept ${answer.saved_at}` : "");
      return answer;
    } catch {
      tell("The server does not answer; your text is kept in this browser.", "bad");
      timer = setTimeout(keep, AGAIN_MS);
    }
  }

  function tell(words, kind = "") {
    for (const state of states()) {
      state.replaceChildren(words);
      state.dataset.state = kind;
    }
  }

  function loggedOut() {
    const link = document.createElement("a");
    link.className = "link";
    link.textContent = "Log in again";
    link.href = `${location.pathname}?draft=1`; // The log-in page stands before it and leads back to it.
    link.dataset.again = "";
    tell("You are logged out. Your text is kept in this browser. ", "bad");
    for (const state of states()) state.append(link.cloneNode(true));
  }

  // What this browser kept and the server did not get: after a log-out, a crash, a lost connection.
  async function bringBack() {
    const stored = read(key);
    if (!stored) return;
    if (stored.submitted && Number(desk.dataset.number) > stored.base) return forget(key);
    const answer = await keep(stored);
    if (!answer) return;
    forget(key);
    if (answer.saved_at && !editing.isDirty()) location.reload();
  }

  function later() {
    remember();
    clearTimeout(timer);
    timer = setTimeout(keep, QUIET_MS);
  }

  document.addEventListener("desk:typed", later);
  document.addEventListener("input", (event) => {
    if (!event.target.closest("[data-rename]")) return;
    renaming = true;
    later();
  });
  document.addEventListener("click", (event) => event.target.closest("[data-again]") && editing.leave());
  document.addEventListener("desk:submitted", () => remember(true));
  document.addEventListener("submit", (event) => event.target.matches('[action$="/discard/"]') && forget(key));
  window.addEventListener("pagehide", () => timer && navigator.sendBeacon(desk.dataset.draft, form(current())));
  bringBack();
}

// A browser may forbid storage; then the server's draft is all there is.
function store(key, text) {
  try {
    localStorage.setItem(key, text);
  } catch {
    /* full or forbidden */
  }
}

function forget(key) {
  try {
    localStorage.removeItem(key);
  } catch {
    /* forbidden */
  }
}

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}
