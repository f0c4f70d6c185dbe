/** Announcements about people who sit down, leave, or lose the connection. Changes of bots are not announced: the host
 * who makes them knows about them. */

import type { SeatInfo } from "../../server/schema";
import type { TableView } from "../../server/socket";
import type { Texts } from "../../texts/es";

type Words = Texts["table"];

/** Return a sentence for each change between two views. */
export function peopleChanges(before: TableView, now: TableView, words: Words): string[] {
  return [...departures(before, now, words), ...seatChanges(before, now, words), ...reservations(before, now, words)];
}

const people = ({ places }: TableView): readonly SeatInfo[] => places.filter(({ kind }) => kind === "person");

/** Return the place of a person, who may have changed the name. */
const placeOf = (who: string, view: TableView): SeatInfo | undefined => people(view).find((place) => place.who === who);

const nameOf = ({ name }: SeatInfo, words: Words): string => name || words.chat.somebody;

function departures(before: TableView, now: TableView, words: Words): string[] {
  return people(before)
    .filter(({ who }) => !placeOf(who, now))
    .map((place) => (place.seat === before.you.seat ? words.people.youLeave : words.people.leaves(nameOf(place, words))));
}

function seatChanges(before: TableView, now: TableView, words: Words): string[] {
  const { people: texts, seat: seatText, away } = words;
  return people(now).flatMap((place) => {
    const own = place.seat === now.you.seat;
    const name = nameOf(place, words);
    const was = placeOf(place.who, before);
    if (was?.seat !== place.seat) return own ? texts.youSit(seatText(place.seat)) : texts.sits(name, seatText(place.seat));
    const changes: string[] = [];
    if (place.here !== was.here && !own) changes.push(place.here ? texts.back(name) : texts.gone(name));
    if (place.away && !was.away) changes.push(own ? away : texts.away(name));
    if (was.away && !place.away) changes.push(own ? texts.youPlayOn : texts.playsOn(name));
    return changes;
  });
}

/** Return sentences about seats that are taken with the next deal. */
function reservations(before: TableView, now: TableView, words: Words): string[] {
  return now.places.flatMap(({ seat, kind, next }, index) => {
    const was = before.places[index]?.next ?? "";
    if (next === was) return [];
    if (next) return seat === now.you.next ? words.coming(words.seat(seat)) : words.people.comes(next, words.seat(seat));
    if (kind === "person") return []; // the person sits there now
    return seat === before.you.next ? words.people.youStayOut : words.people.staysOut(was);
  });
}
