import { parseOptions, USAGE } from "./options.ts";
import { labProblem, openLab } from "./outer.ts";

/**
 * The outer part of lab/up: creates namespaces and starts the inner part in them. It keeps running outside the
 * namespaces to pass on signals, because unshare(1) ignores them.
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
  // Ctrl-C in a terminal also reaches the command, which decides what to do. The other signals only reach this
  // process.
  process.on("SIGINT", () => {});
  for (const signal of ["SIGTERM", "SIGHUP"] as const) process.on(signal, () => lab.signal(signal));
  return lab.exited;
}

process.exit(await main(process.argv.slice(2)));
