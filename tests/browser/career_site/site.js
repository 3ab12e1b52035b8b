// A career site of somebody else, written from docs/api and nothing else: reading.md, changes.md, keys.md, feeds.md,
// structured-data.md, errors.md.

const settings = new URLSearchParams(location.search);
const product = settings.get("product");
const site = `${product}/api/v1/sites/harbour`;
const key = settings.get("key");
const $ = (id) => document.getElementById(id);
const shown = new Map();

function ask(address, headers = {}) {
  return fetch(address, { cache: "no-store", headers: key ? { ...headers, Authorization: `Bearer ${key}` } : headers });
}

function say(text) {
  $("said").textContent = text;
}

function show(posting) {
  const item = shown.get(posting.posting_id) ?? $("postings").appendChild(document.createElement("li"));
  const button = document.createElement("button");
  button.textContent = [posting.title, ...(posting.facts.locations ?? [])].join(", ");
  button.addEventListener("click", () => open(posting.slug));
  item.replaceChildren(button);
  shown.set(posting.posting_id, item);
}

async function list(address) {
  say("Looking");
  const answer = await ask(address);
  const body = await answer.json();
  if (!answer.ok) {
    return say(`${body.type}: ${body.detail}`);
  }
  body.items.forEach(show);
  say(`${shown.size} positions`);
  $("more").hidden = body.next === null;
  $("more").onclick = () => list(body.next);
}

async function open(slug) {
  document.head.querySelector("script[type='application/ld+json']")?.remove();
  const answer = await ask(`${site}/postings/${slug}/fragment/?heading_level=3`);
  if (!answer.ok) {
    const problem = await answer.json();
    $("posting").textContent = `${problem.detail} ${problem.reason ?? ""}`;
    return;
  }
  $("posting").lang = answer.headers.get("Content-Language") ?? "";
  $("posting").innerHTML = await answer.text();
  const structured = await ask(`${site}/postings/${slug}/structured-data/`);
  if (structured.ok) {
    const script = document.createElement("script");
    script.type = "application/ld+json";
    script.textContent = JSON.stringify(await structured.json());
    document.head.append(script);
  }
}

// Where the changes go on, and the tag of the page of changes that is known already.
let changes = null;
let tag = null;

async function refresh() {
  say("Looking");
  let more = true;
  while (more) {
    const address = changes ?? `${site}/changes/?fields=posting_id,slug,title,facts`;
    const answer = await ask(address, tag ? { "If-None-Match": tag } : {});
    if (answer.status === 304) {
      return say("Nothing is new");
    }
    const body = await answer.json();
    if (!answer.ok) {
      return say(`${body.type}: ${body.detail}`);
    }
    for (const change of body.items) {
      if (change.type === "published") {
        show(change.posting);
      } else {
        shown.get(change.posting_id)?.remove();
        shown.delete(change.posting_id);
      }
    }
    // A tag belongs to its address.
    tag = body.next === changes ? answer.headers.get("ETag") : null;
    changes = body.next;
    more = body.has_more;
  }
  say(`${shown.size} positions`);
}

// The feed that this page watches: the count of its items, or that it is still the one that was read last.
let feed = null;
window.readFeed = async () => {
  const headers = feed ? { "If-None-Match": feed } : {};
  const answer = await fetch(`${product}/feeds/harbour/feed.json`, { cache: "no-store", headers });
  if (answer.status === 304) {
    return "the same";
  }
  feed = answer.headers.get("ETag");
  const body = await answer.json();
  return answer.ok ? body.items.length : body.type;
};

$("refresh").addEventListener("click", refresh);
$("search").addEventListener("submit", (event) => {
  event.preventDefault();
  shown.clear();
  $("postings").replaceChildren();
  const asked = [...new FormData($("search"))].filter(([, value]) => value);
  list(`${site}/postings/?${new URLSearchParams([["limit", "2"], ...asked])}`);
});
await list(`${site}/postings/?limit=2`);
