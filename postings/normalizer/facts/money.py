"""Amounts of money in text: numbers as eleven languages write them, with their currency.

`find_amounts` gives each amount or range with its place in the text.  An amount in millions is told as such, so that
nobody takes it for pay; "120-150k" is a range of thousands on both sides.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from postings.normalizer.figures import holds_figure

SYMBOLS = {
    "€": "EUR", "euro": "EUR", "euros": "EUR", "£": "GBP", "¥": "JPY", "￥": "JPY", "円": "JPY", "₹": "INR",
    "zł": "PLN", "zl": "PLN", "zlotych": "PLN", "złotych": "PLN", "fr.": "CHF", "sfr.": "CHF",
    "r": "ZAR", "₱": "PHP", "₦": "NGN", "rm": "MYR", "rs.": "INR", "rs": "INR", "ksh": "KES", "฿": "THB", "₺": "TRY",
    "₪": "ILS", "₫": "VND",
    "us$": "USD", "r$": "BRL", "a$": "AUD", "au$": "AUD", "c$": "CAD", "ca$": "CAD", "nz$": "NZD", "s$": "SGD",
    "hk$": "HKD", "mx$": "MXN",
}  # fmt: skip
CODES = frozenset(
    "USD EUR GBP CHF PLN SEK DKK NOK CAD AUD NZD SGD HKD JPY INR BRL MXN ZAR AED CZK HUF RON ILS CNY KRW ARS "
    "CLP COP PEN PHP MYR THB IDR TWD NGN KES SAR QAR EGP PKR VND".split()
)
CROWNS = {"sv": "SEK", "da": "DKK", "no": "NOK", "nb": "NOK"}
THOUSAND = {
    "k": 1_000,
    "mil": 1_000,
    "mila": 1_000,
    "tys": 1_000,
    "tys.": 1_000,
    "t": 1_000,
    "thousand": 1_000,
    "万": 10_000,
}
# What a text must hold beside a digit to speak of money at all: looked for before any other pattern runs.
_SIGNS = ("R ", *"R1 R2 R3 $ € £ ¥ ￥ 円 ₹ zł zl kr fr. uro ₱ Php Rs RM ₦ Ksh ฿ ₺ ₪ ₫".split())
_CODE = re.compile(f"(?=({'|'.join(sorted(CODES))}))".encode())
_SMALL = bytes(code for code in range(256) if not 65 <= code <= 90)

_NUMBER = r"(?:\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3})+(?!\d)|\d{1,9})(?:[.,]\d{1,2}(?!\d)|\.\d{4}(?!\d))?"
_RAND = r"(?<![^\W_])R(?=\s?\d{1,3}[ ,\u00a0]\d{3}(?!\d))"
_CURRENCY = (
    rf"(?:(?:(?<![A-Z])(?:{'|'.join(sorted(CODES))})\s?\$?|{_RAND}"
    r"|(?<![A-Z])(?:US|CA|AU|NZ|HK|MX|[ACRS])?\$|[€£¥￥₹円₱₦฿₺₪₫]|(?<![^\W_])(?:Php|RM|Rs\.?|Ksh\.?)(?=\s?\d)"
    r"|(?<![^\W\d_])(?:[Ee]uros?|EURO|złotych|zlotych|zł|zl|[Kk]r\.?|[Ss]?[Ff]r\.)(?![^\W\d_])))"
)
_THOUSANDS = r"[kK](?![a-zA-Z])|mila?\b|tys\.?|T(?=\s?€)|thousand\b|万"
_MILLIONS = r"[Mm]illi?on\w*|[Mm]n\b|MM?(?![a-zA-Z])|m(?=€)|[Mm]ln|[Mm]io\b\.?|[Mm]ilh\w+|[Mm]kr|[Mm]illiard\w*"
_BILLIONS = r"[Mm]ld\b|[Mm]rd\b|[Mm]dr\b|[Bb]illion\w*|[Bb]n\b|B(?![a-zA-Z])|億"
_SIZE = f"(?:{_THOUSANDS}|{_MILLIONS}|{_BILLIONS})"
_JAPANESE_REST = r"(?:(?<=万)[\d,]{1,5}(?=円))?"
_TAIL = r"(?:[.,][–—-]{1,2})?"


def _amount(n: int) -> str:
    return (
        rf"(?P<before{n}>{_CURRENCY})?\s?(?<![\d.,])(?P<number{n}>{_NUMBER})\s?(?P<size{n}>{_SIZE})?"
        rf"(?P<rest{n}>{_JAPANESE_REST}){_TAIL}\s?(?P<after{n}>{_CURRENCY})?"
    )


_ASIDE = r"(?:\s?\([^()\d]{0,12}\d{0,3}[^()\d]{0,24}\))?"
_PERIOD = (
    r"(?:\s?(?:/\s?|per |an )(?:hour|hr|h|year|yr|annum|month|week|uur|Std|mån|time)"
    r"|\s?(?:[Hh]ourly|[Aa]nnually|[Yy]early|[Mm]onthly|[Ww]eekly)(?=\s[-–]))?"
)
_JOINER = (
    r"\s?\+?\s*(?P<joiner>[-–—−~〜～/]|(?:to|bis(?: zu)?|à|a|au|et|y|e|tot|till|til|do|and|und|en|og|och|oraz|i"
    r"|massimo|maximum)(?=\s)|から)\s*(?:[-–] ?(?=\$))?"
)
_MONEY = re.compile(
    rf"{_amount(1)}(?:{_ASIDE}{_PERIOD}{_JOINER}(?:(?:up to|[Mm]ax\.?|massimo"
    rf"|maximum)\s)?{_amount(2)})?(?P<open>\s?(?:\+(?!\s?\w)|[〜～~]))?"
)
_PAIRING = frozenset("and et y e und en og och oraz i".split())


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount (`low` equals `high`) or a range at [start, end) of a text.  `currency` is a code, "$" or "kr"."""

    low: float
    high: float
    currency: str
    start: int
    end: int
    is_open: bool
    joiner: str
    is_huge: bool
    text: str


