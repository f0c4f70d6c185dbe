/** Texts of the table in the Spanish of the Río de la Plata, as far as they differ from `es`. */

import type { PartOf } from "../overlay";
import type { TableTexts } from "./es";

export const table: PartOf<TableTexts> = {
  you: "Vos",
  openBet: { youAnswer: "Contestás vos" },
  trick: (number) => ["Primera", "Segunda", "Tercera"][number - 1] ?? `${number}.ª baza`,
  mayInterrupt: (names) => `Podés hablar antes que ${names}`,
  moves: "Qué podés decir",
  notWatching: "En esta mesa solo los jugadores ven la mano. Podés sentarte en el lugar de un bot.",
  away: "Un bot juega por vos.",
  takeBack: "Recuperar mi lugar",
  coming: (seat) => `Te sentás con el próximo reparto (${seat}).`,
  ownPlace: "Tu lugar",
  learn: { filter: "Buscá una palabra" },
  people: {
    youSit: (seat) => `Te sentás (${seat}).`,
    leaves: (name) => `${name} deja su lugar.`,
    youLeave: "Dejás tu lugar.",
    youStayOut: "Ya no te sentás con el próximo reparto.",
    youPlayOn: "Volvés a jugar vos.",
    gone: (name) => `${name} se quedó sin conexión.`,
  },
  talk: {
    placeholder: (words) => (words ? `Decí: «${words}»` : "Hablá en la mesa"),
    now: "Ahora podés decir:",
    nothing: "Ahora no podés decir nada.",
    chatOnly: "Escribí en la charla",
    challenge: "Si te equivocás, los puntos son para el otro bando. ¿Seguro?",
  },
  cut: {
    title: "Cortá el mazo",
    lift: (cards) => `Levantás ${cards} cartas`,
    waits: "Se corta en cuanto los demás hayan mirado la mano.",
  },
  deal: {
    alarm: "El servidor cambió un reparto después de mostrarlo. Mirá «Reparto limpio».",
    ownDraw:
      "Nadie pudo elegir la semilla de este sorteo. Acá no se comprueba si da a quien reparte. Lo comprueba la repetición, terminada la partida.",
    ownDeal:
      "Nadie pudo elegir la semilla de este reparto. Acá no se comprueba si las cartas salen de ella. Lo comprueba la repetición, terminada la partida.",
  },
  signs: {
    watch: "A quién mirás",
    watched: "a quien mirás",
    seen: "Las que viste",
  },
  waitingRoom: {
    full: "Todos los asientos están ocupados. Podés quedarte mirando.",
    invite: "Invitá con este enlace",
    copyByHand: "Copiá el enlace seleccionado.",
    onlyHere: "Este enlace solo funciona en esta computadora.",
    startWith: "Para invitar a otros de tu red, arrancá con:",
    sit: "Sentarme acá",
    leaveNote: "Si te levantás durante la partida, dejás el lugar y sigue un bot. Si solo salís de la página, tu lugar te espera.",
  },
  chat: {
    placeholder: "Escribile a la mesa",
    empty: "Todavía no hay mensajes.",
    phrases: ["¡Buenas!", "¡Bien jugado!", "¡Qué suerte!", "Vos sabrás…", "¿Seguro?", "No te lo creés ni vos", "¡La próxima!", "Ya vuelvo", "Gracias por la partida"],
  },
  connection: {
    reconnecting: "Se cortó la conexión. Conectando de nuevo…",
    offline: "No tenés red. Si tarda, un bot juega por vos hasta que vuelvas.",
    shut: "Esta mesa ya no existe, o no podés entrar en ella.",
    lost: "Se cortó la conexión antes de la respuesta. Fijate si tu jugada está hecha.",
  },
};
