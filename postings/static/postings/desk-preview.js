// The careers page of what is typed in this moment, beside the text.
import { token } from "./common.js";

const QUIET_MS = 400;

export function livePreview(desk, editing) {
  const frame = document.querySelector("[data-preview-frame]");
  const columns = document.querySelector("[data-columns]");
  const button = document.querySelector("[data-live-preview]");
  const tab = document.getElementById("tab-preview");
  if (!frame) return;
  let timer = 0;

  const isShown = () => Boolean(frame.offsetParent);

  async function show() {
    const body = new FormData();
    body.append("csrfmiddlewaretoken", token());
    for (const [kind, html] of Object.entries(editing.typed())) body.append(`section-${kind}`, html);
    const response = await fetch(desk.dataset.preview, { method: "POST", body }).catch(() => null);
    if (!response || response.redirected) return;
    const html = await response.text();
    const top = frame.contentWindow?.scrollY ?? 0;
    frame.addEventListener("load", () => frame.contentWindow?.scrollTo(0, top), { once: true });
    frame.srcdoc = html;
  }

  function later() {
    clearTimeout(timer);
    if (isShown()) timer = setTimeout(show, QUIET_MS);
  }

  button?.addEventListener("click", () => {
    const on = columns.classList.toggle("previewing");
    button.setAttribute("aria-pressed", on);
    if (on) show();
  });
  tab?.addEventListener("click", show);
  document.addEventListener("desk:typed", later);
  document.addEventListener("desk:closed", later);
  document.addEventListener("desk:replaced", later);
}
