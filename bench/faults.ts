import { files } from "./faults-files.ts";
import { freeze, kill, postgres, quiet, redis, rolling } from "./faults-rows.ts";
import { startStand } from "./faults-stand.ts";
import { chosenRows } from "./rows.ts";

/**
 * Shows how callers fare when something fails behind nginx, at a steady rate of requests. Run as `bin/bench faults
 * [ROW...]`.
 */
const IN_STAND = { quiet, rolling, kill, freeze, redis, postgres };

const chosen = chosenRows({ ...IN_STAND, files });
const inStand = Object.values(IN_STAND).filter((row) => chosen.includes(row));
if (inStand.length > 0) {
  console.error("starting two processes of each kind ...");
  await using stand = await startStand();
  for (const row of inStand) await row(stand);
}
if (chosen.includes(files)) await files();
process.exit(0);