def may_hold_money(text: str) -> bool:
    """Does a text hold a digit and the sign of a currency?  Most do not."""
    return holds_figure(text) and bool(signs_in(text))


def signs_in(text: str) -> set[str]:
    """The signs and codes of currencies that occur in a text, be it inside of other words."""
    # Capitals are few: a code among them alone is soon found, or not.
    capitals = text.encode().translate(None, _SMALL)
    codes = [code for code in map(bytes.decode, set(_CODE.findall(capitals))) if code in text]
    return {sign for sign in _SIGNS if sign in text}.union(codes)


def find_amounts(text: str) -> Iterator[Amount]:
    """The amounts of money in the text, in order: only those whose currency is named."""
    for match in _MONEY.finditer(text):
        signs = [match["before1"], match["after1"], match["before2"], match["after2"]]
        if not any(signs):
            continue
        amount = _read(match, signs)
        if amount is not None:
            yield amount


def _read(match: re.Match[str], signs: list[str | None]) -> Amount | None:
    sizes = [(match["size1"] or "").lower(), (match["size2"] or "").lower()]
    is_huge = any(size and size not in THOUSAND for size in sizes)
    low, second = _value(match["number1"]), match["number2"]
    if second is None:
        value = _sized(low, sizes[0], match["rest1"])
        return _amount_of(match, value, value, signs, is_huge)
    high = _value(second)
    first = sizes[0] or (sizes[1] if low < 1000 and low <= high else "")
    low = _sized(low, first, match["rest1"])
    high = _sized(high, sizes[1] or (sizes[0] if high < 1000 else ""), match["rest2"])
    if low > high and match["before1"] and match["before2"]:  # "$100,000 - $75,000"
        low, high = high, low
    return _amount_of(match, low, high, signs, is_huge) if low <= high else None


def _amount_of(match: re.Match[str], low: float, high: float, signs: list[str | None], is_huge: bool) -> Amount:
    currency = next((code for sign in signs if sign and (code := currency_of(sign)) != "$"), "$")
    is_open = bool(match["open"]) and match["number2"] is None
    return Amount(
        low, high, currency, match.start(), match.end(), is_open, match["joiner"] or "", is_huge, match[0].strip()
    )


def is_pairing(joiner: str) -> bool:
    """Words that join a range only where "between" stands before it."""
    return joiner in _PAIRING


def currency_of(sign: str) -> str:
    """A currency's code; "$" or "kr" where the sign alone does not say which."""
    sign = sign.strip()
    code = sign.rstrip("$ ").upper()
    if code in CODES:
        return code
    folded = sign.lower()
    return SYMBOLS.get(folded, "kr" if folded.startswith("kr") else "$")


def _value(number: str) -> float:
    whole, cents = number, ""
    if len(number) > 3 and number[-3] in ".," and number[-2:].isdigit():
        whole, cents = number[:-3], number[-2:]
    elif len(number) > 2 and number[-2] in ".,":
        whole, cents = number[:-2], number[-1:]
    elif len(number) > 5 and number[-5] == ".":
        whole, cents = number[:-5], number[-4:]
    digits = "".join(character for character in whole if character.isdigit())
    return float(f"{digits}.{cents or 0}")


def _sized(value: float, size: str, rest: str | None) -> float:
    value *= THOUSAND.get(size, 1)
    return value + (_value(rest) if rest else 0.0)
