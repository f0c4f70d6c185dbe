"""The sections on truco and envido: the calls, when they may be made, and their stakes."""

from __future__ import annotations

from collections.abc import Iterator

from truquero.i18n import _, n_
from truquero.rulebook.card_and_move_names import Names
from truquero.rulebook.chains import Chain, envido_chains, goes_on
from truquero.rulebook.document import Block, BookSection, Paragraph, RuleStatement, RuleTable, section
from truquero.rulebook.worth import in_points, points, worth
from truquero.rules.game import Rules
from truquero.rules.lances import Call, FixedEnvido, Flor, OpenEnvido, Window
from truquero.rules.stakes import Stake


def truco_section(rules: Rules, names: Names) -> BookSection:
    return section("truco", _("Truco"), _truco(rules, names))


def envido_section(rules: Rules, names: Names) -> BookSection:
    return section("envido", _("Envido"), _envido(rules, names))


# ------------------------------------------------------------------------------------------------------------ truco


def _truco(rules: Rules, names: Names) -> Iterator[Block]:
    truco = rules.truco
    yield RuleStatement(_("A hand without a call"), _("It is worth {stake}.").format(stake=in_points(truco.base)))
    yield Paragraph(
        _(
            "A call is accepted ({accept}), refused ({refuse}) or raised. Refused, it pays its caller what the hand "
            "was worth before. Only the side that accepted may raise, at once or later."
        ).format(accept=names.phrase("quiero", "truco"), refuse=names.phrase("no-quiero", "truco"))
    )
    yield RuleStatement(_("Calls of the truco"), f"{ladder_in_line(rules, names)}.", shown=False)
    yield ladder_table(rules, names)
    if rules.voices.speech.accept_first and len(truco.rungs) > 1:
        raise_phrase = names.phrase(truco.rungs[1].code)
        text = _(
            "In championships the {call} is accepted before it is raised: “{accept} {raised}”, not “{raised}” alone."
        )
        yield RuleStatement(
            _("Championships"),
            text.format(call=names.phrase(truco.rungs[0].code), accept=names.phrase("quiero"), raised=raise_phrase),
        )
    if truco.raise_limit:
        yield RuleStatement(
            _("Limit of the raise"),
            _("A side that would win the game by accepting may not raise, unless the scores are equal."),
        )
    else:
        yield RuleStatement(_("Limit of the raise"), _("Any score allows a raise."), shown=False)
    yield RuleStatement(
        _("Until when"),
        _("Players may call the truco until they have played their last card.")
        if truco.until_last_card
        else _("The truco may be called at any moment of the hand."),
    )
    yield RuleStatement(_("Accepting less"), _accepting_less(truco.accept_lack, names), shown=truco.accept_lack)
    yield RuleStatement(
        _("Calls in the dark"),
        _("Players may call and answer before looking at their cards.")
        if rules.blind_calls
        else _("Players look at their cards before calling."),
        shown=rules.blind_calls,
    )
    if rules.perros:
        yield _perros(rules)


def _perros(rules: Rules) -> RuleStatement:
    """Return the statement on los perros, a challenge to everything at once (UY-7)."""
    text = (
        _(
            "Before looking at any card, and as the first word of the hand, the mano may challenge to "
            "everything at once: contraflor al resto where both sides hold a flor, otherwise falta envido, "
            "and truco."
        )
        if rules.flor is not None
        else _(
            "Before looking at any card, and as the first word of the hand, the mano may challenge to "
            "everything at once: falta envido and truco."
        )
    )
    return RuleStatement(_("Los perros"), text)


def _accepting_less(may: bool, names: Names) -> str:
    if not may:
        return _("A bet is accepted whole or not at all.")
    return _("A side that lacks less than the bet may accept it for what it lacks: {words}.").format(
        words=names.phrase("mi-falta")
    )


