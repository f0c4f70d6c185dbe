"""The section on the flor: who may sing it, when, and what it pays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from truquero.i18n import _
from truquero.rulebook.card_and_move_names import Names
from truquero.rulebook.chains import Chain, flor_chains
from truquero.rulebook.document import Block, BookSection, Paragraph, RuleStatement, RuleTable, section
from truquero.rulebook.worth import in_points, points, worth
from truquero.rules.game import Rules
from truquero.rules.lances import Flor, FlorStyle
from truquero.rules.stakes import Stake


def flor_section(rules: Rules, names: Names) -> BookSection:
    return section("flor", _("Flor"), _flor(rules, names))


def _flor(rules: Rules, names: Names) -> Iterator[Block]:
    rule = rules.flor
    assert rule is not None
    yield Paragraph(
        _(
            "A flor that is sung cancels the envido, and a truco waits until it is settled. Equal flores: the player "
            "nearest to the mano wins."
        )
    )
    yield from _singing(rules, rule, names)
    yield from _payments(rule, partners=rules.players > 2)
    yield from _answers(rule, names)
    yield flor_table(rules, names)
    if rule.style is FlorStyle.CHICA:
        yield Paragraph(
            _("A side that lacks less than the bet may accept it for what it lacks: {words}.").format(
                words=names.phrase("mi-falta")
            )
        )


def _duty(rules: Rules, rule: Flor, names: Names) -> str:
    """Return the sentence on the duty to sing a flor.

    The rules bar every other move, punish silence, or do not pay a silent flor.
    """
    if rule.forced:
        return _("A player with a flor can do nothing else before singing it.")
    if rules.claims is not None:
        text = _("It must be sung; silence risks a challenge (“{words}”).")
        return text.format(words=names.phrase("pido-flor-1"))
    return _("It must be sung; a silent flor is not paid.")


def _singing(rules: Rules, rule: Flor, names: Names) -> Iterator[Block]:
    yield RuleStatement(_("Duty to sing"), _duty(rules, rule, names))
    yield RuleStatement(
        _("When"),
        _("In the first trick, until it is decided.")
        if rule.until_first_trick_ends
        else _("In the first trick, before playing a card."),
    )
    yield RuleStatement(
        _("After other words"),
        _("A player who has called or accepted something else may no longer sing.")
        if rule.before_any_call
        else _("A player may sing after other calls too."),
    )
    yield _settled_envido(rule)
    yield RuleStatement(
        _("A false flor"),
        _(
            "A side that sings without a flor loses what it has made in the hand. Its rivals win what the hand is "
            "worth and {points} more."
        ).format(points=points(rule.false_flor_penalty))
        if rule.false_flor_penalty
        else _("A flor cannot be sung without holding it."),
        shown=bool(rule.false_flor_penalty),
    )


def _settled_envido(rule: Flor) -> RuleStatement:
    """Return the statement on an envido that was accepted before the flor is sung."""
    if rule.voids_accepted_envido:
        text = _(
            "It is void if a player who could not speak before sings a flor. The points of a refused envido are taken "
            "back then, unless they have won the game."
        )
    elif rule.takes_back_envido:
        text = _(
            "When a flor is sung its points are taken back, also those of a refused envido, unless they have won the "
            "game."
        )
    else:
        text = _("Its points are not yet written when a flor is sung, so nobody wins them.")
    return RuleStatement(_("An accepted envido"), text, shown=rule.style is not FlorStyle.CHICA)


def _payments(rule: Flor, *, partners: bool) -> Iterator[Block]:
    yield RuleStatement(_("Its worth"), _("A flor is worth {points}.").format(points=points(rule.each)))
    if partners:
        yield RuleStatement(
            _("Several flores of one side"),
            _("If no rival holds a flor, each of them is paid.")
            if rule.per_card
            else _("If no rival holds a flor, only one of them is paid."),
        )
    yield RuleStatement(
        _("Flor against flor"),
        _("Without a raise the side with the better flor wins {points} for each of its own.").format(
            points=points(rule.each)
        )
        if rule.winner_paid_per_own
        else _("Without a raise the side with the better flor wins {points}.").format(points=points(rule.each)),
    )


def _answers(rule: Flor, names: Names) -> Iterator[Block]:
    """Yield the statements on the bets on a flor. The table after them shows the same in a more readable form."""
    style = _("Bets on the flor")
    match rule.style:
        case FlorStyle.CONTRAFLOR:
            yield RuleStatement(style, _("After a flor the other players with a flor speak, counter-clockwise."))
            yield from _contraflor(rule, names)
        case FlorStyle.CHICA:
            yield RuleStatement(
                style,
                _(
                    "After a flor the other players with a flor sing it, counter-clockwise. If no rival has a flor, a "
                    "rival says {good}; otherwise each player with a flor in turn, from the first to sing, says "
                    "{small} or {rest}."
                ).format(good=names.phrase("guena"), small=names.phrase("chica"), rest=names.phrase("al-resto")),
            )
            resto = _("what the speaker's side lacks") if rule.resto_lack_of_caller else worth(rule.resto)
            yield RuleStatement(
                names.phrase("al-resto").capitalize(), _("It plays for {worth}.").format(worth=resto), shown=False
            )
        case _:
            assert_never(rule.style)


def _contraflor(rule: Flor, names: Names) -> Iterator[Block]:
    yield RuleStatement(
        _("A rival's flor"),
        _("A rival may answer with a plain flor; then the side that sang first speaks once more.")
        if rule.rival_may_sing
        else _("A rival with a flor must give in or raise."),
    )
    bets = [
        ("con-flor-me-achico", _("It pays {refused}."), Stake(), rule.achico),
        ("contraflor", _("Accepted {accepted}; refused {refused}."), rule.contraflor, rule.contraflor_refused),
        ("contraflor-al-resto", _("Accepted {accepted}; refused {refused}."), rule.resto, rule.resto_refused),
    ]
    for code, text, accepted, refused in bets:
        sentence = text.format(accepted=in_points(accepted), refused=points(refused))
        yield RuleStatement(names.phrase(code).capitalize(), sentence, shown=False)
    raise_topic = _("Al resto over a contraflor")
    if rule.resto_over_contraflor:
        refused_over = points(rule.resto_over_contraflor_refused)
        text = _("A contraflor may be raised to al resto; refused, that pays {refused}.")
        yield RuleStatement(raise_topic, text.format(refused=refused_over), shown=False)
    else:
        yield RuleStatement(raise_topic, _("A contraflor cannot be raised."))


def flor_table(rules: Rules, names: Names) -> RuleTable:
    """Return a table of all exchanges between two players, with what each pays."""
    rows = [_row(chain, names, partners=rules.players > 2) for chain in flor_chains(rules)]
    return RuleTable((_("calls"), _("accepted, or paid"), _("winner"), _("refused")), tuple(rows))


def _row(chain: Chain, names: Names, *, partners: bool) -> tuple[str, str, str, str]:
    """Return one row of the table.

    The caller wins a refused bet. Any other bet goes to the better flor, or to the only flor that was sung.
    """
    winner = _("the better flor") if chain.by_cards else _("the first to sing")
    accepted, refused = (
        stake if stake is None or partners else without_partners(stake) for stake in (chain.accepted, chain.refused)
    )
    return (
        names.sequence(chain.calls, "flor"),
        "–" if accepted is None else worth(accepted),
        winner,
        "–" if refused is None else worth(refused, refused=True),
    )


def without_partners(stake: Stake) -> Stake:
    """Return the stake for a side of one player, which can hold only one flor."""
    if not stake.own_flores:
        return stake
    return stake._replace(points=stake.points + stake.per_flor, per_flor=0, own_flores=False)
