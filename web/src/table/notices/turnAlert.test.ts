import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { preferences } from "../../profile/preferences.svelte";
import { play } from "../../sound/play";
import { tabTitle, TurnAlert } from "./turnAlert";

vi.mock("../../sound/play", () => ({ play: vi.fn() }));

/** The notifications of a browser without a service worker. */
class FakeNotification {
  static permission = "granted";
  static open: FakeNotification[] = [];
  onclick: (() => void) | null = null;

  constructor(
    readonly title: string,
    readonly options: { readonly body: string },
  ) {
    FakeNotification.open.push(this);
  }

  close(): void {
    FakeNotification.open = FakeNotification.open.filter((other) => other !== this);
  }
}

const page = { visibilityState: "hidden" };
const vibrate = vi.fn();
const focus = vi.fn();
let alert: TurnAlert;
const shown = (): string[] => FakeNotification.open.map(({ title, options }) => `${title}: ${options.body}`);
const settled = (): Promise<void> => new Promise((done) => setTimeout(done));

beforeEach(() => {
  vi.clearAllMocks();
  page.visibilityState = "hidden";
  FakeNotification.permission = "granted";
  FakeNotification.open = [];
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal("document", page);
  vi.stubGlobal("location", { href: "https://truco.example/tables/t" });
  vi.stubGlobal("navigator", { vibrate });
  vi.stubGlobal("window", { Notification: FakeNotification, focus });
  vi.stubGlobal("Notification", FakeNotification);
  preferences.notifications.choose(true);
  preferences.vibration.choose(true);
  alert = new TurnAlert("t");
});

afterEach(() => vi.unstubAllGlobals());

test("the title of the tab begins with the own turn", () => {
  expect(tabTitle("Truco argentino", "Te toca")).toBe("● Te toca · Truco argentino · Truquero");
  expect(tabTitle("Truco argentino", "")).toBe("Truco argentino · Truquero");
  expect(tabTitle("", "")).toBe("Truquero");
});

test("a hidden page tells the turn once, and takes the notification back when the turn is over", async () => {
  alert.update("Te toca", "Truco argentino");
  alert.update("Te toca", "Truco argentino");
  await settled();
  expect(shown()).toEqual(["Truco argentino: Te toca"]);
  expect(vibrate).toHaveBeenCalledTimes(1);
  expect(play).toHaveBeenCalledWith("turn");
  alert.update("", "Truco argentino");
  expect(shown()).toEqual([]);
});

test("a page that comes into view closes its notification, and a click brings it there", async () => {
  alert.update("Te toca", "Truco argentino");
  await settled();
  FakeNotification.open[0]?.onclick?.();
  expect(focus).toHaveBeenCalled();
  expect(shown()).toEqual([]);
});

test("a visible page only vibrates", async () => {
  page.visibilityState = "visible";
  alert.update("Te toca", "Truco argentino");
  await settled();
  expect(shown()).toEqual([]);
  expect(play).not.toHaveBeenCalled();
  expect(vibrate).toHaveBeenCalledTimes(1);
});

test("a turn that is over before the browser answers is not told", async () => {
  alert.update("Te toca", "Truco argentino");
  alert.update("", "Truco argentino");
  await settled();
  expect(shown()).toEqual([]);
});

test.each([
  ["the setting is off", () => preferences.notifications.choose(false)],
  ["the browser does not allow it", () => void (FakeNotification.permission = "denied")],
])("there is no notification if %s", async (_case, prevent) => {
  prevent();
  alert.update("Te toca", "Truco argentino");
  await settled();
  expect(shown()).toEqual([]);
});

test("a service worker shows the notification where there is one, as phones demand", async () => {
  const close = vi.fn();
  const registration = { showNotification: vi.fn(), getNotifications: vi.fn(async () => [{ close }]) };
  vi.stubGlobal("navigator", { serviceWorker: { getRegistration: async () => registration } });
  alert.update("Te toca", "Truco argentino");
  await settled();
  expect(registration.showNotification).toHaveBeenCalledWith("Truco argentino", expect.objectContaining({ body: "Te toca" }));
  alert.update("", "Truco argentino");
  await settled();
  expect(close).toHaveBeenCalled();
});

test("a browser that refuses the notification causes no error", async () => {
  const registration = { showNotification: vi.fn(async () => Promise.reject(new TypeError("refused"))) };
  vi.stubGlobal("navigator", { serviceWorker: { getRegistration: async () => registration } });
  alert.update("Te toca", "Truco argentino");
  await settled(); // an unhandled rejection fails the test
  expect(registration.showNotification).toHaveBeenCalledTimes(1);
});
