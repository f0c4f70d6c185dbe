import { mount } from "svelte";

import App from "./App.svelte";
import { language } from "./profile/language.svelte";
import { router } from "./app/router.svelte";
import { preferences } from "./profile/preferences.svelte";
import "./style/colours.css";
import "./style/base.css";
import "./style/components.css";
import "./style/seating.css";

document.documentElement.dataset["theme"] = preferences.theme.value; // before anything is drawn
document.documentElement.dataset["cloth"] = preferences.cloth.value;
router.start();
await language.start();

const target = document.getElementById("page");
if (target) mount(App, { target });

if (import.meta.env.PROD && "serviceWorker" in navigator) {
  // Without a service worker (a private window, plain HTTP from another machine) the page works too.
  navigator.serviceWorker.register("/sw.js").catch(() => undefined);
}
