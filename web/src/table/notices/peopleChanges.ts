/** Announcements about people who sit down, leave, or lose the connection. Changes of bots are not announced: the host
 * who makes them knows about them. */

import type { SeatInfo } from "../../server/schema";
import type { TableView } from "../../server/socket";
import type { Texts } from "../../texts/es";

type TableTexts = Texts["table"];

/** Return a sentence for each change between two views. */
export function peopleChanges(before: TableView, now: TableView, texts: TableTexts): string[] {
  return [...departures(before, now, texts), ...seatChanges(before, now, texts), ...reservations(before, now, texts)];
}

const people = ({ seats }: TableView): readonly SeatInfo[] => seats.filter(({ kind }) => kind === "person");

/** Return the seat of the person with an alias, who may have changed the name. */
const seatInfoOf = (alias: string, view: TableView): SeatInfo | undefined => people(view).find((seatInfo) => seatInfo.alias === alias);

const nameOf = ({ name }: SeatInfo, texts: TableTexts): string => name || texts.chat.somebody;

function departures(before: TableView, now: TableView, texts: TableTexts): string[] {
  return people(before)
    .filter(({ alias }) => !seatInfoOf(alias, now))
    .map((seatInfo) => (seatInfo.seat === before.you.seat ? texts.people.youLeave : texts.people.leaves(nameOf(seatInfo, texts))));
}

function seatChanges(before: TableView, now: TableView, texts: TableTexts): string[] {
  const { people: peopleTexts, seat: seatText, away } = texts;
  return people(now).flatMap((seatInfo) => {
    const own = seatInfo.seat === now.you.seat;
    const name = nameOf(seatInfo, texts);
    const was = seatInfoOf(seatInfo.alias, before);
    if (was?.seat !== seatInfo.seat) return own ? peopleTexts.youSit(seatText(seatInfo.seat)) : peopleTexts.sits(name, seatText(seatInfo.seat));
    const changes: string[] = [];
    if (seatInfo.connected !== was.connected && !own) changes.push(seatInfo.connected ? peopleTexts.back(name) : peopleTexts.gone(name));
    if (seatInfo.away && !was.away) changes.push(own ? away : peopleTexts.away(name));
    if (was.away && !seatInfo.away) changes.push(own ? peopleTexts.youPlayOn : peopleTexts.playsOn(name));
    return changes;
  });
}

/** Return sentences about seats that are taken with the next deal. */
function reservations(before: TableView, now: TableView, texts: TableTexts): string[] {
  return now.seats.flatMap(({ seat, kind, reserved_for: guest }, index) => {
    const was = before.seats[index]?.reserved_for ?? "";
    if (guest === was) return [];
    if (guest) return seat === now.you.reserved_seat ? texts.coming(texts.seat(seat)) : texts.people.comes(guest, texts.seat(seat));
    if (kind === "person") return []; // the person sits there now
    return seat === before.you.reserved_seat ? texts.people.youStayOut : texts.people.staysOut(was);
  });
}
