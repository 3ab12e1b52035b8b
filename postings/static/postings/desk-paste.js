// Pasted Word and web markup is cleaned to what a section may hold, and the person sees what was dropped.
import { token } from "./common.js";

export function cleanPasted(editor, section) {
  const desk = document.querySelector("[data-desk]");
  editor.view.dom.addEventListener("paste", (event) => take(event), true);

  async function take(event) {
    const markup = event.clipboardData?.getData("text/html") ?? "";
    const plain = event.clipboardData?.getData("text/plain") ?? "";
    if (!markup.trim() || markup.includes("data-pm-slice")) return; // plain text, or from this editor itself
    event.preventDefault();
    event.stopImmediatePropagation();
    const cleaned = await clean(markup);
    editor.chain().focus().insertContent(cleaned ? inline(cleaned.html) : asText(plain)).run();
    tell(cleaned);
  }

  async function clean(markup) {
    const body = new FormData();
    body.append("csrfmiddlewaretoken", token());
    body.append("markup", markup);
    try {
      const response = await fetch(desk.dataset.clean, { method: "POST", body });
      return response.ok && !response.redirected ? await response.json() : null;
    } catch {
      return null;
    }
  }

  function tell(cleaned) {
    const note = section.querySelector("[data-paste-note]");
    if (!note) return;
    note.textContent = cleaned ? `Pasted. Dropped on the way: ${cleaned.told.join(", ")}.` : "Pasted as plain text: its formatting could not be read.";
    note.hidden = Boolean(cleaned) && !cleaned.dropped.length;
  }
}

// One paragraph goes into the line where the cursor is.
function inline(html) {
  const one = /^<p>((?:(?!<p>|<ul>|<ol>|<h3>|<table>)[\s\S])*)<\/p>$/.exec(html);
  return one ? one[1] : html;
}

function asText(plain) {
  const lines = plain.split(/\n+/).filter((line) => line.trim());
  return lines.map((line) => ({ type: "paragraph", content: [{ type: "text", text: line.trim() }] }));
}
