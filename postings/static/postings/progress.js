// Asks every second how far the newest source is, and shows the result when it is there.
import { isTyping } from "./common.js";

const EVERY = 1000;

export function progress(isDirty) {
  const notice = document.querySelector("[data-progress]");
  if (notice) ask(notice, isDirty);
}

async function ask(notice, isDirty) {
  const answer = await read(notice.dataset.progress);
  if (answer?.finished) return finish(notice, isDirty);
  if (answer) notice.querySelector("[data-progress-word]").textContent = answer.word;
  if (answer?.waits_for_worker) {
    notice.querySelector("[data-progress-note]").textContent =
      "No worker has shown itself for a while. The source is safe and is read as soon as one is there.";
  }
  setTimeout(() => ask(notice, isDirty), EVERY);
}

async function read(address) {
  try {
    const response = await fetch(address, { headers: { Accept: "application/json" } });
    return response.ok ? await response.json() : null;
  } catch {
    return null; // The network is away for a moment; the next question may come through.
  }
}

function finish(notice, isDirty) {
  if (!isDirty() && !isTyping(document.activeElement)) return location.reload();
  notice.querySelector("[data-progress-word]").textContent = "The new source has been read";
  notice.querySelector("[data-progress-note]").textContent = "Save or cancel what you are editing, then reload to see it.";
  notice.querySelector(".spinner")?.remove();
}
