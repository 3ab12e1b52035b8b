"""Postings and pages to measure with: like real ones in size and make-up, of employers who do not exist.

The same number gives the same document.  Hardly a line stands in two of them, so that nothing remembered from one
document makes the next one cheaper than it would be in earnest; words do come again, as they do in life.
"""

from __future__ import annotations

import json
from random import Random

VERBS = (
    "Plan Lead Check Order Write Repair Test Record Prepare Measure Explain Review Mount Weigh Clean Schedule".split()
)
THINGS = (
    "delivery routes|weekly shift plans|cooling units|customer orders|safety checks|stock counts|training days|"
    "monthly reports|spare parts|loading bays|test benches|supplier contracts|repair tickets|seed trays|night runs|"
    "harvest figures|tool cabinets|ticket machines|water samples|budget drafts"
).split("|")
PEOPLE = (
    "the depot team|two apprentices|our regional office|drivers and dispatchers|the quality group|visiting engineers|"
    "the head of operations|colleagues in the workshop|schools in the valley|the night shift|growers nearby|our buyers"
).split("|")
ENDS = (
    "before the first van leaves|so that nothing stands still|within two working days|and keep the records up to date|"
    "by the end of each quarter|in English and in German|with care for every detail|and report what you find|"
    "while costs stay where they are|on three sites around the lake|until the last crate is packed|in all weathers"
).split("|")
NEEDS = (
    "At least {n} years of experience with {thing} and {others}|Good knowledge of {thing} and rules around {others}|"
    "A calm way of working with {people} on {thing}, {end}|Ready to look after {thing} and {others} {end}|"
    "You can drive {people} and {thing} from site to site|You have already explained {thing} and {others} to {people}"
).split("|")
GIFTS = (
    "{n} days of paid leave, and more after {m} years|A bicycle or a rail card for the way to {thing}|"
    "Meals with {people} at half the price, {end}|A budget for courses on {thing} and {others}|"
    "Health insurance from the first day for you and {people}|Parking beside {thing}, and a garden with {others}"
).split("|")
FIRMS = "Alderbrook Moorhen Quenby Fennimore Tarnside Wexcombe Larkfold Oxmere Pellwood Stavely".split()
TRADES = "Freight Orchards Cooling Instruments Mills Ferries Nurseries Joinery Water Bakeries".split()
ROLES = ("Shift Planner", "Field Engineer", "Stock Clerk", "Workshop Lead", "Test Technician", "Site Manager")


class _Writer:
    """Writes the texts of one document."""

    def __init__(self, number: int) -> None:
        self.choose = Random(number)
        self.firm = f"{self._one(FIRMS)} {self._one(TRADES)}"
        self.role = self._one(ROLES)

    def _one(self, words: list[str] | tuple[str, ...]) -> str:
        return words[self.choose.randrange(len(words))]

    def _filled(self, template: str) -> str:
        number = self.choose.randrange(2, 40)
        return template.format(
            n=number,
            m=number // 2 + 1,
            thing=self._one(THINGS),
            others=self._one(THINGS),
            people=self._one(PEOPLE),
            end=self._one(ENDS),
        )

    def sentence(self) -> str:
        return f"{self._one(VERBS)} {self._filled('{thing} and {others} together with {people} {end}')}."

    def prose(self, sentences: int) -> str:
        about = f"{self.firm} has looked after {self._one(THINGS)} for {self.choose.randrange(3, 90)} years."
        return " ".join(
            [about, *(f"You will {(text := self.sentence())[0].lower()}{text[1:]}" for _ in range(sentences))]
        )

    def items(self, templates: list[str], count: int) -> str:
        lines = (self._filled(self._one(templates)) if templates else self.sentence() for _ in range(count))
        return "<ul>\n" + "\n".join(f"<li>{line}</li>" for line in lines) + "\n</ul>"

    def posting(self, scale: int = 1) -> str:
        pay = self.choose.randrange(28, 70) * 1000
        return "\n".join(
            [
                f"<h1>{self.role}</h1>",
                f"<p><strong>{self.firm}</strong> · Full-time · Reference AB-{self.choose.randrange(1000, 9999)}</p>",
                "<h2>About the role</h2>",
                *(f"<p>{self.prose(3)}</p>" for _ in range(3 * scale)),
                f'<p>More at <a href="https://www.example.com/{self.firm.lower().replace(" ", "-")}">our page</a>.</p>',
                "<h2>What you will do</h2>",
                self.items([], 11 * scale),
                "<h2>What you bring</h2>",
                self.items(NEEDS, 11 * scale),
                "<p><strong>Nice to have:</strong></p>",
                self.items(NEEDS, 5 * scale),
                "<h2>What we offer</h2>",
                f"<p>We pay £{pay:,} to £{pay + 6000:,} a year, for 38 hours a week.</p>",
                self.items(GIFTS, 9 * scale),
                "<h2>How to apply</h2>",
                f"<p>Send us your CV by 30 September and tell us about {self._one(THINGS)}.</p>",
                f"<p>{self.firm} is an equal opportunity employer: we welcome all, of any age or faith.</p>",
            ]
        )  # fmt: skip


