/** Texts of the page in the Spanish of the Río de la Plata: those of `es`, except for the ones that differ. */

import { es, type Texts } from "./es";
import { overlay } from "./overlay";
import { table } from "./table/es-AR";

export const esAR: Texts = overlay(es, {
  errors: {
    title: "Algo salió mal",
    offline: "No hay conexión con el servidor. Revisá la red e intentá de nuevo.",
    server: (status) => `El servidor no pudo responder (${status}). Intentá dentro de un momento.`,
    again: "Intentar de nuevo",
  },
  settings: {
    notificationsDenied: "El navegador no permite los avisos de esta página. Podés cambiarlo en sus ajustes.",
  },
  home: {
    lead: "El de tu pueblo también está acá. Elegí un lugar y sentate: los demás jugadores ya esperan.",
    firstTime: "¿Primera vez? Empezá por la lección: unas manos de ejemplo, con ayuda en cada jugada.",
    join: "¿Te pasaron un enlace?",
    joinElsewhere: (host) => `Esa mesa está en otro servidor, ${host}. Abrí el enlace en otra pestaña.`,
  },
  lobby: {
    empty: "Ahora ninguna mesa busca jugadores. Abrí una y pasá el enlace.",
  },
  newTable: {
    lead: "Elegí el juego y quién puede entrar. Los asientos vacíos los ocupan bots.",
    aboutSigns: (example, meanings) =>
      `Escribí NOMBRE=SIGNIFICADO, con espacios entre las señas: ${example}. El significado son cartas o una de estas palabras: ${meanings}. Solo lo sabe tu bando.`,
  },
  matches: {
    empty: "Todavía no terminaste ninguna partida. Jugá una y acá van a quedar su resultado y su repetición.",
    export: "Llevate tus partidas:",
    others: "Mirar una partida guardada",
  },
  review: {
    bluffs: "Mentiras que pasaron",
    whatIsABluff: "¿Qué es una mentira?",
  },
  replay: {
    lead: "Pegá una partida guardada o abrí su archivo .truco para verla jugada a jugada.",
    file: "Abrir un archivo .truco",
    badLink: "El enlace de la partida está cortado o dañado. Pedí que te lo pasen otra vez.",
    tooLong: "Ese archivo es demasiado grande para ser una partida.",
    shareByHand: "Copiá este enlace:",
  },
  table,
});
