"""The grammar as a GBNF text for llama.cpp: types, columns and constants, but neither depth nor which place is which.

What a grammar without memory cannot say is left to `allowed`: how many columns a Query has made (`#1`, `#2` …), of what
type they are, how deep it goes, and that an inner Query gives one column.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from autoviz.query.grammar import spelling
from autoviz.query.grammar.choices import ALIKE, Vocabulary
from autoviz.query.grammar.spelling import AGGREGATES, CALLS, WINDOWS, Word, option_token
from autoviz.query.language import OPTIONS, PERIODS
from autoviz.query.types import FLAG, NUMBER, SINGLE, Overload, Type, signature

PLAIN, THEN, LOOSE, MEASURED = "plain", "then", "loose", "measured"
"""Where an expression stands: it reads columns; has windows too; is part of a measure; has an aggregate in it."""


def gbnf(vocabulary: Vocabulary) -> str:
    """The grammar over a vocabulary; a text that follows it is read by `parse(split(text))`."""
    rules = {**_query_rules(), **_word_rules(vocabulary)}
    for mode in (PLAIN, THEN, LOOSE, MEASURED):
        for one in SINGLE:
            rules[_rule(mode, one)] = _alternatives(_expressions(mode, one, vocabulary))
        rules[f"{mode}-any"] = _alternatives(_rule(mode, one) for one in SINGLE)
    return "\n".join(f"{name} ::= {body}" for name, body in rules.items()) + "\n"


def one_of(words: Iterable[str], blank: bool = True) -> str:
    """The grammar of a single word, with a blank before it or none."""
    before = '" " ' if blank else ""
    return f"root ::= {before}({_alternatives(map(_literal, words))})\n"


def _query_rules() -> dict[str, str]:
    order = f"({_words(spelling.ORDERS)}) plain-any"
    limit = f"{_token(spelling.LIMIT)} whole ({_token(spelling.SKIP)} whole)?"
    by, measure, then = _token(spelling.BY), _token(spelling.MEASURE), _token(spelling.THEN)
    having, kept = (f"({_token(word)} plain-flag)?" for word in (spelling.HAVING, spelling.KEPT))
    grouped = f"({by} plain-any)* ({measure} measured-any)*"
    stations = [grouped, having, f"({then} then-any)*", kept, f"({order})*", f"({limit})?"]
    return {
        "root": 'source? stations "end"',
        "query": f"source? stations {_token(spelling.END)}",
        "inner": f"(source | {_token(spelling.SAME)})? stations {_token(spelling.END)}",
        "stations": f"({_token(spelling.WHERE)} plain-flag)? {' '.join(stations)} ({_token(spelling.SHOWN)} column+)?",
        **_source_rules(),
    }


def _source_rules() -> dict[str, str]:
    close, part = _token(spelling.CLOSE), f"{_token(spelling.STACK)} query"
    nested = f"{_token(spelling.FROM)} query"
    series = f"({nested})? (column ({_token(spelling.LABEL)} text)?)+"
    matched = _words((spelling.MATCHED, spelling.MATCHED_LEFT))
    sources = (
        nested, f"{part} ({part})+ {close}", f"{_token(spelling.UNPIVOT)} {series} {close}",
        f"({matched}) query query column+ {close}",
    )  # fmt: skip
    return {"source": _alternatives(sources)}


def _word_rules(vocabulary: Vocabulary) -> dict[str, str]:
    """Columns and constants."""
    rules = {"made": '"#" [1-9] [0-9]? " "', "column": _alternatives([*_tokens(vocabulary.frame.tokens), "made"])}
    for one in SINGLE:
        name = _name(one)
        rules[f"column-{name}"] = _alternatives([*_tokens(sorted(vocabulary.frame.fitting(one))), "made"])
        if vocabulary.constants(one):
            rules[name] = _alternatives(_tokens(sorted(vocabulary.constants(one))))
    along = f"({_words(spelling.ALONG)}) plain-any"
    edge = f"({_words([spelling.ALL, *sorted(vocabulary.whole(None, None))])})"
    unit = f"({_words(map(option_token, PERIODS))})?"
    rules["whole"] = _alternatives(_tokens(sorted(vocabulary.whole(0, None))))
    rules["part"] = _alternatives(_tokens(sorted(vocabulary.parts())))
    rules["beside"] = (
        f"{_token(spelling.OVER)} ({_token(spelling.WITHIN)} plain-any)* ({along})* "
        f"({_token(spelling.FRAME)} {edge} {edge} {unit})? ({_token(spelling.STEP)} whole)?"
    )
    return rules


def _expressions(mode: str, one: Type, vocabulary: Vocabulary) -> Iterator[str]:
    """All ways to say a value that serves so."""
    name = _name(one)
    if mode in (PLAIN, THEN):
        yield f"column-{name}"
    if mode != MEASURED:
        if vocabulary.constants(one):
            yield name
        yield f"{_token(spelling.OVERALL)} inner"
    if mode in (LOOSE, MEASURED):
        only = f"({_token(spelling.ONLY)} plain-flag)?"
        yield from (f"{only} {body}" for body in _gathered(AGGREGATES, one))
    if mode == THEN:
        yield from (f"beside {body}" for body in _gathered(WINDOWS, one))
    yield from _calls(mode, one)


def _calls(mode: str, one: Type) -> Iterator[str]:
    for spelled, word in CALLS.items():
        for overload in signature("call", word.name):
            if overload.gives & one:
                yield from (f"{_head(spelled, word)} {args}" for args in _arguments(mode, word, overload))
    if one & (FLAG | NUMBER):
        yield f"{_token(spelling.MEMBER)} {mode}-any inner"
    for overload in ALIKE:
        if overload.gives & one:
            yield from _cases(mode, _name(one))


def _head(spelled: str, word: Word) -> str:
    if word.name not in OPTIONS:
        return _token(spelled)
    return f"{_token(spelled)} ({_words(option_token(option) for option in OPTIONS[word.name])})"


def _arguments(mode: str, word: Word, overload: Overload) -> Iterator[str]:
    """The arguments; in a measure each way in which one of them holds the aggregate."""
    wants = [overload.want(position) for position in range(word.arity)]
    for modes in _modes(mode, len(wants)):
        args = " ".join(_rule(each, want) for each, want in zip(modes, wants, strict=True))
        if word.name != "in":
            yield args
        else:
            yield f"{args} {_rule(_free(mode), wants[-1])}* {_token(spelling.CLOSE)}"
    if word.name == "in" and mode == MEASURED:
        loose, held = _rule(LOOSE, wants[-1]), _rule(MEASURED, wants[-1])
        yield f"{_rule(LOOSE, wants[0])} {loose}+ {held} {loose}* {_token(spelling.CLOSE)}"


def _free(mode: str) -> str:
    return LOOSE if mode == MEASURED else mode


def _modes(mode: str, count: int) -> list[list[str]]:
    if mode != MEASURED:
        return [[mode] * count]
    return [[MEASURED if at == holder else LOOSE for at in range(count)] for holder in range(count)]


def _cases(mode: str, name: str) -> Iterator[str]:
    """Cases; in a measure each way in which a condition or a value holds the aggregate."""
    case, when, other, done = map(_token, (spelling.CASE, spelling.WHEN, spelling.ELSE, spelling.DONE))
    free = f"{_free(mode)}-flag {_free(mode)}-{name}"
    more, ending = f"({when} {free})*", f"({other} {_free(mode)}-{name} | {done})"
    pairs = [f"{condition}-flag {value}-{name}" for condition, value in _modes(mode, 2)]
    yield from (f"{case} {pair} {more} {ending}" for pair in pairs)
    if mode == MEASURED:
        yield from (f"{case} {free} {more} {when} {pair} {more} {ending}" for pair in pairs)
        yield f"{case} {free} {more} {other} {mode}-{name}"


def _gathered(known: dict[str, Word], one: Type) -> Iterator[str]:
    for spelled, word in known.items():
        quantile = " part" if word.name == "quantile" else ""
        for overload in signature(word.kind, word.name):
            if overload.gives & one:
                args = [_rule(PLAIN, overload.want(position)) for position in range(word.arity)]
                yield " ".join([f"{_token(spelled)}{quantile}", *args])


def _rule(mode: str, want: Type) -> str:
    """The rule for a value that serves as one of these."""
    names = [_name(one) for one in SINGLE if one & want]
    if len(names) == len(SINGLE):
        return f"{mode}-any"
    rules = [f"{mode}-{name}" for name in names]
    return rules[0] if len(rules) == 1 else f"({' | '.join(rules)})"


def _name(one: Type) -> str:
    return str(one.name).lower()


def _token(token: str) -> str:
    """A token with the blank after it, as a literal."""
    return _literal(f"{token} ")


def _literal(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r")
    return f'"{escaped}"'


def _tokens(tokens: Iterable[str]) -> list[str]:
    return [_token(token) for token in tokens]


def _words(words: Iterable[str]) -> str:
    return _alternatives(_tokens(words))


def _alternatives(bodies: Iterable[str]) -> str:
    return " | ".join(dict.fromkeys(bodies))