def fragment(number: int) -> str:
    """One posting of five to six kilobytes, as an editor's window gives it."""
    return _Writer(number).posting()


def fragment_of(kilobytes: int, number: int = 0) -> str:
    """One posting of about so many kilobytes."""
    writer = _Writer(number)
    if kilobytes < 5:
        return f"<h2>{writer.role}</h2>\n<p>{writer.prose(2)}</p>\n{writer.items([], 5)}"
    parts: list[str] = []
    size = 0
    while size < kilobytes * 1000:
        parts.append(writer.posting(max(1, min(20, kilobytes // 40))))
        size += len(parts[-1])
    return "\n".join(parts)


def page(number: int) -> str:
    """A page of about a hundred kilobytes that shows one posting: scripts, styles, menus, banners, related jobs."""
    writer = _Writer(number)
    return "\n".join(
        [
            "<!DOCTYPE html>",
            f'<html lang="en"><head><meta charset="utf-8"><title>{writer.role} at {writer.firm}</title>',
            *(f'<meta property="og:note{n}" content="{writer.sentence()}">' for n in range(12)),
            f"<style>{_styles(writer)}</style>",
            f'<script type="application/ld+json">{_structured(writer)}</script>',
            f"<script>{_script(writer, 150)}</script></head>",
            '<body class="page page--job">',
            f'<div id="cookie-banner" class="banner banner--bottom"><p>We use cookies. {writer.sentence()}</p>',
            '<button type="button" class="button">Accept all</button></div>',
            f'<header class="site-header"><nav class="menu">{_links(writer, 90, "menu__item")}</nav></header>',
            '<main class="layout"><div class="layout__row"><div class="layout__main"><article class="job">',
            f'<div class="job__body">{writer.posting()}</div></article></div>',
            f'<aside class="layout__side"><h3>Similar jobs</h3>{_cards(writer, 24)}</aside></div></main>',
            f'<footer class="site-footer">{_links(writer, 120, "footer__item")}<p>© {writer.firm}</p></footer>',
            f"<script>{_script(writer, 180)}</script></body></html>",
        ]
    )


def _links(writer: _Writer, count: int, name: str) -> str:
    items = (
        f'<li class="{name} {name}--{n}"><a class="{name}-link" href="/{name}/{n}?from=job" data-track="{name}-{n}">'
        f"{writer._one(THINGS).capitalize()} {n}</a></li>"
        for n in range(count)
    )
    return f"<ul>{''.join(items)}</ul>"


def _cards(writer: _Writer, count: int) -> str:
    return "".join(
        f'<div class="card card--job" data-id="{n}"><a href="/jobs/{n}"><svg viewBox="0 0 24 24"><path d="M{n} 4h16z"/>'
        f'</svg><h4 class="card__title">{writer._one(ROLES)} {n}</h4></a><p class="card__text">{writer.firm}, '
        f'{writer.choose.randrange(2, 60)} days ago</p></div>'
        for n in range(count)
    )  # fmt: skip


def _styles(writer: _Writer) -> str:
    return "".join(f".c{n}>a:hover{{margin:{n}px;color:#{writer.choose.randrange(16**6):06x}}}" for n in range(260))


def _script(writer: _Writer, lines: int) -> str:
    return "".join(f'track("{writer.sentence()}",{n},{{"a":{n * 7},"b":[1,2,{n}]}});' for n in range(lines))


def _structured(writer: _Writer) -> str:
    posting = {"@context": "https://schema.org", "@type": "JobPosting", "title": writer.role}
    return json.dumps(posting | {"hiringOrganization": {"@type": "Organization", "name": writer.firm}})
