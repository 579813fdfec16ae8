import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ENVIRONMENTS, type EnvironmentName, environmentNamed } from "@dnstools/lab/host/environments";
import { atOnce } from "@dnstools/lab/support/run";
import { askOn, type Run } from "./environments-ask.ts";
import { HEAD, rowOf, wrongAnswers } from "./environments-table.ts";

/**
 * Compares the answers of the product on hosts of all environments of the lab with those on a clean host, and prints
 * what each of them made wrong. Run as `bin/bench environments [--product=DIR] [NAME...]`; DIR is another checkout.
 */
const words = process.argv.slice(2);
const named = words.filter((word) => !word.startsWith("--"));
const directory = words.find((word) => word.startsWith("--product="))?.slice("--product=".length);
const command = [process.execPath, join(resolve(directory ?? join(import.meta.dir, "..")), "main.ts")];
/** Hosts at once: the product mostly waits there. */
const AT_ONCE = 3;

const chosen = named.length === 0 ? Object.keys(ENVIRONMENTS) : named;
const names = chosen.map(environmentNamed).filter((name) => name !== null && name !== "clean");
const unknown = chosen.filter((word) => environmentNamed(word) === null);
if (unknown.length > 0) throw new Error(`no such environment: ${unknown.join(", ")}`);

const folder = mkdtempSync(join(tmpdir(), "environments-"));
console.error(`The answers are kept in ${folder}`);
const clean = await asked("clean");
console.log(HEAD);
console.log(rowOf(clean, clean));
const details = new Map<EnvironmentName, string>();
await atOnce(
  names as readonly EnvironmentName[],
  async (name) => {
    try {
      const run = await asked(name);
      console.log(rowOf(run, clean));
      details.set(name, wrongAnswers(run, clean));
    } catch (error) {
      console.log(
        `| ${name} | not measured: ${error instanceof Error ? error.message.split("\n")[0] : error} |`,
      );
    }
  },
  AT_ONCE,
);
console.log([...names].map((name) => details.get(name as EnvironmentName) ?? "").join(""));
process.exit(0);

async function asked(name: EnvironmentName): Promise<Run> {
  const run = await askOn(name, command);
  await Bun.write(join(folder, `${name}.json`), JSON.stringify(run));
  return run;
}
