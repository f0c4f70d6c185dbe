import { mount } from "svelte";

import App from "./App.svelte";
import { language } from "./lib/language.svelte";
import { router } from "./lib/router.svelte";
import { theme } from "./lib/theme.svelte";
import "./style/colours.css";
import "./style/base.css";
import "./style/parts.css";
import "./style/round.css";

theme.start();
router.start();
await language.start();

const target = document.getElementById("page");
if (target) mount(App, { target });

if (import.meta.env.PROD && "serviceWorker" in navigator) {
  // Where it may not be kept (a private window, plain HTTP from another machine) the page does without.
  navigator.serviceWorker.register("/sw.js").catch(() => undefined);
}