def ladder_table(rules: Rules, names: Names) -> RuleTable:
    """Return a table of the rungs, with the stake of each if it is accepted and if it is refused."""
    truco = rules.truco
    rows = [
        (f"`{rung.code}`", names.phrase(rung.code), worth(rung.stake), worth(truco.stake(number)))
        for number, rung in enumerate(truco.rungs)
    ]
    return RuleTable((_("call"), _("what is said"), _("accepted"), _("refused")), tuple(rows))


def ladder_in_line(rules: Rules, names: Names) -> str:
    """Return the rungs with their stakes in one line: `truco 2, retruco 3`."""
    return ", ".join(f"{names.phrase(rung.code)} {worth(rung.stake)}" for rung in rules.truco.rungs) or "–"


# ----------------------------------------------------------------------------------------------------------- envido


def _envido(rules: Rules, names: Names) -> Iterator[Block]:
    rule = rules.envido
    assert rule is not None
    yield Paragraph(_("A bet on having more points. With equal points the player nearest to the mano wins."))
    yield from _window(rule.window, rules)
    yield RuleStatement(_("Calls of the envido"), f"{calls_in_line(rule, names)}.", shown=False)
    yield RuleStatement(
        _("First call refused"),
        _("A call that nobody has raised pays {points} when it is refused.").format(points=points(rule.first_refused)),
    )
    if isinstance(rule, FixedEnvido):
        yield from _fixed(rules, rule, names)
    else:
        yield from _open(rules, rule, names)
    yield chain_table(envido_chains(rules), names, _shorthand(rule))
    if isinstance(rule, FixedEnvido) and goes_on(rule):
        yield Paragraph(_("Longer chains go on in the same way."))


def _shorthand(rule: FixedEnvido | OpenEnvido) -> dict[Stake, str]:
    """Return the short names of stakes that depend on the score."""
    return {rule.falta: _("the falta")} if isinstance(rule, FixedEnvido) else {}


def calls_in_line(rule: FixedEnvido | OpenEnvido, names: Names) -> str:
    """Return the calls of the envido with their values in one line."""
    if isinstance(rule, OpenEnvido):
        return _("{first} {unit}, then any even size").format(first=names.phrase("envido"), unit=rule.unit)
    return ", ".join(
        [*(f"{names.phrase(call.code)} {call.adds}" for call in rule.calls), names.phrase(rule.falta_code)]
    )


def limits_in_line(rule: FixedEnvido, names: Names) -> str:
    """Return how often each call may be made, in short: `envido at most 2 times, real envido at most once`."""
    limits = [
        n_("{call} at most once", "{call} at most {n} times", call.at_most).format(
            call=names.phrase(call.code), n=call.at_most
        )
        for call in rule.calls
        if call.at_most
    ]
    if rule.longest_chain:
        longest = n_("at most {n} call", "at most {n} calls", rule.longest_chain).format(n=rule.longest_chain)
        limits.append(longest)
    return ", ".join(limits) or _("without limit")


def _fixed(rules: Rules, rule: FixedEnvido, names: Names) -> Iterator[Block]:
    yield Paragraph(
        _(
            "An accepted chain of calls is worth their sum, a refused chain the sum without the last call. "
            "After {falta} nothing more can be called; it is worth the falta instead of the sum."
        ).format(falta=names.phrase(rule.falta_code))
    )
    yield RuleStatement(_("The falta"), _("It is worth {worth}.").format(worth=worth(rule.falta)))
    yield RuleStatement(_("How often"), _limits(rule, names))
    yield RuleStatement(
        _("Order of the calls"),
        _("No call may be lower than the one before it.") if rule.ascending else _("Calls may follow in any order."),
    )
    yield RuleStatement(
        _("Length of the chain"),
        n_("A chain has at most {n} call.", "A chain has at most {n} calls.", rule.longest_chain).format(
            n=rule.longest_chain
        )
        if rule.longest_chain
        else _("A chain may be as long as its calls allow."),
        shown=bool(rule.longest_chain),
    )
    yield RuleStatement(
        _("Limit of the sum"),
        _("Once the sum is worth the falta, only {falta} may raise it.").format(falta=names.phrase(rule.falta_code))
        if rule.capped_by_falta
        else _("The sum has no limit."),
        shown=rule.capped_by_falta,
    )
    yield RuleStatement(
        _("Another word for accepting"),
        _("{word} accepts too.").format(word=names.phrase(rule.accept_word))
        if rule.accept_word
        else _("There is none."),
        shown=bool(rule.accept_word),
    )


