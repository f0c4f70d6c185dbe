/**
 * `npm run icons`: renders the icons that systems need as PNG, with Chromium.
 * The files are in git, because they seldom change and a build should need no browser.
 */

import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ICONS = fileURLToPath(new URL("../public/icons", import.meta.url));
const BROWSER = process.env.CHROMIUM ?? "chromium";
const SIZES = [
  ["icon", 192],
  ["icon", 512],
  ["maskable", 512],
];

const room = mkdtempSync(join(tmpdir(), "icons-"));
try {
  for (const [name, size] of SIZES) {
    const picture = join(room, `${name}-${size}.png`);
    execFileSync(
      BROWSER,
      [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--hide-scrollbars",
        "--default-background-color=00000000",
        `--user-data-dir=${join(room, "profile")}`,
        `--window-size=${size},${size}`,
        `--screenshot=${picture}`,
        join(ICONS, `${name}.svg`),
      ],
      { stdio: "ignore" },
    );
    copyFileSync(picture, join(ICONS, `${name}-${size}.png`));
  }
} finally {
  rmSync(room, { recursive: true, force: true });
}
