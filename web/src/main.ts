import { mount } from "svelte";

import App from "./App.svelte";
import { language } from "./lib/language.svelte";
import { router } from "./lib/router.svelte";
import { theme } from "./lib/theme.svelte";
import "./style/colours.css";
import "./style/base.css";

theme.start();
router.start();
await language.start();

const target = document.getElementById("page");
if (target) mount(App, { target });