def _limits(rule: FixedEnvido, names: Names) -> str:
    limits = [_limit(call, names) for call in rule.calls if call.at_most or not call.opens]
    return " ".join(limits) or _("Every call may be repeated.")


def _limit(call: Call, names: Names) -> str:
    phrase = names.phrase(call.code)
    limit = ""
    if call.at_most:
        limit = n_("{call}: at most once.", "{call}: at most {n} times.", call.at_most).format(
            call=phrase, n=call.at_most
        )
    if call.opens:
        return limit
    answer = _("{call}: only as an answer.").format(call=phrase)
    return f"{limit} {answer}" if limit else answer


def _open(rules: Rules, rule: OpenEnvido, names: Names) -> Iterator[Block]:
    yield RuleStatement(
        _("The plain word"),
        _("{call} is worth {unit}.").format(call=names.phrase("envido"), unit=points(rule.unit)),
    )
    yield RuleStatement(
        _("First bet"),
        _("It may have any even size, up to what the side with fewer points lacks.")
        if rule.opens_with_size
        else _("Only the plain word opens."),
    )
    yield RuleStatement(
        _("Raises"),
        _("A raise of any even size is added to what was bet.")
        if rule.cumulative
        else _("A raise names an even size that replaces what was bet."),
    )
    yield RuleStatement(
        _("All or nothing"),
        _("{call} plays for {worth}.").format(call=names.phrase(rule.all_in_code), worth=worth(rule.all_in)),
    )
    if rule.most != rules.match.target:
        yield RuleStatement(_("Largest bet"), _("No bet names more than {points}.").format(points=points(rule.most)))
    yield RuleStatement(_("Accepting less"), _accepting_less(rule.accept_lack, names), shown=rule.accept_lack)
    yield Paragraph(_("Some examples:"))


def _window(window: Window, rules: Rules) -> Iterator[Block]:
    yield RuleStatement(
        _("When"),
        _("In the first trick, until it is decided, and not after an accepted truco.")
        if window.after_own_card
        else _("In the first trick, before playing a card, and not after an accepted truco."),
    )
    yield RuleStatement(
        _("Over a truco"),
        _("The envido goes first: a truco that waits for its answer may be answered with it.")
        if window.before_truco
        else _("Once the truco is called the envido can no longer be opened."),
    )
    yield RuleStatement(
        _("Opening"),
        _("Only the last two players may open it.") if window.last_two_only else _("Every player may open it."),
    )
    yield RuleStatement(
        _("A card before the answer"),
        _("The player who opens it plays a card before it is answered.")
        if window.caller_shows_card
        else _("It is answered before another card is played."),
        shown=window.caller_shows_card,
    )
    if rules.flor is not None:
        yield RuleStatement(_("With a flor"), _with_flor(rules.flor, window))


def _with_flor(flor: Flor, window: Window) -> str:
    if flor.forced:
        return _("A player with a flor must sing it first.")
    if window.barred_to_flor:
        return _("A player with a flor that must be sung may not open or accept the envido.")
    return _("A player who keeps a flor silent plays the envido with its two best cards.")


def chain_table(chains: list[Chain], names: Names, shorthand: dict[Stake, str]) -> RuleTable:
    """Return a table of call chains; `shorthand` replaces the description of some stakes."""

    def cell(stake: Stake | None) -> str:
        return "–" if stake is None else shorthand.get(stake, worth(stake))

    rows = [(names.sequence(chain.calls), cell(chain.accepted), cell(chain.refused)) for chain in chains]
    return RuleTable((_("calls"), _("accepted"), _("refused")), tuple(rows))
