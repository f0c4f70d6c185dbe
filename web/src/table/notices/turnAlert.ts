/** How a player learns of the own turn while looking elsewhere: by a notification, a vibration and a chime. */

import { preferences } from "../../profile/preferences.svelte";
import { play } from "../../sound/play";

const VIBRATION = [120, 80, 120]; // milliseconds on, off and on
const OPEN_MARK = "●"; // before the title of the tab

/** Return the title of the tab. The turn comes first, because a narrow tab shows only the beginning. */
export function tabTitle(table: string, turn: string): string {
  return [turn && `${OPEN_MARK} ${turn}`, table, "Truquero"].filter(Boolean).join(" · ");
}

/** Alerts the player when the turn begins. Call `update` with the text of the own turn, empty in the turn of others. */
export class TurnAlert {
  #turn = "";
  readonly #tag: string;
  #shown: Notification | null = null;

  constructor(table: string) {
    this.#tag = `turn ${table}`; // a new notification replaces the old one
  }

  update(turn: string, title: string): void {
    const begins = turn !== "" && this.#turn === "";
    this.#turn = turn;
    if (turn === "") this.seen();
    else if (begins) this.#alert(turn, title);
  }

  /** Close the notification: the player has returned to the tab. */
  seen(): void {
    this.#close().catch(() => undefined);
  }

  #alert(turn: string, title: string): void {
    if (preferences.vibration.on && "vibrate" in navigator) navigator.vibrate(VIBRATION);
    if (document.visibilityState === "visible") return;
    play("turn");
    // A browser may still refuse to show it. The title of the tab tells the turn too.
    if (preferences.notifications.on) this.#notify(turn, title).catch(() => undefined);
  }

  async #notify(turn: string, title: string): Promise<void> {
    if (!("Notification" in window) || Notification.permission !== "granted") return;
    const options = { body: turn, tag: this.#tag, icon: "/icons/icon-192.png", data: location.href };
    const registration = await navigator.serviceWorker?.getRegistration();
    if (this.#turn === "") return; // it was over before the browser answered
    if (registration) await registration.showNotification(title, options); // phones know no other way
    else this.#shown = clickable(new Notification(title, options));
  }

  async #close(): Promise<void> {
    this.#shown?.close();
    this.#shown = null;
    const registration = preferences.notifications.on ? await navigator.serviceWorker?.getRegistration() : undefined;
    for (const notification of (await registration?.getNotifications({ tag: this.#tag })) ?? []) notification.close();
  }
}

/** Let a click on a notification show the tab of the table. */
function clickable(notification: Notification): Notification {
  notification.onclick = () => {
    window.focus();
    notification.close();
  };
  return notification;
}
