// What is done to one block: shown at once, saved in the background, with its state in words.
import { quietButton, token } from "./common.js";
import { replaceParts, showNewest as loadNewest } from "./desk-parts.js";

const UNDO_KEPT = 50;

export function blockActions(desk, selected, editing) {
  const undo = desk.dataset.undoTo ? [Number(desk.dataset.undoTo)] : [];
  const saved = document.querySelector("[data-saved]");
  let busy = Promise.resolve();

  function tell(words, kind = "", again = null) {
    if (!saved) return;
    saved.dataset.state = kind;
    saved.replaceChildren(words);
    if (again) saved.append(" ", quietButton(again.word, again.act));
  }

  async function send(fields) {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) if (value !== undefined && value !== null) body.append(name, value);
    body.append("base_number", desk.dataset.number);
    try {
      const response = await fetch(desk.dataset.act, { method: "POST", body, headers: { "X-CSRFToken": token() } });
      if (response.redirected || !response.headers.get("Content-Type")?.includes("json")) return { lost: true };
      return { ok: response.ok, status: response.status, ...(await response.json()) };
    } catch {
      return { away: true };
    }
  }

  // `make` gives the fields when its turn has come: what was asked before may have moved the block.
  function act(make, { kinds = [], shown } = {}) {
    const inTheWay = editing.openAmong(kinds);
    if (inTheWay) return tell(`You are editing ${inTheWay}. Save or cancel that first, then move its blocks.`, "bad");
    const focus = hasFocus();
    shown?.();
    tell("saving …", "busy");
    busy = busy.then(() => perform(make, selected.current(), focus));
  }

  async function perform(make, asked, focus) {
    const [fields, wanted] = make();
    if (!fields) return tell(wanted);
    const before = Number(desk.dataset.number);
    const answer = await send(fields);
    const again = () => act(() => [fields, wanted]);
    if (answer.away) return failed("the server does not answer", "try again", again, focus);
    if (answer.lost) return failed("you are logged out", "log in", () => location.reload(), focus);
    if (answer.code === "stale_revision") return failed(answer.sentence, "show the newest", showNewest, focus);
    if (!answer.ok) return failed(answer.sentence, "show the text as it is", showNewest, focus);
    if (fields.do === "undo") undo.pop();
    else if (answer.number !== before) undo.push(before);
    if (undo.length > UNDO_KEPT) undo.shift();
    editing.moved(before, answer.number);
    replaceParts(answer, desk);
    selected.again(focus, selected.current() === asked ? wanted : selected.current());
    if (answer.number === before) return tell("Nothing changed: it stands there already.");
    const said = fields.do === "undo" ? "Undone" : answer.said;
    tell(`${said} · saved ${answer.saved_at} ✓`, "good", undo.length ? { word: "Undo", act: goBack } : null);
  }

  function failed(why, word, go, focus) {
    tell(`could not save: ${why}`, "bad", { word, act: go });
    for (const pending of document.querySelectorAll(".pending")) settle(pending);
    if (focus) selected.again(true);
  }

  async function showNewest() {
    if (!(await loadNewest(desk))) return tell("could not load the newest text", "bad", { word: "try again", act: showNewest });
    undo.length = 0; // What others did is not undone by a key.
    selected.again(false);
    tell(`revision ${desk.dataset.number} shown`);
  }

  function pending(words) {
    const here = selected.current();
    const block = here?.block && document.querySelector(`.piece[data-block="${CSS.escape(here.block)}"]`);
    if (!block) return;
    const went = block.querySelector("[data-went]");
    went.dataset.before ??= went.textContent;
    went.textContent = words;
    block.classList.add("pending");
  }

  const heading = (kind) => document.querySelector(`[data-kind-of-place="${kind}"] span`)?.textContent.replace("Place in ", "") ?? kind;

  return {
    tell,
    showNewest,
    place(kind) {
      const here = selected.current();
      if (!here) return tell("Select a block first.");
      if (here.block) {
        const wanted = { ...here, section: kind };
        const fields = { do: "place", block: here.block, section: kind };
        return act(() => [fields, wanted], { kinds: [kind, selected.section()], shown: () => pending(`→ ${heading(kind)}`) });
      }
      if (here.section === kind) return tell("It stands there already.");
      const fields = { do: "move", section: here.section, position: here.position, to_section: kind };
      act(() => [fields, null], { kinds: [kind, here.section] });
    },
    leaveOut() {
      const here = selected.current();
      if (!here) return tell("Select a block first.");
      if (!selected.place()) return tell("This block is left out already.");
      const fields = here.block
        ? { do: "leave-out", block: here.block }
        : { do: "remove", section: here.section, position: here.position };
      const wanted = here.block ? { side: "source", block: here.block } : null;
      act(() => [fields, wanted], { kinds: [selected.section()], shown: () => pending("left out") });
    },
    restore(block = selected.current()?.block) {
      if (!block) return tell("Select a block that was left out.");
      act(() => [{ do: "restore", block }, { side: "source", block }], { shown: () => pending("restored") });
    },
    move(by) {
      if (!selected.place()) return tell("Only a block that stands in the text can be moved.");
      act(() => moved(by), { kinds: [selected.section()] });
    },
    undo: goBack,
  };

  function goBack() {
    if (!undo.length) return tell("Nothing of yours to undo here; the history has every revision.");
    act(() => (undo.length ? [{ do: "undo", number: undo.at(-1) }, selected.current()] : [null, "Nothing more to undo."]));
  }

  function moved(by) {
    const place = selected.place();
    const to = place && place.position + by;
    if (!place || to < 0 || to >= place.count) return [null, `It is the ${by < 0 ? "first" : "last"} of its section.`];
    const fields = { do: "move", section: place.section, position: place.position, to_position: to };
    return [fields, { ...selected.current(), position: to }];
  }
}

function hasFocus() {
  const active = document.activeElement;
  return active === document.body || Boolean(active?.closest("[data-blocks-list], [data-sections], [data-menu], [data-saved]"));
}

function settle(block) {
  const went = block.querySelector("[data-went]");
  went.textContent = went.dataset.before;
  block.classList.remove("pending");
}
