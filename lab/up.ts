import { parseOptions, USAGE } from "./options.ts";
import { labProblem, openLab } from "./outer.ts";

/**
 * The outer half of lab/up: enters namespaces of its own and starts the inner half there. It stays outside to pass on
 * what the user does to it, since unshare(1) is deaf to signals.
 */
async function main(args: readonly string[]): Promise<number> {
  const options = parseOptions(args);
  if ("problem" in options) {
    console.error(`lab/up: ${options.problem}`);
    console.error(USAGE);
    return 2;
  }
  const problem = labProblem();
  if (problem !== null) {
    console.error(`lab/up: ${problem}`);
    return 3;
  }
  const lab = openLab(args, options.domains, "inherit");
  // A terminal's Ctrl-C reaches the command too, and it decides. The others come to this process alone.
  process.on("SIGINT", () => {});
  for (const signal of ["SIGTERM", "SIGHUP"] as const) process.on(signal, () => lab.signal(signal));
  return lab.exited;
}

process.exit(await main(process.argv.slice(2)));
