/** Who comes to a table and goes, as it is read aloud. Of bots nothing is said: whoever puts them there knows it. */

import type { Place } from "../../server/schema";
import type { TableState } from "../../server/socket";
import type { Texts } from "../../texts/es";

type Words = Texts["table"];

/** What has changed with the people at the table, in a short sentence each. */
export function comings(before: TableState, now: TableState, words: Words): string[] {
  return [...left(before, now, words), ...seated(before, now, words), ...promised(before, now, words)];
}

const people = ({ places }: TableState): readonly Place[] => places.filter(({ kind }) => kind === "person");

/** Where somebody sits, whatever the name. */
const placeOf = (who: string, table: TableState): Place | undefined => people(table).find((place) => place.who === who);

const nameOf = ({ name }: Place, words: Words): string => name || words.chat.somebody;

function left(before: TableState, now: TableState, words: Words): string[] {
  return people(before)
    .filter(({ who }) => !placeOf(who, now))
    .map((place) => (place.seat === before.you.seat ? words.people.youLeave : words.people.leaves(nameOf(place, words))));
}

function seated(before: TableState, now: TableState, words: Words): string[] {
  const { people: said, seat: seatOf, away } = words;
  return people(now).flatMap((place) => {
    const own = place.seat === now.you.seat;
    const name = nameOf(place, words);
    const was = placeOf(place.who, before);
    if (was?.seat !== place.seat) return own ? said.youSit(seatOf(place.seat)) : said.sits(name, seatOf(place.seat));
    const told: string[] = [];
    if (place.here !== was.here && !own) told.push(place.here ? said.back(name) : said.gone(name));
    if (place.away && !was.away) told.push(own ? away : said.away(name));
    if (was.away && !place.away) told.push(own ? said.youPlayOn : said.playsOn(name));
    return told;
  });
}

/** Who will sit down with the next deal, or will not after all. */
function promised(before: TableState, now: TableState, words: Words): string[] {
  return now.places.flatMap(({ seat, kind, next }, index) => {
    const was = before.places[index]?.next ?? "";
    if (next === was) return [];
    if (next) return seat === now.you.next ? words.coming(words.seat(seat)) : words.people.comes(next, words.seat(seat));
    if (kind === "person") return []; // who was to come sits there now
    return seat === before.you.next ? words.people.youStayOut : words.people.staysOut(was);
  });
}
