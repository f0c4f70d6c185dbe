/** `npm run art`: writes all pictures to `public/`, and the data of the map to `src/home/map.ts`. */

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { drawings } from "./drawings.mjs";
import { mapModule } from "./map.mjs";

const PUBLIC = fileURLToPath(new URL("../public", import.meta.url));

for (const [path, text] of drawings()) {
  const target = join(PUBLIC, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text);
}
writeFileSync(fileURLToPath(new URL("../src/home/map.ts", import.meta.url)), mapModule());
