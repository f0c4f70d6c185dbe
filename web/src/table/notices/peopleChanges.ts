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

const people = ({ places }: TableView): readonly SeatInfo[] => places.filter(({ kind }) => kind === "person");

/** Return the place of a person, who may have changed the name. */
const placeOf = (who: string, view: TableView): SeatInfo | undefined => people(view).find((place) => place.who === who);

const nameOf = ({ name }: SeatInfo, texts: TableTexts): string => name || texts.chat.somebody;

function departures(before: TableView, now: TableView, texts: TableTexts): string[] {
  return people(before)
    .filter(({ who }) => !placeOf(who, now))
    .map((place) => (place.seat === before.you.seat ? texts.people.youLeave : texts.people.leaves(nameOf(place, texts))));
}

function seatChanges(before: TableView, now: TableView, texts: TableTexts): string[] {
  const { people: peopleTexts, seat: seatText, away } = texts;
  return people(now).flatMap((place) => {
    const own = place.seat === now.you.seat;
    const name = nameOf(place, texts);
    const was = placeOf(place.who, before);
    if (was?.seat !== place.seat) return own ? peopleTexts.youSit(seatText(place.seat)) : peopleTexts.sits(name, seatText(place.seat));
    const changes: string[] = [];
    if (place.here !== was.here && !own) changes.push(place.here ? peopleTexts.back(name) : peopleTexts.gone(name));
    if (place.away && !was.away) changes.push(own ? away : peopleTexts.away(name));
    if (was.away && !place.away) changes.push(own ? peopleTexts.youPlayOn : peopleTexts.playsOn(name));
    return changes;
  });
}

/** Return sentences about seats that are taken with the next deal. */
function reservations(before: TableView, now: TableView, texts: TableTexts): string[] {
  return now.places.flatMap(({ seat, kind, next }, index) => {
    const was = before.places[index]?.next ?? "";
    if (next === was) return [];
    if (next) return seat === now.you.next ? texts.coming(texts.seat(seat)) : texts.people.comes(next, texts.seat(seat));
    if (kind === "person") return []; // the person sits there now
    return seat === before.you.next ? texts.people.youStayOut : texts.people.staysOut(was);
  });
}
